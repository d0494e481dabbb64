/*
 * common.test.mjs DATA ENGINE.wasm: several people before one screen. In random games: whenever no curtain falls, what is asked can be read
 * from what everybody knows.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const [data, wasm] = process.argv.slice(2);
const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const work = mkdtempSync(join(tmpdir(), 'common-'));
process.on('exit', () => rmSync(work, { recursive: true }));

const outfile = join(work, 'common.mjs');
buildSync({
  stdin: { contents: `export { CommonSession, isPrivate } from './game/common'; export { Engine } from './engine/engine'; export { signal } from '@preact/signals';`, resolveDir: join(root, 'web') },
  bundle: true, format: 'esm', outfile, alias: { '@preact/signals': '@preact/signals-core' },
});
const { CommonSession, isPrivate, Engine, signal } = await import(pathToFileURL(outfile));
const module = new WebAssembly.Module(readFileSync(wasm));
const seats = ['A', 'B'];

async function load(ruleset, scenario) {
  const engine = await Engine.load(module);
  const read = name => engine.addDocument(name, readFileSync(join(data, name), 'utf8'));
  const documents = { brevis: ['bonus', 'regiments', 'rules', 'terrain', 'units', 'weapons'], argad: ['movement', 'profiles', 'rules', 'terrain', 'weapons'] };
  const names = documents[ruleset] ?? ['rules', 'units'];
  for (const name of [...names, 'en', 'fr', `scenarios/${scenario}`]) read(`${ruleset}/${name}.json`);
  for (const name of ['en', 'fr']) read(`text/${name}.json`);
  return { engine, match: engine.loadMatch(ruleset, scenario, {}) };
}

/* What a seat would hear of the position of the referee. */
async function sitDown(seat, ruleset, scenario) {
  const { engine, match } = await load(ruleset, scenario);
  const steps = signal([]), view = signal(null);
  const hear = referee => {
    const state = referee.stateBytes(seat);
    engine.install(state, seat);
    steps.value = [...steps.value, { n: steps.value.length, by: null, undo: false, events: [], state, mayUndo: false }];
    view.value = engine.view(seat, 'en');
  };
  const [needs, over, waiting, began, line] = [null, null, false, true, 'online'].map(value => signal(value));
  return { seat, engine, match, steps, view, needs, over, waiting, began, line, hear };
}

for (const [ruleset, scenario, games] of [['brevis', 'fleurus', 2], ['brevis', 'two_colonels', 6], ['sample', 'meadow', 4]]) {
  test(`${ruleset}/${scenario}: a question without a curtain tells nothing that is hidden`, async () => {
    const { engine: referee } = await load(ruleset, scenario);
    const { engine: reader } = await load(ruleset, scenario);
    const people = [await sitDown('A', ruleset, scenario), await sitDown('B', ruleset, scenario)], watcher = await sitDown('spectator', ruleset, scenario);
    const common = new CommonSession(people, watcher);
    const seen = { open: 0, plans: 0, answers: 0 };
    for (let game = 1; game <= games; game++) {
      referee.begin(game, 'A', 'en');
      for (let i = 0; i < 700; i++) {
        const { asked, winner, gathered } = referee.view('spectator', 'en').state;
        if (winner) break;
        for (const session of [...people, watcher]) session.hear(referee);
        assert.ok(common.isLevel);
        const seat = asked[0], own = people[seats.indexOf(seat)], shown = watcher.view.value.state;
        common.sit(own);
        if (isPrivate(own, shown)) seen[gathered ? 'plans' : 'answers']++;
        else {
          seen.open++;
          reader.install(watcher.steps.value.at(-1).state, 'spectator');
          assert.deepEqual(common.view.value.offers, reader.view(seat, 'en').offers);
          assert.deepEqual(common.view.value.state, reader.view('spectator', 'en').state);
          assert.equal(common.seat, seat);
        }
        const offers = referee.offers(seat, 'en');
        let decision = null;
        for (let tries = 0; tries < 30 && !decision; tries++) decision = referee.sample(seat, (game * 7919 + i * 31 + tries * 17) % offers.length, i + tries);
        assert.equal(referee.decide(seat, decision, 'en').verdict, 'decided');
      }
    }
    assert.ok(seen.open > 50 && seen.plans > 10, JSON.stringify(seen));
    if (scenario === 'fleurus') assert.ok(seen.answers > 0, 'somebody was asked in secret whether to react');
  });
}

test('one who has heard less than another keeps the picture as it was', async () => {
  const { engine: referee } = await load('sample', 'meadow');
  const people = [await sitDown('A', 'sample', 'meadow'), await sitDown('B', 'sample', 'meadow')], watcher = await sitDown('spectator', 'sample', 'meadow');
  const common = new CommonSession(people, watcher);
  referee.begin(3, 'A', 'en');
  for (const session of [...people, watcher]) session.hear(referee);
  const before = common.view.value;
  while (referee.view('spectator', 'en').state.gathered) {
    const [seat] = referee.view('spectator', 'en').state.asked;
    referee.decide(seat, referee.sample(seat, 0, 1), 'en');
  }
  people[0].hear(referee);
  assert.equal(common.isLevel, false);
  assert.equal(common.view.value, before);
  for (const session of [people[1], watcher]) session.hear(referee);
  assert.equal(common.isLevel, true);
  assert.equal(common.view.value.state.gathered, false);
});

test('where whole pieces are hidden each is asked behind the curtain, and the table waits until all have come equally far', async () => {
  const { engine: referee } = await load('argad', 'wayside_cross');
  const people = [await sitDown('A', 'argad', 'wayside_cross'), await sitDown('B', 'argad', 'wayside_cross')], watcher = await sitDown('spectator', 'argad', 'wayside_cross');
  const common = new CommonSession(people, watcher), all = [...people, watcher];
  const ready = seat => assert.equal(referee.decide(seat, { do: 'ready' }, 'en').verdict, 'decided');
  referee.begin(2, 'A', 'en');
  for (const session of all) session.hear(referee);
  assert.equal(common.isLevel, true, 'though neither can tell what the spectator sees');
  assert.deepEqual(watcher.view.value.state.asked, [], 'who is asked is a secret too');
  for (const own of people) {
    common.sit(own);
    assert.deepEqual(common.view.value.state.asked, [own.seat]);
    assert.equal(isPrivate(own, watcher.view.value.state), true);
  }
  ready('A');
  people[0].hear(referee);
  assert.equal(common.isLevel, true, 'one who is done tells nobody');
  ready('B');
  people[0].hear(referee);
  assert.equal(common.isLevel, false);
  for (const session of [people[1], watcher]) session.hear(referee);
  assert.equal(common.isLevel, true);
  assert.equal(common.view.value.state.phase, 'plot');
  assert.deepEqual(common.view.value.state.units, watcher.view.value.state.units, 'what lies open is what both may see');
});
