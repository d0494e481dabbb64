/* http.test.mjs MESTRE: strangers at the door. Whatever they send, the server stays up and gives nothing away. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { startPlay, stopPlay, withPlay } from './serve.mjs';

const binary = process.argv[2];
let play, cookie;

before(async () => {
  play = await startPlay(binary);
  cookie = `mestre_${play.port}=${play.token}`;
});

after(async () => {
  if (play) assert.deepEqual(await stopPlay(play), { code: 0, signal: null });
});

/* Send bytes, return what came back until the other side closed or `wait` milliseconds passed. */
function send(bytes, wait = 1500) {
  return new Promise(resolve => {
    const socket = net.connect(play.port, '127.0.0.1');
    let answer = '';
    const done = () => { socket.destroy(); resolve(answer); };
    const timer = setTimeout(done, wait);
    socket.on('data', chunk => { answer += chunk.toString('latin1'); });
    socket.on('error', () => { });
    socket.on('close', () => { clearTimeout(timer); resolve(answer); });
    socket.write(bytes);
  });
}

const get = (path, ...fields) => `GET ${path} HTTP/1.1\r\n${[`Host: 127.0.0.1:${play.port}`, `Cookie: ${cookie}`, 'Connection: close', ...fields].join('\r\n')}\r\n\r\n`;
const status = answer => Number(/^HTTP\/1\.[01] (\d+)/.exec(answer)?.[1] ?? 0);

async function alive() {
  assert.equal(play.child.exitCode, null);
  const response = await fetch(play.address);
  assert.equal(response.status, 200);
  await response.arrayBuffer();
}

test('the good request of these tests is good', async () => {
  assert.equal(status(await send(get('/'), 300)), 200);
});

test('a foreign, missing or misleading Host is refused, with or without the cookie', async () => {
  for (const host of ['evil.example', `evil.example:${play.port}`, '127.0.0.1', '127.0.0.1:1', `127.0.0.1.evil.example:${play.port}`, `127.0.0.1:${play.port}.evil.example`]) {
    const answer = await send(`GET /?token=${play.token} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`, 300);
    assert.equal(status(answer), 421, host);
    assert.ok(!answer.includes(play.token));
  }
  const none = await send(`GET / HTTP/1.1\r\nCookie: ${cookie}\r\n\r\n`, 300);
  assert.notEqual(status(none), 200);
  assert.equal(status(await send(get('/').replace('127.0.0.1:', 'localhost:'), 300)), 200);
});

test('a page from elsewhere is refused even with the cookie', async () => {
  for (const origin of ['http://evil.example', 'null', `https://127.0.0.1:${play.port}`, `http://127.0.0.1:${play.port}.evil.example`])
    assert.equal(status(await send(get('/', `Origin: ${origin}`), 300)), 403, origin);
  assert.equal(status(await send(get('/', `Origin: http://127.0.0.1:${play.port}`), 300)), 200);
});

test('no path leads out of the client', async () => {
  const secret = readFileSync('/etc/passwd', 'latin1').split('\n')[0];
  const paths = ['/../../../../etc/passwd', '/%2e%2e/%2e%2e/%2e%2e/etc/passwd', '/..%2f..%2f..%2fetc/passwd', '//etc/passwd', '/text/../../../etc/passwd',
    '/....//....//etc/passwd', '/..\\..\\etc\\passwd', '/index.html%00.css', '/.git/config', '/web/../index.html/', '/data/', '/%', '/%zz', '/\u00e9'];
  for (const path of paths) {
    const answer = await send(get(path), 300);
    assert.ok(!answer.includes(secret), path);
    assert.ok([0, 400, 403, 404].includes(status(answer)) || path.startsWith('/web/..'), `${path}: ${status(answer)}`);
  }
  await alive();
});

test('a folder of files on disk is no way out either', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'mestre-'));
  const folder = join(outside, 'web');
  mkdirSync(join(folder, 'text'), { recursive: true });
  for (const name of ['secret.txt', 'web/.hidden', 'web/a b.txt']) writeFileSync(join(outside, name), 'secret');
  writeFileSync(join(folder, 'text/en.json'), '{"changed":true}');
  await withPlay(binary, ['--web-dir', folder], async other => {
    const fields = { headers: { cookie: `mestre_${other.port}=${other.token}` } };
    const fresh = await fetch(`${other.base}text/en.json`, fields);
    assert.deepEqual([fresh.status, fresh.headers.get('cache-control'), await fresh.json()], [200, 'no-store', { changed: true }]);
    const embedded = await fetch(`${other.base}style.css`, fields);
    assert.equal(embedded.status, 200, 'what the folder has not comes from the executable');
    await embedded.arrayBuffer();
    for (const path of ['.hidden', 'a%20b.txt', '%2e%2e/secret.txt', '..%2fsecret.txt', 'text', 'text/', 'text/%2e%2e/%2e%2e/secret.txt']) {
      const response = await fetch(other.base + path, fields);
      assert.ok([400, 403, 404].includes(response.status), `${path}: ${response.status}`);
      assert.ok(!(await response.text()).includes('secret'), path);
    }
  });
  rmSync(outside, { recursive: true });
});

test('other methods and upgrades are refused', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'BREW'])
    assert.notEqual(status(await send(get('/').replace('GET', method).replace('\r\n\r\n', '\r\nContent-Length: 3\r\n\r\nabc'), 300)), 200, method);
  for (const protocol of ['', 'Sec-WebSocket-Protocol: http\r\n', 'Sec-WebSocket-Protocol: mestre\r\n']) {
    const upgrade = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${play.port}\r\nCookie: ${cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n${protocol}\r\n`;
    assert.notEqual(status(await send(upgrade, 300)), 101, protocol);
  }
  await alive();
});

test('a huge header, a huge path and many fields do no harm', async () => {
  assert.notEqual(status(await send(get('/', `X-Long: ${'x'.repeat(300000)}`))), 200);
  assert.notEqual(status(await send(get(`/${'y'.repeat(100000)}`))), 200);
  await send(get('/', ...Array.from({ length: 3000 }, (_, i) => `X-${i}: ${i}`)));
  await send(get('/', `Cookie: ${'a=b; '.repeat(20000)}`));
  await alive();
});

test('cookies of other programs on this machine do not shut the owner out', async () => {
  const crowd = Array.from({ length: 60 }, (_, i) => `other${i}=${'v'.repeat(150)}`).join('; ');
  assert.equal(status(await send(get('/').replace('Cookie: ', `Cookie: ${crowd}; `), 500)), 200);
});

test('half a request holds up nobody and is dropped in the end', { timeout: 60000 }, async () => {
  const half = net.connect(play.port, '127.0.0.1');
  half.on('error', () => { });
  const closed = new Promise(resolve => half.once('close', resolve));
  half.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${play.port}\r\nX-Slow: `);
  await alive();
  await closed;
  await alive();
});

test('two requests on one connection get two answers', async () => {
  const answer = await send(get('/style.css').replace('close', 'keep-alive') + get('/icon.svg'), 500);
  assert.equal(answer.match(/HTTP\/1\.1 200/g)?.length, 2);
});

test('a client that leaves in the middle of a download is forgotten', async () => {
  for (let i = 0; i < 50; i++) {
    await new Promise(resolve => {
      const socket = net.connect(play.port, '127.0.0.1', () => { socket.write(get('/app.js')); });
      socket.on('error', () => { });
      socket.once('data', () => socket.destroy());
      socket.once('close', resolve);
    });
  }
  await alive();
});

test('five hundred connections of nonsense leave it alive, and the log short', async () => {
  let seed = 12345;
  const random = below => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % below; };
  for (let i = 0; i < 500; i += 10) {
    await Promise.all(Array.from({ length: 10 }, () => {
      const bytes = Buffer.from(get('/'), 'latin1');
      for (let k = random(6) + 1; k > 0; k--) bytes[random(bytes.length)] = random(256);
      return send(bytes, 60);
    }));
  }
  await alive();
  const lines = play.log().split('\n');
  assert.ok(lines.length < 200, `${lines.length} lines of log`);
  for (const line of lines.filter(Boolean)) assert.match(line, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (error|warning|info|debug) \w+( \w+=("[\x20-\x7e]*"|[\x21-\x7e]+))*$/);
  assert.ok(!play.log().includes(play.token), 'the token is in no log');
});

test('nobody can hold all the places for ever', { timeout: 60000 }, async () => {
  const sockets = Array.from({ length: 400 }, () => {
    const socket = net.connect(play.port, '127.0.0.1');
    socket.on('error', () => { });
    return socket;
  });
  await new Promise(resolve => setTimeout(resolve, 500));
  for (const socket of sockets) socket.destroy();
  await new Promise(resolve => setTimeout(resolve, 300));
  await alive();
});
