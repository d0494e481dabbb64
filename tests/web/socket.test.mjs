/*
 * socket.test.mjs MESTRE ENGINE.wasm: whole games over the table's protocol: what is told live, what is repeated and what a restarted host
 * tells are the same; nobody is told another's secrets; no acknowledged decision is ever lost.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { Seat, Socket } from './socket.mjs';
import { engines, folder, generator, Player, playOut, seated, startServe } from './table.mjs';

const [binary, wasm] = process.argv.slice(2);
const database = join(folder, 'games.db');
let host, engine;

before(async () => {
  host = await startServe(binary, database);
  engine = await engines(wasm, host.base);
});

after(async () => {
  assert.deepEqual(await host.stop(), { code: 0, signal: null });
  assert.doesNotMatch(host.log(), /ERROR|error/);
});

const games = [{ ruleset: 'sample', scenario: 'meadow' }, { ruleset: 'brevis', scenario: 'two_colonels' }];

async function players(seats, seed) {
  const random = generator(seed);
  return Promise.all(Object.values(seats).map(async seat => new Player(seat, await engine(seat.opened), random)));
}

/* The updates without what old ones may lack. */
const short = updates => updates.map(({ state, channel, ...rest }) => rest);

async function reopened(door, from) {
  const socket = await Socket.connect(host);
  const seat = await Seat.open(socket, door, from);
  await socket.close();
  return seat;
}

/* What is repeated from the records is what was told: as a whole, and to the byte where the state is there too. */
async function same(seat, door) {
  const whole = await reopened(door, 0);
  assert.deepEqual(short(whole.updates), short(seat.updates));
  assert.deepEqual(whole.texts.slice(-64), seat.texts.slice(-64));
  const from = Math.max(0, seat.n - 5);
  assert.deepEqual((await reopened(door, from)).texts, seat.texts.slice(from));
  assert.deepEqual((await reopened(door, seat.n + 1)).texts, []);
}

for (const dice of ['fair', 'typed']) {
  for (const game of games) {
    test(`${game.ruleset} with ${dice} dice: live, repeated, and after a restart`, async () => {
      const { links, seats } = await seated(host, { ...game, dice });
      const watcher = await Seat.open(await Socket.connect(host), { link: links.spectator });
      await playOut(await players(seats, 11), 12);
      for (const seat of [seats.A, seats.B]) await same(seat, { link: links[seat.seat] });
      await playOut(await players(seats, 12));
      for (const seat of [seats.A, seats.B, watcher]) await seat.when(() => seat.over);
      for (const seat of [seats.A, seats.B, watcher]) {
        assert.deepEqual(seat.updates.map(update => update.n), seat.updates.map((_, i) => i));
        await same(seat, { link: links[seat.seat] });
        assert.equal((await seat.ask('decide', { n: seat.n, decisions: [{ do: 'pass' }] })).error.code, seat === watcher ? 'not_yours' : 'over');
      }
      const { journal } = await seats.B.ask('journal');
      const file = join(folder, 'game.jsonl');
      writeFileSync(file, journal.text);
      if (dice === 'fair') assert.match(execFileSync(binary, ['verify', file], { encoding: 'utf8' }), /rolls, all as committed/);
      else execFileSync(binary, ['replay', file]);

      assert.deepEqual(await host.stop(), { code: 0, signal: null });
      host = await startServe(binary, database);
      for (const seat of [seats.A, seats.B, watcher]) {
        await same(seat, { link: links[seat.seat] });
        const again = await Seat.open(await Socket.connect(host), { link: links[seat.seat] }, seat.n + 1);
        await again.when(() => again.over);
        assert.deepEqual({ ...again.over, channel: 0 }, { ...seat.over, channel: 0 });
      }
    });
  }
}

test('nobody learns what another has ordered in secret', async () => {
  const course = async (orders, asList) => {
    const { links, seats } = await seated(host, { ruleset: 'sample', scenario: 'meadow', dice: 'typed' });
    const watcher = await Seat.open(await Socket.connect(host), { link: links.spectator });
    const plan = ['A1', 'A2', 'A3'].map((unit, i) => ({ do: 'order', unit, choice: orders[i] }));
    assert.equal((await seats.A.decide({ do: 'order', unit: 'B1', choice: 'march' })).refused.at, 0);
    if (asList) assert.equal((await seats.A.decide(...plan)).decided.taken, 3);
    else for (const decision of plan) { const answer = await seats.A.decide(decision); assert.ok(answer.decided, JSON.stringify(answer)); await seats.A.reached(answer.decided.n); }
    const { done } = await seats.B.ask('chat', { text: 'ready' });
    assert.ok(done);
    await watcher.when(() => watcher.chats.length === 1);
    const heard = seat => seat.socket.received.map(text => text.replace(/"game":"[\w-]+"|"created":\d+|"time":\d+/g, ''));
    return { B: heard(seats.B), spectator: heard(watcher), A: heard(seats.A) };
  };
  const first = await course(['march', 'fire', 'charge'], false);
  const second = await course(['fire', 'march', 'hold'], true);
  assert.deepEqual(first.B, second.B);
  assert.deepEqual(first.spectator, second.spectator);
  assert.notDeepEqual(first.A, second.A);
});

/* Both courses up to where every card lies on the table, face down; A gives the orders of the choice in his turn, B the same in both. */
async function plannedBrevis(choose, asList) {
  const { links, seats: { A, B } } = await seated(host, { ruleset: 'brevis', scenario: 'two_colonels' });
  const watcher = await Seat.open(await Socket.connect(host), { link: links.spectator });
  for (const seat of [A, B, watcher]) await seat.reached(0);
  const eyes = await engine(A.opened);
  const plan = (seat, choice) => {
    eyes.install(seat.state, seat.seat);
    const offers = eyes.offers(seat.seat, 'en').filter(offer => offer.do === 'order');
    const units = [...new Set(offers.map(offer => offer.unit))];
    return units.map((unit, i) => ({ do: 'order', unit, choice: choice(offers.filter(offer => offer.unit === unit).map(offer => offer.choice), i) }));
  };
  const [ours, theirs] = [plan(A, choose), plan(B, choices => choices[0])];
  assert.ok(ours.length > 1 && theirs.length > 1);
  if (asList) assert.equal((await A.decide(...ours.slice(0, -1))).decided.taken, ours.length - 1);
  else for (const decision of ours.slice(0, -1)) await A.reached((await A.decide(decision)).decided.n);
  const undone = await A.ask('undo', { n: A.n });
  await A.reached(undone.decided.n);
  await A.reached((await A.decide(ours.at(-2))).decided.n);
  await B.reached(A.n);
  assert.ok((await B.decide(...theirs.slice(0, -1))).decided);
  assert.ok((await A.ask('chat', { text: 'ready' })).done);
  for (const seat of [B, watcher]) await seat.when(() => seat.chats.length === 1);
  const heard = seat => seat.socket.received.map(text => text.replace(/"(game|commitment)":"[\w-]+"|"(created|time)":\d+/g, ''));
  const live = { ours, A: heard(A), B: heard(B), spectator: heard(watcher) };
  const late = await Seat.open(await Socket.connect(host), { link: links.B });
  await late.when(() => late.presence);
  return { ...live, late: heard(late) };
}

test('cards that lie face down are the same for everybody else, live and repeated', async () => {
  const first = await plannedBrevis(choices => choices[0], false);
  const second = await plannedBrevis((choices, i) => choices[(i + 1) % choices.length], false);
  assert.notDeepEqual(first.ours, second.ours);
  assert.notDeepEqual(first.A, second.A);
  for (const who of ['B', 'late', 'spectator']) assert.deepEqual(first[who], second[who], who);
  const listed = await plannedBrevis((choices, i) => choices[(i + 2) % choices.length], true);
  for (const who of ['B', 'late', 'spectator']) assert.deepEqual(first[who], listed[who], who);
});

test('a computer opponent plays to the end', async () => {
  for (const game of games) {
    const { seats, links } = await seated(host, { ...game, players: { A: 'person', B: 'greedy' }, mode: 'computer' });
    assert.deepEqual(Object.keys(links), ['A', 'spectator']);
    await playOut(await players(seats, 5));
    await seats.A.when(() => seats.A.over);
    assert.match(seats.A.over.reveal, /^[0-9a-f]{64}$/);
    assert.ok(seats.A.others.some(message => message.thinking?.seat === 'B'));
    await same(seats.A, { link: links.A });
  }
});

test('two tabs of a seat see the same, and one of two decisions at once counts', async () => {
  const { links, seats } = await seated(host, games[0]);
  const tab = await Seat.open(await Socket.connect(host), { link: links.A });
  const [player] = await players({ A: seats.A }, 3);
  const decision = player.choose();
  const answers = await Promise.all([seats.A.decide(decision), tab.decide(decision)]);
  assert.equal(answers.filter(answer => answer.decided).length, 1);
  assert.ok(answers.some(answer => ['stale', 'busy'].includes(answer.error?.code)));
  await Promise.all([seats.A.reached(1), tab.reached(1)]);
  assert.deepEqual(tab.texts, seats.A.texts);
});

/* One seat of a game that outlives its host: what it was told and promised, over all its connections. */
class Survivor {
  told = []; promised = -1;
  constructor(link, seat) { Object.assign(this, { link, seat }); }

  /* After the host's death: keep what came from it. */
  remember() {
    for (const update of this.seat.updates) this.told[update.n] ??= update;
    for (const text of this.seat.socket.received) this.promised = Math.max(this.promised, JSON.parse(text).decided?.n ?? -1);
  }

  /* With the new host: it knows all of that, and the seat goes on from what it has. */
  async check() {
    const whole = await reopened({ link: this.link }, 0);
    assert.ok(whole.n >= this.promised, `update ${this.promised} was promised, ${whole.n} is the newest`);
    assert.deepEqual(short(whole.updates.slice(0, this.told.length)), short(this.told));
    this.seat = await Seat.open(await Socket.connect(host), { link: this.link }, Math.max(0, whole.n));
  }
}

test('killed in the middle, again and again: what was acknowledged is there, and the game goes on', async () => {
  const sit = async () => {
    const { links, seats } = await seated(host, { ruleset: 'brevis', scenario: 'two_colonels' });
    return ['A', 'B'].map(name => new Survivor(links[name], seats[name]));
  };
  let survivors = await sit(), decided = 0;
  for (let round = 0; round < (Number(process.env.KILLS) || 10); round++) {
    const playing = playOut(await players(survivors.map(({ seat }) => seat), 100 + round)).catch(error => error);
    await new Promise(resolve => setTimeout(resolve, 5 + round % 10 * 7));
    await host.kill();
    await playing;
    for (const survivor of survivors) survivor.remember();
    host = await startServe(binary, database);
    for (const survivor of survivors) await survivor.check();
    decided += survivors.filter(({ promised }) => promised >= 0).length;
    if (survivors[0].seat.n > 40) survivors = await sit();
  }
  assert.ok(decided > 0);
});

test('a write that fails changes nothing, and the pages are told what is in the store', async () => {
  const { links, seats } = await seated(host, games[0]);
  const other = await startServe(binary, database);
  const [A, B] = await Promise.all(['A', 'B'].map(async name => Seat.open(await Socket.connect(other), { link: links[name] })));
  const [here, there] = await Promise.all([players(seats, 7), players({ A, B }, 8)]);
  await playOut(here, 5);
  await seats.B.ask('chat', { text: 'on the other machine' });
  const lost = await there[0].seat.decide(there[0].choose());
  assert.equal(lost.error.code, 'failed');
  await Promise.all([A.reached(seats.A.n), B.reached(seats.B.n), B.when(() => B.chats.length === 1)]);
  assert.deepEqual(A.texts, seats.A.texts);
  assert.deepEqual(B.texts, seats.B.texts);
  await playOut(there);
  await A.when(() => A.over);
  assert.match(other.log(), /write_failed/);
  assert.deepEqual(await other.stop(), { code: 0, signal: null });
});

test('with little memory games sleep, and wake for the next request', async () => {
  const small = await startServe(binary, join(folder, 'small.db'), '--memory', '1');
  const open = await Promise.all(Array.from({ length: 450 }, (_, i) => i).map(async i => {
    const socket = await Socket.connect(small);
    const { created } = await socket.ask({ create: { ...games[1], players: { A: 'person', B: 'random' }, mode: 'computer' } });
    const seat = await Seat.open(socket, { link: created.links.A });
    await seat.ask('seed', { text: `${i}` });
    await seat.reached(0);
    return seat;
  }));
  for (const seat of open.slice(0, 40)) {
    const player = new Player(seat, await engine(seat.opened), generator(seat.n + 1));
    await playOut([player], 3);
    assert.ok(seat.n > 2);
  }
  for (const seat of open) await seat.socket.close();
  assert.deepEqual(await small.stop(), { code: 0, signal: null });
});
