/* The page's connection: every request is answered, every update is heard once, whatever becomes of the connection. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const folder = await mkdtemp(join(tmpdir(), 'mestre-wire-'));
process.on('exit', () => void rm(folder, { recursive: true, force: true }));
const outfile = join(folder, 'socket.mjs');
await build({ entryPoints: [fileURLToPath(new URL('../../web/net/socket.ts', import.meta.url))], bundle: true, format: 'esm', outfile, logLevel: 'warning' });
const { Wire } = await import(pathToFileURL(outfile).href);

const moment = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

/* A host with one game of which it tells `told` updates, and the plugs that were made to it. */
class Host {
  plugs = [];
  told = 0;
  opens = [];
  silent = new Set();        /* kinds of requests that get no answer */

  plug() {
    const plug = { onopen: null, onmessage: null, onclose: null, closed: false };
    plug.close = () => { plug.closed = true; queueMicrotask(() => plug.onclose?.()); };
    plug.send = text => this.receive(plug, JSON.parse(text));
    this.plugs.push(plug);
    queueMicrotask(() => this.say(plug, { welcome: { protocol: 1, version: '0', host: 'serve' } }));
    return plug;
  }

  say(plug, message) {
    if (!plug.closed) plug.onmessage?.({ data: JSON.stringify(message) });
  }

  receive(plug, message) {
    const { id, open, chat } = message;
    if (Object.keys(message).some(kind => this.silent.has(kind))) return;
    if (open) {
      this.opens.push(open.from);
      this.say(plug, { id, opened: { channel: this.plugs.length, n: this.told - 1, began: true } });
      for (let n = open.from; n < this.told; n++) this.update(plug, n);
    } else if (chat) this.say(plug, { id, done: { channel: chat.channel } });
    else this.say(plug, { id, error: { code: 'malformed', text: 'what?' } });
  }

  update(plug, n) {
    this.say(plug, { update: { channel: this.plugs.indexOf(plug) + 1, n, by: null, events: [], may_undo: false } });
  }

  tell() {
    this.update(this.plugs.at(-1), this.told++);
  }

  kill() {
    const plug = this.plugs.at(-1);
    plug.closed = true;
    plug.onclose?.();
  }
}

function follower(heard) {
  return {
    door: { link: 'x' },
    next: () => heard.length,
    opened: () => undefined,
    hear: ({ update }) => { if (update.n === heard.length) heard.push(update.n); },
    failed: code => heard.push(code),
  };
}

test('updates are heard once and in order through ten broken connections', async () => {
  const host = new Host();
  const wire = new Wire(() => host.plug());
  const heard = [];
  wire.follow(follower(heard));
  await moment(5);
  for (let i = 0; i < 10; i++) {
    for (let k = 0; k < 3; k++) host.tell();
    host.kill();
    host.told += 2;                                    /* what happens while nobody listens */
    await moment(130);
  }
  assert.deepEqual(heard, [...Array(50).keys()]);
  assert.deepEqual(host.opens, [0, 3, 8, 13, 18, 23, 28, 33, 38, 43, 48]);
});

test('a request on a connection that breaks is answered with an error, and the next one works again', async () => {
  const host = new Host();
  const wire = new Wire(() => host.plug());
  host.silent.add('list');
  const asked = wire.request('list', {});
  await moment(5);
  host.kill();
  assert.equal((await asked).error.code, 'offline');
  assert.equal(wire.line.peek(), 'offline');
  assert.equal((await wire.request('delete', { game: 'x' })).error.code, 'offline');
  await moment(150);
  assert.equal(wire.line.peek(), 'online');
  assert.equal((await wire.request('delete', { game: 'x' })).error.code, 'malformed');
});

test('requests wait for the first connection', async () => {
  const host = new Host();
  const wire = new Wire(() => host.plug());
  assert.equal(wire.line.peek(), 'connecting');
  assert.equal((await wire.request('delete', { game: 'x' })).error.code, 'malformed');
});

test('a host that comes back after a second is found within two', async () => {
  const host = new Host();
  let up = true;
  const wire = new Wire(() => {
    if (up) return host.plug();
    const plug = { close() {}, send() {}, onclose: null };
    queueMicrotask(() => plug.onclose?.());
    return plug;
  });
  wire.connect();
  await moment(5);
  up = false;
  host.kill();
  await moment(1000);
  assert.equal(wire.line.peek(), 'offline');
  up = true;
  await moment(1050);
  assert.equal(wire.line.peek(), 'online');
});

test('a closed channel hears nothing more and is not opened again', async () => {
  const host = new Host();
  const wire = new Wire(() => host.plug());
  const heard = [];
  const channel = wire.follow(follower(heard));
  await moment(5);
  host.tell();
  channel.close();
  host.tell();
  host.kill();
  await moment(150);
  assert.deepEqual(heard, [0]);
  assert.deepEqual(host.opens, [0]);
});
