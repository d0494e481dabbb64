/* deciding.test.mjs DATA ENGINE.wasm: the models behind deciding, by themselves and on games of the real engine. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const [data, modulePath] = process.argv.slice(2);
const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const work = mkdtempSync(join(tmpdir(), 'deciding-'));
process.on('exit', () => rmSync(work, { recursive: true }));

async function load(path) {
  const outfile = join(work, `${path.replaceAll('/', '_')}.mjs`);
  buildSync({ entryPoints: [join(root, 'web', `${path}.ts`)], bundle: true, format: 'esm', outfile, alias: { '@preact/signals': '@preact/signals-core' } });
  return import(pathToFileURL(outfile));
}

Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true });
const { Engine } = await load('engine/engine');
const model = await load('play/deciding/model');
const geometry = await load('play/deciding/geometry');
const measure = await load('play/deciding/measure');
const plans = await load('play/deciding/plan');
const aims = await load('play/deciding/aim');
const chances = await load('play/deciding/chances');
const module = new WebAssembly.Module(readFileSync(modulePath));

function documents(relative = '') {
  return readdirSync(join(data, relative), { withFileTypes: true }).flatMap(entry => {
    const path = relative ? `${relative}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return documents(path);
    return entry.name.endsWith('.json') ? [path] : [];
  });
}

async function open(ruleset, scenario) {
  const engine = await Engine.load(module);
  for (const name of documents()) engine.addDocument(name, readFileSync(join(data, name), 'utf8'));
  return { engine, match: engine.loadMatch(ruleset, scenario) };
}

/* A referee that knows everything, and a page's engine for each seat, as a table has them. */
async function table(ruleset, scenario, seed) {
  const { engine: referee } = await open(ruleset, scenario);
  const page = await open(ruleset, scenario);
  referee.begin(seed, 'A', 'en');
  const look = seat => {
    page.engine.install(referee.stateBytes(seat), seat);
    return page.engine.view(seat, 'en');
  };
  const ground = (seat, view) => ({
    judge: page.engine, match: page.match, seat, language: 'en', units: view.state.units, facts: model.factsOf(page.match),
    isPlaced: fields => (typeof fields.status === 'string' ? fields.status === 'standing' : !fields.removed),
  });
  return { referee, look, ground, ...page };
}

const offers = [
  { do: 'pass', text: 'do nothing' },
  { do: 'move', unit: 'A1', at: [0, 0], open: ['at'], text: 'A1 moves' },
  { do: 'turn', unit: 'A1', at: [0, 0], heading: 0, open: ['at', 'heading'], text: 'A1 moves turned' },
  { do: 'flee', unit: 'A1', value: 0, open: ['value'], text: 'A1 flees' },
  { do: 'shoot', unit: 'A1', target: 'B1', text: 'A1 shoots at B1' },
  { do: 'charge', unit: 'A1', target: 'B1', choice: 'front', text: 'A1 charges B1: front' },
  { do: 'shoot', unit: 'A1', target: 'B2', text: 'A1 shoots at B2' },
  { do: 'stop', unit: 'A1', text: 'A1 stops' },
  { do: 'stop', unit: 'A2', text: 'A2 stops' },
];

test('offers are grouped by piece, by target, and by what is still open', () => {
  const question = model.questionOf(offers);
  assert.deepEqual(question.free.map(({ text }) => text), ['do nothing']);
  assert.deepEqual([...question.units.keys()], ['A1', 'A2']);
  const acts = model.actsOf(question, 'A1');
  assert.deepEqual(acts.plain.map(({ index }) => index), [7]);
  assert.deepEqual([...acts.targets].map(([target, answers]) => [target, answers.map(({ index }) => index)]), [['B1', [4, 5]], ['B2', [6]]]);
  assert.deepEqual(acts.open.map(({ index }) => index), [1, 2, 3]);
  assert.deepEqual(acts.open[0].decision, { do: 'move', unit: 'A1', at: [0, 0] }, 'a decision has no text and nothing open in it');
  assert.deepEqual(model.tabsOf(acts, acts.open[1]).map(({ index }) => index), [1, 2], 'places are tabs of one form');
  assert.deepEqual(model.tabsOf(acts, acts.open[2]).map(({ index }) => index), [3], 'a number is another form');
  assert.deepEqual(model.actsOf(question, 'C9').plain, []);
});

test('whether a piece must be chosen', () => {
  const activate = ['A1', 'A2'].map(unit => ({ do: 'activate', unit }));
  assert.equal(model.isChoiceOfUnit(model.questionOf(activate)), true);
  assert.equal(model.isChoiceOfUnit(model.questionOf(offers)), false);
  assert.equal(model.isChoiceOfUnit(model.questionOf(activate.slice(1))), false);
  assert.equal(model.onlyUnit(model.questionOf(activate.slice(1))), 'A2');
  assert.equal(model.onlyUnit(model.questionOf(activate)), null);
  assert.equal(model.onlyUnit(model.questionOf([])), null);
  assert.equal(model.after(['A1', 'A2'], 'A2'), 'A1');
  assert.equal(model.after(['A1', 'A2'], null), 'A1');
  assert.equal(model.after(['A1', 'A2'], 'B7'), 'A1');
  assert.equal(model.after([], 'A1'), null);
});

test('keys for choices do not collide', () => {
  assert.deepEqual(model.keysOf(['Ready', 'Attack', 'Run', 'Fire', 'Resist']), ['r', 'a', 'u', 'f', 'e']);
  assert.deepEqual(model.keysOf(['Été', 'Épée']), ['é', 'p']);
  assert.deepEqual(model.keysOf(['A', 'a']), ['a', '']);
});

test('a planned question keeps what can be changed and adds what the plan has opened', () => {
  const first = [{ do: 'order', unit: 'A1', choice: 'fire' }, { do: 'order', unit: 'A2', choice: 'fire' }];
  const rest = [{ do: 'order', unit: 'A2', choice: 'fire' }, { do: 'join', unit: 'A2', target: 'A1' }];
  const { units } = model.planQuestion(first, rest);
  assert.deepEqual(units.get('A1').map(({ decision }) => decision.do), ['order']);
  assert.deepEqual(units.get('A2').map(({ decision, index }) => [decision.do, index]), [['order', 0], ['join', 1]]);
});

test('bases: where they are, whether they overlap, how far apart they are', () => {
  const base = { shape: 'rectangle', width: 4000, depth: 2000 };
  const north = geometry.outlineOf(base, { x: 0, y: 0, heading: 0 });
  assert.deepEqual(north.map(geometry.rounded).map(({ x, y }) => [x, y + 0]), [[-2000, 0], [2000, 0], [2000, -2000], [-2000, -2000]]);
  const east = geometry.outlineOf(base, { x: 10000, y: 0, heading: 9000 }).map(geometry.rounded);
  assert.deepEqual(east.map(({ x }) => x), [10000, 10000, 8000, 8000], 'its front is the east side');
  assert.equal(Math.round(geometry.gap(north, east)), 6000);
  assert.equal(geometry.overlap(north, east), false);
  const across = geometry.outlineOf({ shape: 'rectangle', width: 400, depth: 9000 }, { x: 0, y: 3000, heading: 0 });
  assert.equal(geometry.overlap(north, across), true, 'no corner of one is in the other');
  assert.equal(geometry.gap(north, across), 0);
  const disc = geometry.outlineOf({ shape: 'disc', width: 2000, depth: 2000 }, { x: 0, y: 3000, heading: 0 });
  assert.ok(Math.abs(geometry.gap(north, disc) - 2000) < 20);
  assert.equal(geometry.isInside({ x: 0, y: -1 }, north), true);
  assert.equal(geometry.isInside({ x: 0, y: 1 }, north), false);
  assert.equal(geometry.bearing({ x: 0, y: 0 }, { x: 5, y: 0 }), 9000);
  assert.deepEqual(geometry.along({ x: 10, y: 10 }, 18000, 5), { x: 10, y: 5 });
  assert.equal(geometry.turned(-100), 35900);
  const border = geometry.lastGood(0, 100, 0.5, at => at <= 33);
  assert.ok(border <= 33 && border > 32.4);
});

test('lengths are said and typed in the unit of the game', async () => {
  const words = ruleset => JSON.parse(readFileSync(join(data, ruleset, 'en.json'), 'utf8'));
  assert.equal(measure.unitOf(words('brevis')), 'in');
  assert.equal(measure.unitOf(words('sample')), 'cm');
  assert.equal(measure.formatLength(10160, 'in', 'en'), '4');
  assert.equal(measure.formatLength(10287, 'in', 'fr'), '4,05');
  assert.equal(measure.fromUnit(4.05, 'in'), 10287);
  assert.equal(measure.parseNumber(' 4,5 '), 4.5);
  assert.equal(measure.parseNumber('-.5'), -0.5);
  for (const wrong of ['', '4 in', '1e5', '--1', '1.2.3', 'NaN']) assert.equal(measure.parseNumber(wrong), null, wrong);
  assert.deepEqual([0, 1, 4999, 666666, 999999, 1000000].map(measure.percent), [0, 1, 1, 67, 99, 100]);
});

test('a plan is gathered, changed and given as one list', async () => {
  const { referee, look, engine } = await table('brevis', 'fleurus', 5);
  const view = look('A');
  assert.equal(view.state.gathered, true);
  const order = (unit, choice) => ({ do: 'order', unit, choice });
  let plan = plans.gather(engine, 'A', 'en', [order('A1', 'fire'), order('A2', 'run'), order('A1', 'attack'), order('B1', 'fire')]);
  assert.deepEqual(plan.decisions, [order('A1', 'fire'), order('A2', 'run')], 'a second card and a foreign one are left out');
  assert.equal(plan.complete, false);
  const units = [...model.questionOf(plan.first).units.keys()];
  assert.deepEqual(plan.lacking, units.filter(unit => unit !== 'A1' && unit !== 'A2'));
  const changed = plans.withAnswer(plan.decisions, order('A1', 'resist'));
  assert.deepEqual(changed, [order('A1', 'resist'), order('A2', 'run')], 'the answer is changed in its place');
  assert.deepEqual(plans.withoutUnit(changed, 'A1'), [order('A2', 'run')]);
  plan = plans.gather(engine, 'A', 'en', units.map(unit => order(unit, 'ready')));
  assert.equal(plan.complete, true);
  assert.deepEqual(plan.lacking, []);
  assert.equal(plan.decisions.length, units.length);
  plan = plans.gather(engine, 'A', 'en', plan.decisions.slice(1));
  assert.equal(plan.complete, false, 'a card was taken back');
  assert.deepEqual(plan.lacking, ['A1']);
  assert.equal(referee.view('A', 'en').state.units.A1.order, 'none', 'nothing is given before it is given');
  for (const unit of units) assert.equal(referee.decide('A', order(unit, 'ready'), 'en').verdict, 'decided');
});

test('a regiment is found by the board', async () => {
  const { match } = await open('brevis', 'fleurus');
  const facts = model.factsOf(match);
  const mates = model.comrades(facts, 'A1');
  assert.ok(mates.length > 1 && mates.includes('A1'));
  assert.ok(mates.every(unit => facts.get(unit).seat === 'A' && facts.get(unit).regiment === facts.get('A1').regiment));
  const plain = await open('sample', 'meadow');
  assert.deepEqual(model.comrades(model.factsOf(plain.match), 'A1'), ['A1'], 'a game without regiments');
  assert.equal(model.isBinding(match, { do: 'charge' }), true);
  assert.equal(model.isBinding(match, { do: 'activate' }), false);
});

/* A game up to the first question that has an offer of this kind. */
async function upTo(ruleset, scenario, kind, seed) {
  const game = await table(ruleset, scenario, seed);
  for (let i = 0; i < 3000; i++) {
    const { asked, winner } = game.referee.view('spectator', 'en').state;
    assert.equal(winner, undefined, `no ${kind} in this game`);
    const seat = asked[0];
    const view = game.look(seat);
    const index = view.offers.findIndex(offer => offer.do === kind);
    if (index >= 0) return { ...game, seat, view, index };
    const decision = game.referee.sample(seat, i * 7 % view.offers.length, i + 1) ?? game.referee.sample(seat, 0, i + 1);
    game.referee.decide(seat, decision, 'en');
  }
  throw new Error(`no ${kind}`);
}

for (const [ruleset, scenario, kind] of [['brevis', 'two_colonels', 'move'], ['sample', 'meadow', 'march']]) {
  test(`${ruleset}: a move is judged, drawn in and measured`, async () => {
    const { ground: make, seat, view, index, match, engine } = await upTo(ruleset, scenario, kind, 3);
    const ground = make(seat, view);
    const answer = model.answerOf(view.offers[index], index);
    const begun = aims.beginAim(ground, [answer], 0);
    assert.equal(begun.set, false);
    assert.ok(begun.region.length > 2);
    const { from } = begun;
    const allows = (x, y) => engine.refuse(seat, aims.numeric(match, aims.decisionAt(answer, { x, y, heading: 0 }, 0))) === 0;

    const good = aims.suggest(ground, begun, 4);
    assert.ok(good.legal && good.set && good.refusal === null);
    assert.ok(allows(good.pose.x, good.pose.y));
    const direction = geometry.bearing(from, good.pose);
    assert.ok(Math.abs(good.length - geometry.distance(from, good.pose)) < 1);
    const last = geometry.between(from, good.pose, (good.length + good.margin - 3) / good.length);
    const beyond = geometry.between(from, good.pose, (good.length + good.margin + 40) / good.length);
    assert.ok(allows(last.x, last.y), 'the margin can be used up');
    assert.ok(!allows(beyond.x, beyond.y), 'and no more than it');

    const far = aims.propose(ground, begun, aims.byLength(begun, 60000, direction), 0, { pull: 0, settled: true });
    assert.equal(far.legal, false);
    assert.match(far.refusal.rule, /-/);
    assert.ok(far.refusal.text.length > 10);
    assert.ok(far.nearest && allows(far.nearest.x, far.nearest.y), 'a legal place is known');

    const reach = good.length + good.margin;
    const over = aims.propose(ground, begun, aims.byLength(begun, reach + 300, direction), 0, { pull: 600, settled: false });
    assert.ok(over.legal && over.snap !== null, 'just beyond is drawn in');
    assert.ok(geometry.distance(over.pose, aims.byLength(begun, reach + 300, direction)) <= 600);
    const under = aims.propose(ground, begun, aims.byLength(begun, reach - 300, direction), 0, { pull: 600, settled: false });
    assert.ok(under.legal && under.snap !== null, 'just short of the end goes to it, or to a border before it');
    const exact = aims.propose(ground, begun, aims.byLength(begun, reach - 300, direction), 0, { pull: 0, settled: false });
    assert.equal(exact.snap, null, 'without pull nothing is drawn');
    assert.ok(Math.abs(exact.length - reach + 300) < 2);
    assert.equal(engine.decide(seat, aims.decisionAt(answer, good.pose, 0), 'en', Array(60).fill(1)).verdict !== 'refused', true);
  });
}

test('a ghost stops in contact with an enemy, and just out of his ring', () => {
  const enemy = { x: 0, y: 10000, heading: 18000 };
  const base = { shape: 'rectangle', width: 4000, depth: 2000 };
  const ring = [[-9000, 4000], [9000, 4000], [9000, 20000], [-9000, 20000]];
  const judge = {
    refuse: () => 0, refusal: () => null, region: () => [], sample: () => null,
    odds: () => ({ outcomes: 1, runs: 1, changes: [] }),
    rings: () => [{ name: 'range', rule: 'XX-01', threat: true, distance: 6000, outline: ring }],
  };
  const match = { kinds: [{ name: 'move', uses: ['unit', 'at'] }], pieces: ['A1', 'B1'] };
  const facts = new Map([['A1', { id: 'A1', seat: 'A', type: 'x', base }], ['B1', { id: 'B1', seat: 'B', type: 'x', base }]]);
  const ground = { judge, match, seat: 'A', language: 'en', units: { A1: { x: 0, y: 0, heading: 0 }, B1: enemy }, facts, isPlaced: () => true };
  const begun = aims.beginAim(ground, [model.answerOf({ do: 'move', unit: 'A1', open: ['at'] }, 0)], 0);
  const go = (y, pull = 300) => aims.propose(ground, begun, { x: 0, y, heading: 0 }, 0, { pull, settled: false });
  const out = go(4100);
  assert.equal(out.snap, 'ring');
  assert.ok(out.pose.y <= 4000 && out.pose.y >= 3998);
  const touch = go(9900);
  assert.equal(touch.snap, 'contact');
  assert.ok(touch.pose.y <= 10000 && touch.pose.y >= 9998);
  assert.equal(go(7000).snap, null);
  assert.deepEqual(aims.nearestEnemy(ground, 'A1', { x: 0, y: 7000, heading: 0 }), { unit: 'B1', gap: 3000 });
  assert.equal(go(9900, 0).snap, null);
});

test('a place on a board that is empty, with a heading', async () => {
  const { ground: make, seat, view, index, engine, match } = await upTo('brevis', 'pickup', 'place', 2);
  const ground = make(seat, view);
  const answer = model.answerOf(view.offers[index], index);
  const begun = aims.beginAim(ground, [answer], 0);
  assert.equal(begun.from, null);
  const put = aims.suggest(ground, begun, 1);
  assert.ok(put.legal);
  assert.equal(put.length, null, 'there is no way from nowhere');
  assert.deepEqual([put.shown.x, put.shown.y, put.shown.heading], [put.pose.x, put.pose.y, put.pose.heading]);
  const turned = aims.propose(ground, put, { ...put.pose, heading: put.pose.heading - 36100 }, 0, aims.exactly);
  assert.equal(turned.pose.heading, geometry.turned(put.pose.heading - 100));
  const off = aims.propose(ground, put, { x: -50000, y: -50000, heading: 0 }, 0, aims.exactly);
  assert.equal(off.legal, false);
  if (off.nearest) assert.equal(engine.refuse(seat, aims.numeric(match, aims.decisionAt(answer, off.nearest, 0))), 0);
});

for (const [ruleset, scenario] of [['sample', 'meadow'], ['brevis', 'two_colonels'], ['brevis', 'pickup']]) {
  test(`${ruleset}/${scenario}: a whole game can be played through the models alone`, async () => {
    const { referee, look, ground: make, engine } = await table(ruleset, scenario, 11);
    const seen = new Set();
    for (let i = 1; ; i++) {
      const { asked, winner } = referee.view('spectator', 'en').state;
      if (winner !== undefined) break;
      assert.ok(i < 4000, 'the game ends');
      const seat = asked[0];
      const view = look(seat);
      const question = model.questionOf(view.offers);
      const reached = [...question.free, ...[...question.units.keys()].flatMap(unit => {
        const acts = model.actsOf(question, unit);
        return [...acts.plain, ...acts.open, ...[...acts.targets.values()].flat()];
      })];
      assert.deepEqual(reached.map(({ index }) => index).sort((a, b) => a - b), view.offers.map((_, k) => k), 'every offer is reached once');
      if (view.state.gathered) {
        let plan = plans.gather(engine, seat, 'en', []);
        while (!plan.complete) {
          const choices = model.planQuestion(plan.first, plan.rest).units.get(plan.lacking[0]);
          plan = plans.gather(engine, seat, 'en', plans.withAnswer(plan.decisions, choices[i++ % choices.length].decision));
        }
        for (const decision of plan.decisions) assert.equal(referee.decide(seat, decision, 'en').verdict, 'decided');
        seen.add('plan');
        continue;
      }
      const answer = reached[i * 5 % reached.length];
      let decision = answer.decision;
      if (answer.open.length > 0) {
        const ground = make(seat, view);
        const aim = aims.suggest(ground, aims.beginAim(ground, [answer], 0), i);
        if (!aim.set) continue;
        assert.ok(aim.legal, 'what is suggested is legal');
        decision = aims.decisionAt(answer, aim.pose, aim.value);
        seen.add('aim');
      }
      assert.equal(referee.decide(seat, decision, 'en').verdict, 'decided', JSON.stringify(decision));
      if (decision.target) seen.add('target');
    }
    for (const kind of ['plan', 'aim']) assert.ok(seen.has(kind), kind);
  });
}

test('the reckoning behind a decision: each number with its reasons, and the roll it is for', () => {
  const events = [
    { event: 'shoots', rule: 'X-1' },
    { event: 'base', rule: 'X-2', values: [4] }, { event: 'reason', rule: 'X-3', values: [-1], unit: 'B1', text: '-1' }, { event: 'total', rule: 'X-2', values: [3] },
    { event: 'roll', rule: 'X-4', sides: 6, need: 5, dice: [6, 6, 6] },
    { event: 'roll', rule: 'X-5', sides: 6, need: 0, dice: [6] },
  ];
  assert.deepEqual(chances.reckoningsOf(events), [
    { account: { rule: 'X-2', base: 4, total: 3, reasons: [{ rule: 'X-3', amount: -1, unit: 'B1', text: '-1' }] }, roll: { rule: 'X-4', count: 3, sides: 6, need: 5 } },
    { account: null, roll: { rule: 'X-5', count: 1, sides: 6, need: 0 } },
  ]);
  assert.deepEqual(chances.reckoningsOf([]), []);
});

test('odds tell what happens to pieces, and leave out what the board shows', () => {
  const change = (unit, value) => ({ ...(unit ? { unit } : {}), value, before: 0, after: [] });
  const odds = { outcomes: 2, runs: 2, changes: [change('', 'winner'), change('', 'phase'), change('', 'act_unit'), change('B1', 'wear'), change('B1', 'x'), change('A1', 'order'), change('B2', 'wear')] };
  const units = { A1: { order: 0 }, B1: { wear: 0, x: 0 }, B2: { wear: 'hidden' } };
  const told = chances.tellable(odds, units, field => field === 'wear' || field === 'x' || field === 'order');
  assert.deepEqual([...told].map(([unit, list]) => [unit, list.map(({ value }) => value)]), [['B1', ['wear']], ['', ['winner']]]);
  const next = { outcomes: 2, runs: 2, changes: [{ value: 'phase', before: 'react', after: [{ is: 'answer' }, { is: 'action' }] }, change('', 'turn')] };
  assert.deepEqual([...chances.tellable(next, units, () => true).values()].flat().map(({ value }) => value), ['phase']);
});
