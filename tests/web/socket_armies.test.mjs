/*
 * socket_armies.test.mjs MESTRE ENGINE.wasm: battles between two army lists over the table's protocol: made, opened by everybody, played,
 * kept through kill -9, exported, replayed and verified like any other game; and refused with the reason when an army is not legal.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { startPlay, stopPlay } from './serve.mjs';
import { Seat, Socket } from './socket.mjs';
import { engines, folder, generator, Player, playOut, seated, startServe } from './table.mjs';

const [binary, wasm] = process.argv.slice(2);
const database = join(folder, 'armies.db');
let host, engine;

before(async () => {
  host = await startServe(binary, database);
  engine = await engines(wasm, host.base);
});

after(async () => {
  assert.deepEqual(await host.stop(), { code: 0, signal: null });
  assert.doesNotMatch(host.log(), /ERROR/);
});

function suggested(ruleset, belligerent, limit, seed = 1) {
  return JSON.parse(execFileSync(binary, ['army', 'suggest', '--ruleset', ruleset, '--belligerent', belligerent, '--limit', String(limit), '--seed', String(seed)], { encoding: 'utf8' }));
}

const battles = {
  brevis: { ruleset: 'brevis', armies: [{ ...suggested('brevis', 'spain', 3), name: 'Tercios of "Naples"' }, suggested('brevis', 'sweden', 3)], options: { split_shot: 1 } },
  liber: { ruleset: 'liber', armies: [suggested('liber', 'spain', 300), suggested('liber', 'sweden', 300)] },
};
const titles = {
  brevis: { en: 'Tercios of "Naples" against Sweden', fr: 'Tercios of "Naples" contre Suède' },
  liber: { en: 'Spain against Sweden', fr: 'Espagne contre Suède' },
};

async function players(seats, seed) {
  const random = generator(seed);
  return Promise.all(Object.values(seats).map(async seat => new Player(seat, await engine(seat.opened), random)));
}

/* What the host says of a battle to whoever opens it. */
const battleOf = ({ scenario, scenario_text, title, armies }) => ({ scenario, scenario_text, title, armies });

/* The same updates from the records, as far as they are repeated with their states. */
async function same(seat, link) {
  const socket = await Socket.connect(host);
  const again = await Seat.open(socket, { link });
  await socket.close();
  assert.deepEqual(again.texts.slice(-64), seat.texts.slice(-64));
  assert.deepEqual(battleOf(again.opened), battleOf(seat.opened));
}

/* Everything in the scenario follows from the armies, the options and the seed in its id: there is no room for a secret. */
function follows({ ruleset, armies, options }, { scenario, scenario_text }) {
  const files = armies.map((army, i) => {
    const file = join(folder, `army${i}.json`);
    writeFileSync(file, JSON.stringify(army));
    return file;
  });
  const seed = BigInt(`0x${/^battle-([0-9a-f]{16})$/.exec(scenario)[1]}`);
  const made = execFileSync(binary, ['army', 'battle', ...files, '--seed', String(seed), '--option', JSON.stringify(options ?? {})], { encoding: 'utf8' });
  assert.equal(JSON.parse(made).ruleset, ruleset);
  assert.equal(scenario_text, made.trimEnd());
}

/* Nobody may ask as fast as a test for long: each comes again and again. */
async function playToTheEnd(links) {
  for (let seed = 1; ; seed++) {
    const seats = {};
    for (const name of ['A', 'B']) seats[name] = await Seat.open(await Socket.connect(host), { link: links[name] });
    await playOut(await players(seats, seed), 90);
    if (Object.values(seats).some(seat => seat.over)) {
      for (const seat of Object.values(seats)) await seat.when(() => seat.over);
      return seats;
    }
    for (const seat of Object.values(seats)) await seat.socket.close();
  }
}

for (const [ruleset, battle] of Object.entries(battles)) {
  test(`${ruleset}: a battle of armies, played by two people, through kill -9 to its verified journal`, async () => {
    const { created, links, seats } = await seated(host, battle);
    assert.deepEqual(created.title, titles[ruleset]);
    const watcher = await Seat.open(await Socket.connect(host), { link: links.spectator });
    for (const seat of [seats.A, seats.B, watcher]) {
      assert.deepEqual(seat.opened.armies, battle.armies);
      assert.deepEqual(seat.opened.title, titles[ruleset]);
      assert.deepEqual(battleOf(seat.opened), battleOf(seats.A.opened));
    }
    follows(battle, seats.A.opened);
    await playOut(await players(seats, 5), 40);
    for (const seat of [seats.A, seats.B]) await same(seat, links[seat.seat]);

    await host.kill();
    host = await startServe(binary, database);
    for (const seat of [seats.A, seats.B]) await same(seat, links[seat.seat]);
    const back = await playToTheEnd(links);

    const { journal } = await back.A.ask('journal');
    const header = JSON.parse(journal.text.split('\n', 1)[0]);
    assert.equal(header.scenario_text, seats.A.opened.scenario_text);
    const file = join(folder, `${ruleset}.jsonl`);
    writeFileSync(file, journal.text);
    assert.match(execFileSync(binary, ['verify', file], { encoding: 'utf8' }), /rolls, all as committed/);
    assert.match(execFileSync(binary, ['replay', file, '--seat', 'B'], { encoding: 'utf8' }), /./);

    const eyes = await engine(back.A.opened);
    const opened = eyes.openJournal(journal.text);
    assert.equal(opened.damage, undefined);
    assert.equal(opened.winner, back.A.over.winner);
    for (const viewer of ['A', 'B', 'spectator', 'all']) eyes.journalGo(opened.lines, viewer, 'fr');

    assert.deepEqual(await host.stop(), { code: 0, signal: null });
    host = await startServe(binary, database);
    for (const seat of Object.values(back)) await same(seat, links[seat.seat]);
  });

  test(`${ruleset}: a battle of armies with typed dice against a computer player`, async () => {
    const { links, seats } = await seated(host, { ...battle, dice: 'typed', players: { A: 'person', B: 'random' }, mode: 'computer' });
    assert.equal(links.B, undefined);
    await playOut(await players(seats, 7), 12);
    assert.ok(seats.A.n > 0);
  });
}

test('the same armies meet on other ground each time, and a battle once more is made of what was opened', async () => {
  const first = await seated(host, battles.brevis);
  const { ruleset, armies, options } = first.seats.A.opened;
  const second = await seated(host, { ruleset, armies, options });
  assert.notEqual(second.seats.A.opened.scenario, first.seats.A.opened.scenario);
  assert.notEqual(second.seats.A.opened.scenario_text, first.seats.A.opened.scenario_text);
  assert.deepEqual(second.seats.A.opened.armies, armies);
  assert.deepEqual(second.seats.A.opened.options, options);
});

test('battles that were put to sleep for want of memory wake where they were', async () => {
  const small = await startServe(binary, join(folder, 'small.db'), '--memory', '1');
  const open = await engines(wasm, small.base);
  const games = [];
  for (let i = 0; i < 8; i++) {
    const { seats } = await seated(small, battles[i % 2 ? 'liber' : 'brevis']);
    games.push(await Promise.all(Object.values(seats).map(async seat => new Player(seat, await open(seat.opened), generator(i)))));
  }
  for (let round = 0; round < 3; round++) for (const game of games) await playOut(game, 4);
  for (const [a, b] of games) {
    assert.ok(a.seat.n > 0);
    await b.seat.socket.close();
    await a.seat.when(() => a.seat.presence?.seats.B === false);
    assert.ok((await a.seat.ask('chat', { text: 'still here' })).done);
  }
  assert.deepEqual(await small.stop(), { code: 0, signal: null });
  assert.doesNotMatch(small.log(), /ERROR/);
});

test('the owner of a private table finds a battle by its title', async () => {
  const play = await startPlay(binary, '--db', join(folder, 'own_armies.db'));
  const socket = await Socket.connect({ port: play.port, cookie: `mestre_${play.port}=${play.token}` });
  const settings = { players: { A: 'person', B: 'person' }, dice: 'fair', mode: 'shared' };
  const { created } = await socket.ask({ create: { ...battles.brevis, ...settings } });
  await socket.ask({ create: { ruleset: 'sample', scenario: 'meadow', ...settings } });
  const { games } = await socket.ask({ list: {} });
  assert.equal(games.length, 2);
  const battle = games.find(({ game }) => game === created.game);
  assert.deepEqual(battle.title, titles.brevis);
  assert.match(battle.scenario, /^battle-/);
  assert.equal(battle.scenario_text, undefined);
  assert.equal(games.find(({ game }) => game !== created.game).title, undefined);
  const seat = await Seat.open(socket, { game: created.game, seat: 'spectator' });
  assert.deepEqual(seat.opened.title, titles.brevis);

  for (const armies of [[battles.brevis.armies[0], { ...battles.brevis.armies[1], regiments: [] }], 7]) {
    assert.ok((await socket.ask({ create: { ...battles.brevis, armies, ...settings } })).error);
  }
  assert.equal((await socket.ask({ list: {} })).games.length, 2);
  assert.deepEqual(await stopPlay(play), { code: 0, signal: null });
});

const settings = { options: {}, players: { A: 'person', B: 'person' }, dice: 'fair', mode: 'link' };

async function refusal(create) {
  const socket = await Socket.connect(host);
  const { error } = await socket.ask({ create: { ...settings, ...create } });
  await socket.close();
  return error;
}

test('an army that is not legal is refused with its seat, the rule, the reason and what would mend it', async () => {
  const [spain, sweden] = battles.brevis.armies;
  const rich = { ...spain, regiments: Array(8).fill(spain.regiments[0]) };
  const over = await refusal({ ruleset: 'brevis', armies: [spain, rich].reverse() });
  assert.equal(over.code, 'illegal_army');
  assert.equal(over.seat, 'A');
  assert.match(over.rule, /^BE-ARMY-0\d$/);
  assert.ok(over.text.length > 10 && over.fix.length > 5, JSON.stringify(over));
  const empty = await refusal({ ruleset: 'brevis', armies: [spain, { ...sweden, regiments: [] }] });
  assert.deepEqual([empty.code, empty.seat, empty.rule], ['illegal_army', 'B', 'BE-ARMY-04']);
  const [, plain] = battles.liber.armies;
  const poor = await refusal({ ruleset: 'liber', armies: [battles.liber.armies[0], { ...plain, limit: 100 }] });
  assert.deepEqual([poor.code, poor.seat], ['illegal_army', 'B']);
  assert.match(poor.rule, /^LM-/);
  assert.ok(poor.fix);
});

test('unequal limits are nobody’s fault alone', async () => {
  for (const [ruleset, low, high] of [['brevis', 3, 7], ['liber', 300, 1000]]) {
    const error = await refusal({ ruleset, armies: [suggested(ruleset, 'spain', low), suggested(ruleset, 'sweden', high)] });
    assert.deepEqual([error.code, error.seat], ['illegal_army', undefined]);
    assert.match(error.rule, /-ARMY-0/);
    assert.match(error.text, new RegExp(`${low} and ${high}`));
  }
});

test('armies are judged by the options of the game, not by those that they were made for', async () => {
  const [spain, sweden] = battles.liber.armies;
  const made = await seated(host, { ruleset: 'liber', armies: [{ ...spain, rules: { kingdoms_extras: 1 } }, sweden], options: { kingdoms_extras: 0 } });
  assert.equal(made.seats.A.opened.options.kingdoms_extras, 0);
  const error = await refusal({ ruleset: 'liber', armies: [spain, sweden], options: { kingdoms_extra: 1 } });
  assert.match(error.text, /kingdoms_extra/);
});

test('what is no army of this game is refused with its seat', async () => {
  const { brevis, liber } = battles;
  const wrong = [
    [brevis.armies[0], liber.armies[0]], [brevis.armies[0], {}], [brevis.armies[0], { ...brevis.armies[1], format: 2 }], [brevis.armies[0], { ...brevis.armies[1], regiments: 'I1' }],
    [brevis.armies[0], { ...brevis.armies[1], regiments: [null] }], [brevis.armies[0], { ...brevis.armies[1], surprise: true }], [brevis.armies[0], { ...brevis.armies[1], limit: '7' }],
    [brevis.armies[0], { ...brevis.armies[1], name: 'n'.repeat(33 * 1024) }],
  ];
  for (const armies of wrong) {
    const error = await refusal({ ruleset: 'brevis', armies });
    assert.deepEqual([error.code, error.seat], ['illegal_army', 'B'], JSON.stringify(error).slice(0, 300));
    assert.ok(error.text.length > 10);
  }
  assert.match((await refusal({ ruleset: 'brevis', armies: wrong.at(-1) })).text, /at most 32768 bytes/);
});

test('endless names are refused', async () => {
  const long = battles.liber.armies.map(army => ({ ...army, chief: { ...army.chief, name: 'N'.repeat(14_000) } }));
  for (const [ruleset, armies] of [['liber', long], ['brevis', battles.brevis.armies.map(army => ({ ...army, name: 'N'.repeat(2000) }))]]) {
    const error = await refusal({ ruleset, armies });
    assert.equal(error.code, 'illegal_army');
    assert.match(error.text, /name/);
  }
});

test('the largest armies meet, or are told why not', async () => {
  for (const ruleset of ['brevis', 'liber']) {
    const limit = ruleset === 'brevis' ? 20 : 5000;
    const socket = await Socket.connect(host);
    const { created, error } = await socket.ask({ create: { ...settings, ruleset, armies: [suggested(ruleset, 'spain', limit, 5), suggested(ruleset, 'sweden', limit, 5)] } });
    if (created) assert.ok((await socket.ask({ open: { link: created.links.A, from: 0 } })).opened.scenario_text);
    else assert.deepEqual([error.code, error.seat, /\d+ units/.test(error.text)], ['illegal_army', undefined, true], JSON.stringify(error));
  }
});

test('a message of another shape is malformed', async () => {
  const { armies } = battles.brevis;
  const wrong = [
    { ruleset: 'brevis' }, { ruleset: 'brevis', armies, scenario: 'two_colonels' }, { ruleset: 'brevis', armies: [armies[0]] }, { ruleset: 'brevis', armies: [...armies, armies[0]] },
    { ruleset: 'brevis', armies: [] }, { ruleset: 'brevis', armies: {} }, { ruleset: 'brevis', armies: null }, { ruleset: 'brevis', armies: 'spain' }, { ruleset: 'brevis', armies: [armies[0], 7] },
    { ruleset: 'brevis', armies: [armies[0], null] }, { ruleset: 'brevis', armies: [[], []] }, { ruleset: 'chess', armies }, { ruleset: 'brevis', armies, options: { terrain_points: 7 } },
    { ruleset: 'brevis', armies, options: [] }, { ruleset: 'brevis', armies, players: { A: 'person' } },
  ];
  for (const create of wrong) {
    const error = await refusal(create);
    assert.ok(['malformed', 'illegal_army'].includes(error?.code), JSON.stringify(create).slice(0, 200));
    assert.ok(error.text.length > 10);
  }
  const none = await refusal({ ruleset: 'sample', armies });
  assert.equal(none.code, 'malformed');
  assert.match(none.text, /sample has no army lists/);
});

test('no link, seed or name of an army is in the log', () => {
  for (const word of ['Naples', 'scenario_text', readFileSync(join(folder, 'brevis.jsonl'), 'utf8').match(/"reveal":"(\w+)"/)[1]]) assert.ok(!host.log().includes(word), word);
});
