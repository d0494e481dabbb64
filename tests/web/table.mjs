/* table.mjs: for tests of the table: hosts that are started, killed and started again, and players that decide by the engine in node. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { Seat, Socket } from './socket.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const folder = mkdtempSync(join(tmpdir(), 'mestre-table-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/* `mestre serve` on a free port; stop() ends it in good order, kill() does not. */
export async function startServe(binary, database, ...more) {
  const child = spawn(binary, ['serve', '--listen', '127.0.0.1:0', '--db', database, ...more], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise(resolve => child.once('close', (code, signal) => resolve({ code, signal })));     /* its log is whole then */
  let log = '';
  child.stderr.on('data', chunk => { log += chunk; });
  const port = await new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', chunk => {
      printed += chunk;
      const match = /^mestre: http:\/\/127\.0\.0\.1:(\d+)\/\n/.exec(printed);
      if (match) resolve(Number(match[1]));
    });
    child.once('exit', code => reject(new Error(`ended with ${code} before it listened\n${log}`)));
  });
  return {
    child, port, ended, log: () => log, base: `http://127.0.0.1:${port}/`,
    stop() { child.kill('SIGTERM'); return ended; },
    kill() { child.kill('SIGKILL'); return ended; },
  };
}

/* Engines as a page has them: the module, and the documents that the host gives out. */
export async function engines(wasm, base, headers = {}) {
  const outfile = join(folder, 'engine.mjs');
  buildSync({ entryPoints: [join(root, 'web/engine/engine.ts')], bundle: true, format: 'esm', outfile });
  const { Engine } = await import(pathToFileURL(outfile));
  const module = new WebAssembly.Module(readFileSync(wasm));
  const names = await (await fetch(`${base}data/index.json`, { headers })).json();
  const texts = await Promise.all(names.map(async name => [name, await (await fetch(`${base}data/${name}`, { headers })).text()]));
  return async opened => {
    const engine = await Engine.load(module);
    for (const [name, text] of texts) engine.addDocument(name, text);
    if (opened.scenario_text) engine.addDocument(`${opened.ruleset}/scenarios/${opened.scenario}.json`, opened.scenario_text);
    engine.loadMatch(opened.ruleset, opened.scenario, opened.options);
    return engine;
  };
}

/* A small generator, so that a failure repeats. */
export function generator(seed) {
  let state = seed >>> 0;
  return bound => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/* Somebody who plays a seat at random, with the view that it was sent and nothing else. */
export class Player {
  constructor(seat, engine, random) { Object.assign(this, { seat, engine, random }); }

  /* A legal decision, or null when the seat is not asked. */
  choose() {
    if (this.seat.n < 0) return null;
    this.engine.install(this.seat.state, this.seat.seat);
    const offers = this.engine.offers(this.seat.seat, 'en');
    for (let i = 0; offers.length > 0 && i < 1000; i++) {
      const found = this.engine.sample(this.seat.seat, this.random(offers.length), this.random(2 ** 30));
      if (found !== null) return found;
    }
    if (offers.length > 0) throw new Error('nothing legal was found');
    return null;
  }

  /* The faces that are wanted. */
  faces({ sides, count }) { return Array.from({ length: count }, () => this.random(sides) + (sides === 10 ? 0 : 1)); }

  /* Decide once if asked, throw if dice are wanted; the answer, or null. */
  async act() {
    if (this.seat.needs?.you) return this.seat.ask('dice', { faces: this.faces(this.seat.needs) });
    if (this.seat.updates.at(-1)?.may_undo && this.random(8) === 0) return this.seat.ask('undo', { n: this.seat.n });
    const decision = this.choose();
    return decision === null ? null : this.seat.decide(decision);
  }
}

/* Let the players play until the game is over, or `steps` decisions have been taken. What went wrong is thrown. */
export async function playOut(players, steps = Infinity) {
  for (let taken = 0; taken < steps && !players.some(player => player.seat.over);) {
    let waited = true;
    for (const player of players) {
      if (player.seat.over) break;
      const answer = await player.act();
      if (answer === null) continue;
      waited = false;
      if (answer.decided) { taken++; await player.seat.reached(answer.decided.n); }
      else if (answer.done) await player.seat.when(() => true);
      else if (/in a short time/.test(answer.error?.text)) await new Promise(resolve => setTimeout(resolve, 500));          /* quicker than a host lets anybody be */
      else if (!['stale', 'busy', 'over', 'wrong_dice'].includes(answer.error?.code)) throw new Error(JSON.stringify(answer));
    }
    if (waited) await new Promise(resolve => setTimeout(resolve, 1));
  }
}

/* A new game and a socket with a seat for each of its people. */
export async function seated(host, game, seeds = true) {
  const socket = await Socket.connect(host);
  const answer = await socket.ask({ create: { mode: 'link', dice: 'fair', players: { A: 'person', B: 'person' }, ...game } });
  if (!answer.created) throw new Error(JSON.stringify(answer));
  const seats = {};
  for (const [name, link] of Object.entries(answer.created.links)) {
    if (name !== 'spectator') seats[name] = await Seat.open(await Socket.connect(host), { link });
  }
  if (seeds && (game.dice ?? 'fair') === 'fair') {
    for (const seat of Object.values(seats)) await seat.ask('seed', { text: `seed of ${seat.seat}` });
  }
  await socket.close();
  return { created: answer.created, links: answer.created.links, seats };
}
