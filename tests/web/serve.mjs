/* serve.mjs: starts `mestre play` for a test, on a free port and without a browser. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/* Games of tests are not the user's. */
const home = mkdtempSync(join(tmpdir(), 'mestre-home-'));
process.on('exit', () => rmSync(home, { recursive: true, force: true }));

/* The running program: its process, the address it printed, that address without the token, and its end. */
export async function startPlay(binary, ...more) {
  const child = spawn(binary, ['play', '--port', '0', '--no-browser', ...more], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, XDG_DATA_HOME: home } });
  const ended = new Promise(resolve => child.once('exit', (code, signal) => resolve({ code, signal })));
  let log = '';
  child.stderr.on('data', chunk => { log += chunk; });
  const line = await new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', chunk => {
      printed += chunk;
      if (printed.includes('\n')) resolve(printed.slice(0, printed.indexOf('\n')));
    });
    child.once('error', reject);
    child.once('exit', code => reject(new Error(`ended with ${code} before it printed its address\n${log}`)));
  });
  const match = /^mestre: (http:\/\/127\.0\.0\.1:(\d+)\/)\?token=([\w-]{43})$/.exec(line);
  if (!match) throw new Error(`unexpected first line: ${line}`);
  return { child, ended, log: () => log, address: `${match[1]}?token=${match[3]}`, base: match[1], port: Number(match[2]), token: match[3] };
}

export async function stopPlay(play) {
  play.child.kill('SIGTERM');
  return play.ended;
}

/* One more program for the length of `work`. It is ended also when the work fails, so that no test hangs on it. */
export async function withPlay(binary, more, work) {
  const play = await startPlay(binary, ...more);
  try {
    await work(play);
  } finally {
    await stopPlay(play);
  }
}
