/*
 * socket_trouble.test.mjs MESTRE ENGINE.wasm: whatever is wrong with a request is answered with its reason, changes nothing and disturbs nobody
 * else; and the private table, whose owner may do more.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { startPlay, stopPlay } from './serve.mjs';
import { Seat, Socket } from './socket.mjs';
import { engines, folder, generator, Player, playOut, seated, startServe } from './table.mjs';

const [binary, wasm] = process.argv.slice(2);
const sample = { ruleset: 'sample', scenario: 'meadow', players: { A: 'person', B: 'person' }, dice: 'fair', mode: 'link' };
const order = { do: 'order', unit: 'A1', choice: 'march' };
let host, engine;

before(async () => {
  host = await startServe(binary, join(folder, 'trouble.db'), '--games', '40');
  engine = await engines(wasm, host.base);
});

after(async () => {
  assert.deepEqual(await host.stop(), { code: 0, signal: null });
});

const code = answer => answer.error?.code;

test('the first message is the welcome, and the gate is that of the pages', async () => {
  const socket = await Socket.connect(host);
  const { welcome } = await socket.until(message => message.welcome);
  assert.deepEqual({ ...welcome, version: '' }, { protocol: 1, version: '', host: 'serve' });
  await assert.rejects(Socket.connect({ port: host.port, origin: 'http://evil.example' }));
  await assert.rejects(Socket.connect({ port: host.port, origin: null }));
  await assert.rejects(Socket.connect({ port: host.port, protocol: 'other' }));
});

test('behind a proxy: the names of --name, by https and without a port, and no others', async () => {
  const proxied = await startServe(binary, join(folder, 'proxied.db'), '--name', 'play.example.org,www.example.org');
  const door = (name, origin) => Socket.connect({ port: proxied.port, name, origin });
  for (const name of ['play.example.org', 'www.example.org:443', 'PLAY.example.org']) await (await door(name, `https://${name}`)).close();
  for (const [name, origin] of [['evil.example', 'https://evil.example'], ['play.example.org', 'https://www.example.org'], ['play.example.org.evil.example', 'https://play.example.org'],
    [`127.0.0.1:${proxied.port}`, `http://127.0.0.1:${proxied.port}`], ['play.example.org', null]]) await assert.rejects(door(name, origin), name);
  assert.deepEqual(await proxied.stop(), { code: 0, signal: null });
});

test('what is no request is malformed, says why, and the tenth closes the connection', async () => {
  const texts = ['', '{', '[]', '7', '{"id":1}', '{"id":0,"list":{}}', '{"id":1,"lust":{}}', '{"id":1,"chat":{"channel":1,"text":"x"},"list":{}}', '{"id":1,"chat":[]}',
    '{"id":1.5,"list":{}}'];
  const socket = await Socket.connect(host);
  for (const text of texts) socket.send(text);
  assert.equal(await socket.ended, 1008);
  const errors = socket.received.slice(1).map(text => JSON.parse(text).error);
  assert.equal(errors.length, 10);
  for (const error of errors) {
    assert.equal(error.code, 'malformed');
    assert.ok(error.text.length > 10);
  }
});

test('bytes, broken UTF-8 and long messages close the connection; others stay', async () => {
  const bystander = await Socket.connect(host);
  const wrong = [socket => socket.sendBytes(2, Buffer.from('{}')), socket => socket.sendBytes(1, Buffer.from([0x7b, 0xff, 0x7d])),
    socket => socket.send(`{"id":1,"list":${' '.repeat(70000)}{}}`)];
  const codes = [];
  for (const act of wrong) {
    const socket = await Socket.connect(host);
    act(socket);
    codes.push(await socket.ended);
  }
  assert.deepEqual(codes, [1003, 1007, 1009]);
  assert.equal(code(await bystander.ask({ list: {} })), 'not_yours');
});

test('a game that cannot be is not made', async () => {
  const socket = await Socket.connect(host);
  const wrong = [{ ruleset: 'chess' }, { scenario: 'nowhere' }, { scenario: '../units' }, { options: { turns: 99 } }, { options: { tunrs: 4 } }, { players: { A: 'person' } },
    { players: { A: 'person', B: 'deep thought' } }, { dice: 'loaded' }, { mode: 'blitz' }];
  for (const part of wrong.slice(0, 8)) assert.equal(code(await socket.ask({ create: { ...sample, ...part } })), 'malformed', JSON.stringify(part));
  const second = await Socket.connect(host);
  assert.equal(code(await second.ask({ create: { ...sample, ...wrong[8] } })), 'malformed');
  assert.equal(code(await second.ask({ create: { ...sample, players: { A: 'greedy', B: 'random' }, dice: 'typed' } })), 'malformed');
  assert.equal(code(await second.ask({ create: { ...sample, extra: 1 } })), 'malformed');
});

test('links: only the right one opens, each its own seat', async () => {
  const { created, links } = await seated(host, sample, false);
  const socket = await Socket.connect(host);
  for (const link of ['', 'x', 'A'.repeat(43), `${links.A}A`, links.A.slice(0, -1), created.game])
    assert.equal(code(await socket.ask({ open: { link, from: 0 } })), 'unknown_link', link);
  assert.equal(code(await socket.ask({ open: { game: created.game, seat: 'A', from: 0 } })), 'not_yours');
  assert.equal(code(await socket.ask({ open: { from: 0 } })), 'malformed');
  assert.equal(code(await socket.ask({ delete: { game: created.game } })), 'not_yours');
  assert.equal((await socket.ask({ open: { link: links.B, from: 0 } })).opened.seat, 'B');
  assert.equal((await socket.ask({ open: { link: links.spectator, from: 0 } })).opened.seat, 'spectator');
  assert.equal(new Set(Object.values(links)).size, 3);
});

test('the beginning: seeds of both, told to both, once', async () => {
  const { links, seats: { A, B } } = await seated(host, sample, false);
  const watcher = await Seat.open(await Socket.connect(host), { link: links.spectator });
  assert.equal(A.opened.began, false);
  assert.deepEqual(A.opened.dice.seeds, { A: null, B: null });
  assert.equal(code(await A.ask('decide', { n: 0, decisions: [order] })), 'not_begun');
  assert.equal(code(await watcher.ask('seed', { text: 'x' })), 'not_yours');
  assert.equal(code(await A.ask('seed', { text: 'x'.repeat(129) })), 'malformed');
  assert.deepEqual((await A.ask('seed', { text: '¡Santiago!"\\' })).done, { channel: A.channel });
  await B.when(() => B.seeds);
  assert.deepEqual(B.seeds, { A: '¡Santiago!"\\', B: null });
  assert.equal(code(await A.ask('seed', { text: 'another' })), 'stale');
  assert.equal(B.began, false);
  await B.ask('seed', { text: '' });
  await Promise.all([A, B, watcher].map(seat => seat.reached(0)));
  assert.ok(A.began && watcher.began);
  assert.deepEqual((await Seat.open(await Socket.connect(host), { link: links.A }, 1)).opened.dice.seeds, { A: '¡Santiago!"\\', B: '' });
  assert.equal(A.updates[0].by, null);
});

test('decisions: of the wrong seat, too late, forbidden, unreadable: nothing changes', async () => {
  const { links, seats: { A, B } } = await seated(host, sample);
  const watcher = await Seat.open(await Socket.connect(host), { link: links.spectator });
  await Promise.all([A.reached(0), B.reached(0)]);
  assert.equal(code(await watcher.ask('decide', { n: 0, decisions: [order] })), 'not_yours');
  assert.equal(code(await watcher.ask('undo', { n: 0 })), 'not_yours');
  assert.equal((await B.decide(order)).refused.at, 0);
  assert.match((await A.decide({ do: 'march', unit: 'A1', at: [0, 0] })).refused.refusal.rule, /^SA-/);
  assert.equal(code(await A.ask('decide', { n: 1, decisions: [order] })), 'stale');
  assert.equal(code(await A.ask('decide', { n: 0, decisions: [] })), 'malformed');
  assert.equal(code(await A.ask('decide', { n: 0, decisions: [{ do: 'fly' }] })), 'malformed');
  assert.equal(code(await A.ask('decide', { n: 0, decisions: Array(600).fill(order) })), 'malformed');
  assert.equal(code(await A.ask('decide', { n: 0 })), 'malformed');
  assert.equal(code(await A.ask('undo', { n: 0 })), 'no_undo');
  assert.equal(code(await A.ask('journal')), 'not_over');
  assert.equal(code(await A.ask('dice', { faces: [1] })), 'wrong_dice');
  assert.equal(code(await A.socket.ask({ decide: { channel: 77, n: 0, decisions: [order] } })), 'malformed');
  const twice = await A.decide(order, { ...order, unit: 'A2' }, order);
  assert.deepEqual([twice.refused.at, twice.refused.refusal.rule], [2, 'SA-TURN-02']);
  assert.deepEqual([A.n, B.n, watcher.n], [0, 0, 0]);
  const taken = await A.decide(order, { ...order, unit: 'A2' });
  assert.deepEqual([taken.decided.n, taken.decided.taken], [2, 2]);
  await Promise.all([A, B, watcher].map(seat => seat.reached(2)));
  assert.equal(A.updates.at(-1).may_undo, true);
  assert.equal(B.updates.at(-1).may_undo, false);
  assert.equal(B.updates.at(-1).by, 'A');
  assert.equal(watcher.updates.at(-1).by, null);
  const undone = await A.ask('undo', { n: 2 });
  assert.equal(undone.decided.n, 3);
  await B.reached(3);
  assert.equal(B.updates.at(-1).undo, true);
  assert.equal(code(await B.ask('undo', { n: 3 })), 'no_undo');
});

test('a list ends where its seat could not know what comes', async () => {
  const { seats: { A, B } } = await seated(host, { ...sample, dice: 'typed' });
  const plan = seat => ['1', '2', '3'].map(number => ({ do: 'order', unit: seat.seat + number, choice: 'march' }));
  await A.decide(...plan(A));
  await B.reached(3);
  const last = await B.decide(...plan(B), { do: 'pass' });
  assert.ok(last.done, JSON.stringify(last));
  await B.when(() => B.needs);
  assert.equal(B.needs.you, true);
  await A.when(() => A.needs);
  assert.equal(A.needs.you, false);
  assert.equal(B.n, 3);
  assert.equal(code(await A.ask('dice', { faces: [1, 2] })), 'not_yours');
  for (const faces of [[], [1], [1, 2, 3], [0, 1], [1, 7], ['1', 2]])
    assert.equal(code(await B.ask('dice', { faces })), 'wrong_dice', JSON.stringify(faces));
  assert.equal(code(await B.ask('dice', {})), 'malformed');
  assert.equal(code(await B.decide(order)), 'busy');
  assert.ok((await B.ask('dice', { faces: [4, 4] })).done);
  const decided = await B.ask('dice', { faces: [6, 2] });
  assert.equal(decided.decided.taken, 3);
  await A.when(() => A.needs === null);
});

test('a decision that waits for dice is forgotten when its player leaves', async () => {
  const { links, seats: { A, B } } = await seated(host, { ...sample, dice: 'typed' });
  const plan = seat => ['1', '2', '3'].map(number => ({ do: 'order', unit: seat.seat + number, choice: 'march' }));
  await A.decide(...plan(A));
  await B.reached(3);
  await B.decide(...plan(B));
  await A.when(() => A.needs);
  await B.socket.close();
  await A.when(() => A.needs === null);
  const again = await Seat.open(await Socket.connect(host), { link: links.B });
  assert.equal(again.n, 3);
  assert.ok((await again.decide(...plan(again))).done);
});

test('chat: heard by all, kept, limited', async () => {
  const { links, seats: { A, B } } = await seated(host, sample);
  const watcher = await Seat.open(await Socket.connect(host), { link: links.spectator });
  await A.ask('chat', { text: 'bonjour « là »' });
  await watcher.ask('chat', { text: 'x'.repeat(500) });
  await B.when(() => B.chats.length === 2);
  assert.deepEqual(B.chats.map(({ from, number }) => [from, number]), [['A', 1], ['spectator', 2]]);
  assert.equal(B.chats[0].text, 'bonjour « là »');
  for (const text of ['', 'x'.repeat(501), 'a\nb', 'a\u007fb', 7]) assert.equal(code(await B.ask('chat', { text })), 'malformed');
  const late = await Seat.open(await Socket.connect(host), { link: links.A });
  assert.equal(late.opened.chats, 2);
  await late.when(() => late.chats.length === 2);
  assert.deepEqual(late.chats.map(({ channel, ...rest }) => rest), B.chats.map(({ channel, ...rest }) => rest));
});

test('presence: who has a page open', async () => {
  const { links, seats: { A, B } } = await seated(host, sample);
  await A.when(() => A.presence?.seats.B);
  const watcher = await Socket.connect(host);
  await Seat.open(watcher, { link: links.spectator });
  await A.when(() => A.presence.watching === 1);
  await watcher.close();
  await B.socket.close();
  await A.when(() => A.presence.watching === 0 && !A.presence.seats.B);
  assert.deepEqual(A.presence.seats, { A: true, B: false });
});

test('what is refused is in the log by its code, once in a while; nothing secret is, nor, as a token, in the database', async () => {
  const other = await startServe(binary, join(folder, 'log.db'));
  const table = await seated(other, sample), socket = await Socket.connect(other), { A, B } = table.seats;
  await B.reached(0);
  assert.equal((await B.decide(order)).refused.at, 0, 'another’s piece');
  assert.equal(code(await A.ask('undo', { n: 99 })), 'stale');
  for (let i = 0; i < 30; i++) assert.equal(code(await socket.ask({ open: { link: `${table.links.A.slice(1)}A`, from: 0 } })), 'unknown_link');
  await Promise.all([A.socket, B.socket, socket].map(each => each.close()));
  assert.deepEqual(await other.stop(), { code: 0, signal: null });
  const said = other.log().split('\n').flatMap(line => / warning request_refused (.*)$/.exec(line)?.[1] ?? []);
  assert.deepEqual(said, ['code=refused', 'code=stale', ...Array(8).fill('code=unknown_link')], 'the first ten in ten seconds');
  for (const link of Object.values(table.links)) assert.ok(!other.log().includes(link.slice(1)));
  const { links } = await seated(host, sample);
  const bytes = readFileSync(join(folder, 'trouble.db')).toString('latin1') + readFileSync(join(folder, 'trouble.db-wal')).toString('latin1');
  for (const link of Object.values(links)) {
    assert.ok(!host.log().includes(link));
    assert.ok(!bytes.includes(link));
  }
});

test('limits: channels of a connection, requests of a person, games of a host', async () => {
  const { links } = await seated(host, sample);
  const socket = await Socket.connect(host);
  const answers = await Promise.all(Array.from({ length: 20 }, () => socket.ask({ open: { link: links.A, from: 0 } })));
  assert.equal(answers.filter(answer => answer.opened).length, 16);
  assert.equal(answers.filter(answer => code(answer) === 'too_many').length, 4);
  const { channel } = answers[0].opened;
  assert.deepEqual((await socket.ask({ close: { channel } })).done, { channel });
  assert.equal(code(await socket.ask({ close: { channel } })), 'malformed');
  assert.ok((await socket.ask({ open: { link: links.A, from: 0 } })).opened);
  const hasty = await Socket.connect(host);
  const codes = (await Promise.all(Array.from({ length: 150 }, () => hasty.ask({ list: {} })))).map(code);
  assert.ok(codes.filter(one => one === 'too_many').length >= 45);
  assert.ok(codes.filter(one => one === 'not_yours').length >= 100);
  const flood = await Socket.connect(host);
  for (let i = 1; i <= 400; i++) flood.send(`{"id":${i},"list":{}}`);
  await flood.ended;
  assert.ok(flood.received.length < 300);
  const greedy = await Socket.connect(host);
  const created = await Promise.all(Array.from({ length: 50 }, () => greedy.ask({ create: sample })));
  assert.ok(created.some(answer => code(answer) === 'full'));
});

test('documents of the library, built in or laid over', async () => {
  const units = await fetch(`${host.base}data/sample/units.json`, { headers: { 'accept-encoding': 'gzip' } });
  assert.equal(units.headers.get('content-type'), 'application/json');
  assert.equal(units.headers.get('content-encoding'), 'gzip');
  assert.ok((await units.json()));
  for (const path of ['data/', 'data/sample', 'data/nothing.json', 'data/../web/app.js']) assert.equal((await fetch(host.base + path)).status, 404, path);
  const own = join(folder, 'data');
  mkdirSync(join(own, 'sample'), { recursive: true });
  writeFileSync(join(own, 'sample/own.json'), '{"mine":1}');
  const other = await startServe(binary, join(folder, 'other.db'), '--data', own);
  assert.deepEqual(await (await fetch(`${other.base}data/sample/own.json`)).json(), { mine: 1 });
  assert.ok((await (await fetch(`${other.base}data/index.json`)).json()).includes('sample/own.json'));
  await other.stop();
});

test('a private table: behind its cookie; its owner lists, opens by id, deletes', async () => {
  const database = join(folder, 'private.db');
  const play = await startPlay(binary, '--db', database);
  const door = { port: play.port, cookie: `mestre_${play.port}=${play.token}` };
  await assert.rejects(Socket.connect({ port: play.port }));
  await assert.rejects(Socket.connect({ port: play.port, cookie: `mestre_${play.port}=${'A'.repeat(43)}` }));
  const socket = await Socket.connect(door);
  assert.equal((await socket.until(message => message.welcome)).welcome.host, 'play');
  assert.deepEqual((await socket.ask({ list: {} })).games, []);
  const { created } = await socket.ask({ create: { ...sample, mode: 'shared' } });
  const { games } = await socket.ask({ list: {} });
  const { created: made, active, ...shown } = games[0];
  assert.deepEqual(shown, { game: created.game, mode: 'shared', ruleset: 'sample', scenario: 'meadow', players: { A: 'person', B: 'person' }, over: false });
  assert.ok(made <= active && Math.abs(Date.now() - made) < 60000);
  const seats = [];
  for (const seat of ['A', 'B', 'spectator']) seats.push(await Seat.open(socket, { game: created.game, seat }));
  assert.equal(code(await socket.ask({ open: { game: created.game, seat: 'C', from: 0 } })), 'not_yours');
  const solo = (await socket.ask({ create: { ...sample, players: { A: 'person', B: 'greedy' }, mode: 'computer' } })).created.game;
  assert.equal(code(await socket.ask({ open: { game: solo, seat: 'B', from: 0 } })), 'not_yours');
  assert.deepEqual((await socket.ask({ delete: { game: solo } })).done, {});
  for (const seat of seats.slice(0, 2)) await seat.ask('seed', { text: seat.seat });
  await seats[2].reached(0);
  const open = await engines(wasm, play.base, { cookie: door.cookie });
  const random = generator(4);
  await playOut(await Promise.all(seats.slice(0, 2).map(async seat => new Player(seat, await open(seat.opened), random))), 20);
  assert.equal(code(await socket.ask({ delete: { game: 'A'.repeat(16) } })), 'unknown_link');
  assert.deepEqual((await socket.ask({ delete: { game: created.game } })).done, {});
  assert.equal(code(await seats[0].ask('chat', { text: 'anybody?' })), 'unknown_link');
  assert.equal(code(await socket.ask({ open: { link: created.links.A, from: 0 } })), 'unknown_link');
  assert.deepEqual((await socket.ask({ list: {} })).games, []);
  assert.equal(statSync(database).isFile(), true);
  assert.deepEqual(await stopPlay(play), { code: 0, signal: null });
  for (const secret of [play.token, ...Object.values(created.links)]) assert.ok(!play.log().includes(secret));
});
