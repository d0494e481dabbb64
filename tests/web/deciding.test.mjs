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
const vocabulary = await load('play/deciding/vocabulary');
const geometry = await load('play/deciding/geometry');
const measure = await load('play/deciding/measure');
const plans = await load('play/deciding/plan');
const aims = { ...await load('play/deciding/aim'), ...await load('play/deciding/aim_table'), ...await load('play/deciding/aiming') };
const chances = await load('play/deciding/chances');
const dice = await load('engine/dice');
const hexAims = await load('play/deciding/aim_hexes');
const hexes = await load('table/hexes/geometry');
const hexMeasure = await load('play/measure/hexes');
const lights = await load('play/deciding/lit');
const measures = await load('play/measure/measure');
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
    isPlaced: fields => (typeof fields.status === 'string' ? ['standing', 'normal', 'disordered', 'retired'].includes(fields.status) : !fields.removed),
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

test('targets of nobody in particular are targets too', () => {
  const question = model.questionOf([{ do: 'fight', target: 'B1' }, { do: 'shoot', unit: 'A1', target: 'B1' }, { do: 'end' }]);
  assert.deepEqual([...model.targetsOf(question, 'A1')].map(([target, answers]) => [target, answers.map(({ index }) => index)]), [['B1', [1, 0]]]);
  assert.deepEqual([...model.targetsOf(question, null)].map(([target, answers]) => [target, answers.length]), [['B1', 1]]);
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
  assert.deepEqual([0, 1, 4999, 5000, 666666, 999999, 1000000].map(measure.percentText), ['<1', '<1', '<1', '1', '67', '>99', '100'], 'a chance that there is');
});

test('dice of ten sides count from 0', () => {
  assert.deepEqual([6, 10, 12].map(sides => [dice.lowestFace(sides), dice.highestFace(sides)]), [[1, 6], [0, 9], [1, 12]]);
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

/* A game that takes any number of orders for a piece, and is told when the plan is ready. */
function planner() {
  let moved = [], noted = false;
  return {
    resetDraft: () => { moved = []; noted = false; },
    offers: () => [
      ...['A1', 'A2'].map(unit => (moved.includes(unit) ? { do: 'recall', unit } : { do: 'move', unit, open: ['at'] })),
      ...moved.map(unit => ({ do: 'way', unit, open: ['at'] })),
      { do: 'resign', text: 'give up' }, ...(noted ? [] : [{ do: 'note', text: 'note' }]), { do: 'ready', text: 'ready' },
    ],
    draft: (_, decision) => {
      if (decision.do === 'ready' || decision.do === 'resign') return 'last';
      if (decision.do === 'way' && !moved.includes(decision.unit)) return { refusal: { rule: 'X', values: [] } };
      if (decision.do === 'note') noted = true;
      else if (!moved.includes(decision.unit)) moved.push(decision.unit);
      return 'kept';
    },
  };
}

test('a piece of a plan may be told several things, and the plan is given by an answer of its own', () => {
  const kind = (name, flags) => ({ name, uses: ['unit', 'at'], ...flags });
  const kinds = [kind('move'), kind('way', { adds: true }), kind('recall', { recalls: true }), kind('note'), kind('ready', { binding: true }), kind('resign', { yields: true })];
  const told = (name, unit, x) => ({ do: name, unit, at: [x, 0] });
  let list = [];
  for (const answer of [told('move', 'A1', 1), told('move', 'A2', 2), told('way', 'A1', 3), told('way', 'A1', 4), told('way', 'A2', 5)]) list = plans.withAnswer(list, answer, kinds);
  assert.deepEqual(list.map(({ unit, at }) => `${unit} ${at[0]}`), ['A1 1', 'A1 3', 'A1 4', 'A2 2', 'A2 5'], 'what adds stands behind what its piece was told before');
  const plan = plans.gather(planner(), 'A', 'en', list, kinds);
  assert.deepEqual(plan.decisions, list);
  assert.equal(plan.complete, false);
  assert.deepEqual(plan.end, { do: 'ready' }, 'neither what gives the game up nor what changes nothing of the plan');
  assert.deepEqual(plan.lacking, []);
  const question = model.planQuestion(plan.first, plan.rest, kinds);
  assert.ok(!question.answers.some(({ decision }) => decision.do === 'recall'));
  assert.deepEqual(question.units.get('A1').map(({ decision, index }) => [decision.do, index]), [['move', 0], ['way', 2]], 'with the numbers that the engine has for them');
  const anew = plans.withAnswer(list, told('move', 'A1', 9), kinds);
  assert.deepEqual(anew.map(({ unit, at }) => `${unit} ${at[0]}`), ['A1 9', 'A2 2', 'A2 5'], 'a plain answer replaces all of them');
  assert.deepEqual(plans.gather(planner(), 'A', 'en', plans.withoutUnit(list, 'A1').slice(1), kinds).decisions, [], 'a way without its beginning is left out');
  assert.deepEqual(plans.gather(planner(), 'A', 'en', [], kinds).end, { do: 'ready' }, 'a plan may be given as it is');
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
    refuse: () => 0, refusal: () => null, region: () => [], sample: () => null, way: () => null,
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

test('on a table a piece that was told to go elsewhere first goes on from there', () => {
  const judge = {
    refuse: () => 0, refusal: () => null, region: () => [], sample: () => null, rings: () => [], odds: () => ({ outcomes: 1, runs: 1, changes: [] }),
    way: (_, { kind, x, y }) => (kind === 1 ? { points: [[0, 0], [3000, 4000], [x, y]], spent: 5000, allowed: 16000 } : null),
  };
  const match = { kinds: [{ name: 'move', uses: ['unit', 'at'] }, { name: 'way', uses: ['unit', 'at'], adds: true }], pieces: ['A1', 'T1'] };
  const facts = new Map([['A1', { id: 'A1', seat: 'A', type: 'x' }], ['T1', { id: 'T1', seat: 'nobody', type: 'chest', base: { shape: 'disc', width: 2000, depth: 2000 } }]]);
  const ground = { judge, match, seat: 'A', language: 'en', units: { A1: { x: 0, y: 0, heading: 900 }, T1: { x: 3000, y: 6000, heading: 0 } }, facts, isPlaced: () => true };
  const aim = name => aims.beginAim(ground, [model.answerOf({ do: name, unit: 'A1', open: ['at'] }, 0)], 0);
  const plain = aim('move'), on = aim('way');
  assert.deepEqual([plain.from, plain.before], [{ x: 0, y: 0, heading: 900 }, []], 'a game without ways on its table');
  assert.deepEqual(on.from, { x: 3000, y: 4000, heading: 900 });
  assert.deepEqual(on.before, [{ x: 0, y: 0 }, { x: 3000, y: 4000 }]);
  const put = aims.propose(ground, on, { x: 3000, y: 5000, heading: 0 }, 0, { pull: 2000, settled: false });
  assert.equal(put.length, 1000);
  assert.equal(put.snap, null, 'what is nobody’s is no enemy to come into contact with');
});

/* Hexes without a game: a piece may go two steps, never into row 0, and must face east of north or south where it ends. */
function hexGround(open = ['at', 'heading']) {
  const board = { board: 'hexes', cols: 8, rows: 8 };
  const match = { board, kinds: [{ name: 'move', uses: ['unit', 'at', 'heading'] }, { name: 'turn', uses: ['unit', 'heading'] }], pieces: ['A1', 'B1'] };
  const from = { x: 3, y: 3, heading: 5 };
  const line = to => [[from.x, from.y], ...(hexes.distance(from, to) > 1 ? [[from.x + Math.sign(to.x - from.x), 3]] : []), [to.x, to.y]];
  let last = 0;
  const judge = {
    refuse: (_, { x = from.x, y = from.y, heading }) => (last = y < 1 || hexes.distance(from, { x, y }) > 2 || heading > 3 ? 7 : 0),
    refusal: () => (last === 0 ? null : { rule: 'XX-07', values: [], nearest: [4, 3, 1], text: 'XX-07: too far' }),
    way: (_, { x, y }) => (hexes.distance(from, { x, y }) > 4 ? null : { points: line({ x, y }), spent: hexes.distance(from, { x, y }), allowed: 2 }),
    region: () => [[2, 3], [4, 3], [5, 3]], sample: () => ({ do: 'move', unit: 'A1', at: [5, 3], heading: 2 }),
    odds: () => ({ outcomes: 1, runs: 1, changes: [] }), rings: () => [],
  };
  const facts = new Map([['A1', { id: 'A1', seat: 'A', type: 'x' }], ['B1', { id: 'B1', seat: 'B', type: 'x' }]]);
  const units = { A1: from, B1: { x: 6, y: 3, heading: 0 } };
  const ground = { judge, match, seat: 'A', language: 'en', units, facts, isPlaced: () => true };
  const answer = model.answerOf({ do: open.includes('at') ? 'move' : 'turn', unit: 'A1', at: [3, 3], heading: 5, open }, 0);
  return { ground, begun: aims.beginAim(ground, [answer], 0), answer };
}

test('on hexes a piece goes by the engine\'s way and faces along its last step', () => {
  const { ground, begun, answer } = hexGround();
  assert.equal(begun.set, false);
  assert.deepEqual(begun.region, [{ x: 2, y: 3 }, { x: 4, y: 3 }, { x: 5, y: 3 }]);
  const go = (aim, x, y, heading = aim.pose.heading) => aims.propose(ground, aim, { x, y, heading }, 0, aims.exactly);
  const east = go(begun, 5.2, 3);
  assert.ok(east.legal && east.set && east.settled);
  assert.deepEqual(east.pose, { x: 5, y: 3, heading: 1 }, 'of the two vertices toward the east, the nearer to how it faced');
  assert.deepEqual(east.way, { points: [[3, 3], [4, 3], [5, 3]], spent: 2, allowed: 2 });
  assert.equal(east.length, 2);
  const west = go(begun, 1, 3);
  assert.deepEqual([west.legal, west.pose.heading], [true, 0], 'the nearest facing that is legal');
  const turned = go(east, 5, 3, 2);
  assert.deepEqual([turned.pose.heading, turned.turned], [2, true]);
  assert.equal(go(turned, 4, 3).pose.heading, 2, 'what was turned by hand stays');
  assert.equal(go(east, 4, 3).pose.heading, 1);
  assert.equal(go(turned, 5, 3, 8).pose.heading, 2, 'headings go round');
  const hover = aims.propose(ground, begun, { x: 4, y: 3, heading: 5 }, 0, { pull: 0, settled: false });
  assert.equal(hover.settled, false, 'it still follows the pointer');
  const far = go(begun, 7, 3);
  assert.deepEqual([far.legal, far.refusal.rule, far.nearest, far.way.spent], [false, 'XX-07', { x: 4, y: 3, heading: 1 }, 4]);
  assert.equal(go(begun, 7, 7).way, null);
  assert.deepEqual(aims.decisionAt(answer, east.pose, 0), { do: 'move', unit: 'A1', at: [5, 3], heading: 1 });
  assert.deepEqual(aims.suggest(ground, begun, 1).pose, { x: 5, y: 3, heading: 2 }, 'a suggestion has its own');
  assert.deepEqual(aims.nearestEnemy(ground, 'A1', east.pose), { unit: 'B1', gap: 1 });
  assert.deepEqual([...hexAims.legalHeadings(ground, east)], [0, 1, 2, 3]);
});

test('on hexes a facing that is asked for begins with one that is legal', () => {
  const { ground, begun } = hexGround(['heading']);
  assert.ok(begun.set && begun.legal);
  assert.equal(begun.pose.heading, 0, 'the nearest to how it stands');
  const next = aims.propose(ground, begun, { ...begun.pose, heading: 1 }, 0, aims.exactly);
  assert.deepEqual([next.pose.heading, next.legal, next.way, next.length], [1, true, null, null]);
});

test('headings toward a hex, for all six neighbours', () => {
  for (const y of [4, 5])
    for (let direction = 0; direction < 6; direction++) {
      const toward = hexMeasure.headingsToward({ x: 4, y }, hexes.neighbour({ x: 4, y }, direction), 0);
      assert.deepEqual(new Set(toward.slice(0, 2)), new Set([direction, (direction + 1) % 6]), 'the two vertices of that side come first');
      assert.equal(new Set(toward).size, 6);
    }
});

test('ready offers that differ in place or heading alone are one, with a place to choose', () => {
  const face = heading => ({ do: 'face', unit: 'A1', heading, text: 'A1 turns' });
  const charge = (x, heading) => ({ do: 'charge', unit: 'A1', target: 'B1', at: [x, 2], heading, text: 'A1 charges B1' });
  const question = model.questionOf([face(0), face(2), { do: 'go', unit: 'A2', at: [1, 1], heading: 3 }, { do: 'go', unit: 'A2', at: [2, 1], heading: 3 },
    { do: 'go', unit: 'A3', at: [2, 1], heading: 3 }, charge(1, 0), charge(2, 0), { do: 'end' }]);
  assert.deepEqual(question.answers.map(({ index, open }) => [index, open]), [[0, ['heading']], [2, ['at']], [4, []], [5, []], [6, []], [7, []]]);
  assert.deepEqual(question.answers[0].among.map(({ heading }) => heading), [0, 2]);
  assert.deepEqual(model.actsOf(question, 'A1').targets.get('B1').map(({ index }) => index), [5, 6], 'ways to a target stay apart: each has its odds');
  assert.deepEqual(model.distinct(question.answers).map(({ index }) => index), [0, 2, 4, 5, 7], 'but are one deed');
  assert.deepEqual(aims.placesOf(question.answers[1].among), [{ x: 1, y: 1 }, { x: 2, y: 1 }]);
  const { ground } = hexGround();
  const aim = aims.beginAim({ ...ground, units: { ...ground.units, A2: { x: 3, y: 3, heading: 0 } } }, [question.answers[1]], 0);
  assert.deepEqual(aim.region, [{ x: 1, y: 1 }, { x: 2, y: 1 }]);
});

test('offers that name their place stay apart, and belong to that place', () => {
  const attack = (unit, zone) => ({ do: 'attack', unit, at: [zone, 0], text: `${unit} attacks zone ${zone}` });
  const question = model.questionOf([attack('A1', 8), attack('A1', 9), attack('A2', 8), { do: 'go', unit: 'A1', at: [0, 0], open: ['at'], text: 'A1 goes' }, { do: 'end' }]);
  assert.deepEqual(question.answers.map(({ open }) => open), [[], [], [], ['at'], []]);
  const sites = unit => [...model.sitesOf(question, unit)].map(([place, answers]) => [place, answers.map(({ index }) => index)]);
  assert.deepEqual(sites('A1'), [['8 0', [0]], ['9 0', [1]]]);
  assert.deepEqual(sites(null), [['8 0', [0, 2]], ['9 0', [1]]], 'where nobody acts, whoever may');
  assert.equal(model.hasOdds(question.answers[0], false), true);
  assert.equal(model.hasOdds(question.answers[3], false), false);
});

/* The teaching game on zones, with the pieces as they stand. */
async function onZones() {
  const game = await table('reiters', 'teach', 5);
  const decide = (seat, decision) => assert.equal(game.referee.decide(seat, decision, 'en').verdict, 'decided', JSON.stringify(decision));
  for (const seat of ['B', 'A']) decide(seat, { do: 'ready' });
  return { ...game, decide };
}

test('zones: steps, directions, names and what stops sight', async () => {
  const { match, look, engine } = await onZones();
  const zones = measures.measureOf(match), at = x => ({ x, y: 0 });
  assert.deepEqual([zones.counts, zones.named, zones.distance(at(6), at(6)), zones.distance(at(6), at(9)), zones.distance(at(6), at(99))], [true, true, 0, 3, Infinity]);
  assert.deepEqual(zones.step(at(6), 1, 0), at(7));
  assert.deepEqual(zones.step(at(7), 0, -1), at(2));
  assert.deepEqual(zones.step(at(6), -1, 0), at(6), 'beyond the rim there is nothing');
  assert.equal(zones.name(at(8), 'en'), '8 (hamlet)');
  assert.ok(zones.east(at(6)) < zones.east(at(7)));
  assert.equal(zones.east(at(0)), null);
  look('A');
  const refusal = engine.sees('A', 'C1a', null, [9, 0], 'en');
  assert.match(refusal.rule, /^FR-4\.1\.5-/);
  assert.deepEqual(zones.stops(refusal, at(6), at(9)), [at(8)], 'the hamlet');
  assert.deepEqual(zones.stops({ rule: '', values: [] }, at(2), at(3)), [at(2), at(3)], 'what lies between');
  assert.deepEqual(zones.stops({ rule: '', values: [] }, at(1), at(5)), []);
  assert.deepEqual(measures.poseOf({ x: 7 }), { x: 7, y: 0, heading: 0 });
});

test('zones: each place in reach has its price, and its danger when the odds are known', async () => {
  const { look, ground, engine } = await onZones();
  const view = look('A'), here = ground('A', view), question = model.questionOf(view.offers);
  const [move] = model.actsOf(question, 'C1a').open, aim = aims.beginAim(here, [move], 0);
  const known = new Map();
  const odds = { of: decision => ({ value: known.get(String(decision.at)) }) };
  const priced = lights.litOf(here, aim, odds);
  assert.ok(priced.some(({ at, label, risk }) => at.x === 7 && label === '2' && risk === undefined));
  assert.ok(priced.every(({ risk }) => risk === undefined), 'nothing is known yet');
  for (const { x } of aim.region) known.set(`${x},0`, engine.odds('A', { do: 'move', unit: 'C1a', at: [x, 0] }, 'decline', 'en'));
  const lit = lights.litOf(here, aim, odds);
  assert.deepEqual(lit.filter(({ risk }) => risk).map(({ at, risk }) => [at.x, risk]), [[3, 'may'], [13, 'may']]);
  assert.equal(lights.litOf(here, aim, odds), lit, 'found once');
});

test('zones: the odds of an attack are told for each principal defender', async () => {
  const { look, engine, decide } = await onZones();
  decide('A', { do: 'move', unit: 'C1a', at: [7, 0] });
  decide('A', { do: 'end_movement' });
  decide('B', { do: 'end_reaction' });
  look('A');
  const attack = { do: 'attack', unit: 'C1a', at: [8, 0] };
  const { answers, ...odds } = engine.odds('A', attack, 'decline', 'en', true);
  assert.deepEqual(answers.map(({ by, do: deed }) => [by, deed]), [['B', 'defend'], ['B', 'defend']]);
  assert.notEqual(answers[0].unit, answers[1].unit);
  assert.ok(answers.every(({ text }) => text.length > 0));
  assert.deepEqual(answers[0].worse, odds.worse, 'the first answer is what the odds suppose');
  assert.deepEqual(answers[0].worse.map(({ unit }) => unit).includes(answers[0].unit), true);
  assert.deepEqual(answers[1].worse.map(({ unit }) => unit).includes(answers[1].unit), true);
  assert.deepEqual(engine.odds('A', attack, 'stop', 'en', true).answers, []);
  assert.equal(engine.odds('A', attack, 'decline', 'en').answers, undefined);
});

test('what would be left undone is told before the end, and the next piece is the next in order', () => {
  const match = { kinds: [{ name: 'end', uses: [] }, { name: 'pass', uses: [], declines: true }, { name: 'move', uses: ['unit'] }, { name: 'leave', uses: ['unit'], grave: true }] };
  const question = model.questionOf([{ do: 'end' }, { do: 'pass' }, { do: 'move', unit: 'A1' }, { do: 'leave', unit: 'A1' }, { do: 'move', unit: 'A3' }]);
  const [end, pass, move, leave] = question.answers;
  assert.deepEqual(model.leftUnused(match, question, end), ['A1', 'A3']);
  assert.deepEqual(model.leftUnused(match, question, pass), []);
  assert.deepEqual(model.leftUnused(match, question, move), []);
  assert.deepEqual(model.leftUnused(match, question, end, () => [{ do: 'move', unit: 'A3' }]), ['A1'], 'who may still do something afterwards is not left out');
  assert.deepEqual([move, leave].map(({ decision }) => model.isGrave(match, decision)), [false, true]);
  const all = ['A1', 'A2', 'A3', 'A4'];
  assert.equal(model.nextInOrder(all, ['A3', 'A1'], 'A1'), 'A3');
  assert.equal(model.nextInOrder(all, ['A3', 'A1'], 'A2'), 'A3', 'after one that has nothing more to do');
  assert.equal(model.nextInOrder(all, ['A3', 'A1'], 'A3'), 'A1');
  assert.equal(model.nextInOrder(all, ['A3', 'A1'], null), 'A1');
  assert.equal(model.nextInOrder(all, [], 'A1'), null);
});

test('of much that is left undone only those are named who could do something to somebody', () => {
  const ids = Array.from({ length: 9 }, (_, i) => `A${i + 1}`), moves = ids.map(unit => ({ do: 'move', unit, open: ['at'] }));
  const question = model.questionOf([...moves, { do: 'mount', unit: 'A2' }, { do: 'shoot', unit: 'A4', target: 'B1' }, { do: 'attack', unit: 'A7', at: [8, 0] }]);
  assert.deepEqual(model.worthNaming(question, ids), ['A4', 'A7']);
  assert.deepEqual(model.worthNaming(question, ids.slice(0, 3)), ['A1', 'A2', 'A3'], 'a few are all named');
});

test('a sentence is known by its first clause', () => {
  const { clause } = vocabulary;
  assert.equal(clause('Your unit must lose a step: bear it, or retreat instead?'), 'Your unit must lose a step');
  assert.equal(clause('Votre unité doit perdre un pas : le subir, ou reculer ?'), 'Votre unité doit perdre un pas');
  assert.equal(clause('The turn goes on.'), 'The turn goes on');
  assert.equal(clause('Does the unit react?'), 'Does the unit react?');
  assert.equal(clause('Lay one card, or two.'), 'Lay one card, or two');
  assert.equal(clause('Declare every shock attack and every charge there is, then close the list.'), 'Declare every shock attack and every charge there is');
  assert.equal(clause('Spain'), 'Spain');
});

test('a free decision after which the same is still asked leaves nobody unused; the end of a march does', async () => {
  const { seat, view, index, match, engine } = await upTo('iron', 'bannockburn', 'folk', 1);
  const question = model.questionOf(view.offers), after = decision => plans.offersAfter(engine, seat, decision, 'en');
  const folk = question.free.find(({ index: n }) => n === index);
  assert.ok(question.units.size > 0);
  assert.deepEqual(model.leftUnused(match, question, folk, after), []);
  assert.deepEqual(engine.offers(seat, 'en'), view.offers, 'nothing was decided by asking');
  const march = await upTo('iron', 'teaching', 'end_march', 1);
  const now = model.questionOf(march.view.offers), end = now.free.find(({ index: n }) => n === march.index);
  const left = model.leftUnused(march.match, now, end, decision => plans.offersAfter(march.engine, march.seat, decision, 'en'));
  assert.ok(left.length > 1);
  assert.deepEqual(left, [...now.units.keys()]);
});

test('a place that is all there is to choose is asked for at once, also beside a chance to let pass', () => {
  const match = { kinds: [{ name: 'stay', uses: [], declines: true }, { name: 'end', uses: [] }] };
  const go = (unit, x) => ({ do: 'go', unit, at: [x, 1], heading: 3 });
  const alone = offers => model.loneAim(match, model.questionOf(offers))?.decision.unit ?? null;
  assert.equal(alone([go('A1', 1), go('A1', 2)]), 'A1');
  assert.equal(alone([go('A1', 1), go('A1', 2), { do: 'stay' }]), 'A1');
  assert.equal(alone([{ do: 'turn', unit: 'A1', heading: 0, open: ['heading'] }]), 'A1');
  assert.equal(alone([go('A1', 1), go('A1', 2), { do: 'end' }]), null, 'who may end it has a choice');
  assert.equal(alone([go('A1', 1), go('A1', 2), go('A2', 1), go('A2', 2)]), null);
  assert.equal(alone([go('A1', 1), go('A1', 2), { do: 'halt', unit: 'A1' }]), null);
  assert.equal(alone([go('A1', 1)]), null, 'nothing is open');
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

test('ground is laid by nobody: where it is wanted, and turned', async () => {
  const { ground: make, seat, view, index, engine, match } = await upTo('liber', 'pickup', 'buy', 2);
  const ground = make(seat, view);
  const answer = model.answerOf(view.offers[index], index);
  assert.equal(answer.decision.unit, undefined);
  assert.equal(model.priceOf(match, answer.decision), match.board.wares.find(({ kind }) => kind === answer.decision.choice).price);
  assert.equal(model.priceOf(match, { do: 'order', unit: 'A1', choice: answer.decision.choice }), undefined);
  const put = aims.suggest(ground, aims.beginAim(ground, [answer], 0), 1);
  assert.ok(put.legal);
  assert.equal(put.unit, aims.NOBODY);
  assert.deepEqual(put.shown, put.pose);
  const turned = aims.propose(ground, put, { ...put.pose, heading: put.pose.heading + 4500 }, 0, aims.exactly);
  assert.equal(turned.shown.heading, geometry.turned(put.pose.heading + 4500));
  assert.equal(turned.legal, engine.refuse(seat, aims.numeric(match, aims.decisionAt(answer, turned.pose, 0))) === 0);
});

test('of a few ready ways the nearest is taken', async () => {
  const { ground: make, seat, view } = await upTo('liber', 'rocroi', 'aside', 7);
  const ground = make(seat, view);
  const [answer] = model.questionOf(view.offers).answers.filter(({ decision }) => decision.do === 'aside');
  assert.deepEqual(answer.open, ['heading']);
  const begun = aims.beginAim(ground, [answer], 0);
  for (const { heading } of answer.among) {
    const near = aims.propose(ground, begun, { ...begun.pose, heading: heading + 900 }, 0, aims.exactly);
    assert.ok(near.legal);
    assert.equal(near.pose.heading, heading);
    assert.notDeepEqual([near.shown.x, near.shown.y], [begun.from.x, begun.from.y], 'he stands elsewhere');
  }
});

const wholeGames = [['sample', 'meadow', ['plan', 'aim']], ['brevis', 'two_colonels', ['plan', 'aim']], ['brevis', 'pickup', ['plan', 'aim']],
  ['iron', 'teaching', ['aim', 'target', 'way']], ['liber', 'first_blood', ['plan', 'aim', 'target']], ['liber', 'pickup', ['plan', 'aim', 'target']]];

for (const [ruleset, scenario, kinds] of wholeGames) {
  test(`${ruleset}/${scenario}: a whole game can be played through the models alone`, async () => {
    const { referee, look, ground: make, engine } = await table(ruleset, scenario, 11);
    const seen = new Set();
    for (let i = 1; ; i++) {
      const { asked, winner } = referee.view('spectator', 'en').state;
      if (winner !== undefined) break;
      assert.ok(i < 20000, 'the game ends');
      const seat = asked[0];
      const view = look(seat);
      const question = model.questionOf(view.offers);
      const reached = [...question.free, ...[...question.units.keys()].flatMap(unit => {
        const acts = model.actsOf(question, unit);
        return [...acts.plain, ...acts.open, ...[...acts.targets.values()].flat()];
      })];
      assert.equal(reached.reduce((sum, { among }) => sum + (among?.length ?? 1), 0), view.offers.length, 'every offer is reached once');
      assert.equal(new Set(reached.map(({ index }) => index)).size, reached.length);
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
        if (aim.way?.points.length > 1) {
          seen.add('way');
          assert.deepEqual(aim.way.points.at(-1), decision.at, 'a way ends where the piece goes');
          assert.deepEqual(aim.way.points[0], [view.state.units[aim.unit].x, view.state.units[aim.unit].y]);
          assert.ok(aim.way.spent <= aim.way.allowed);
        }
      }
      assert.equal(referee.decide(seat, decision, 'en').verdict, 'decided', JSON.stringify(decision));
      if (decision.target) seen.add('target');
    }
    for (const kind of kinds) assert.ok(seen.has(kind), kind);
  });
}

/* A plan of several parts. */

/* A page of its own at the position of the referee, as A sees it. */
async function openAt(referee, ruleset, scenario) {
  const { engine } = await open(ruleset, scenario);
  engine.install(referee.stateBytes('A'), 'A');
  return engine;
}

const orderKinds = [
  { name: 'hold', uses: ['unit'] }, { name: 'go', uses: ['unit', 'at'] }, { name: 'on', uses: ['unit', 'at'], adds: true }, { name: 'meet', uses: ['unit', 'target'], adds: true },
  { name: 'react', uses: ['unit', 'choice'], choices: ['flee', 'fight'], adds: true }, { name: 'recall', uses: ['unit'], recalls: true }, { name: 'ready', uses: [] },
];

test('what a piece is told grows: a manner goes with everything, and another of its kind takes its place', () => {
  const go = { do: 'go', unit: 'A1', at: [1, 1] }, on = { do: 'on', unit: 'A1', at: [2, 2] }, meet = { do: 'meet', unit: 'A1', target: 'B1' };
  const flee = { do: 'react', unit: 'A1', choice: 'flee' }, fight = { do: 'react', unit: 'A1', choice: 'fight' };
  const told = list => list.reduce((own, answer) => plans.toldWith(own, answer, orderKinds), []);
  assert.deepEqual(told([go, on, flee]), [go, on, flee]);
  assert.deepEqual(told([flee, go]), [go, flee], 'the manner is kept when the piece is sent elsewhere');
  assert.deepEqual(told([go, flee, on, fight]), [go, on, fight]);
  assert.deepEqual(told([go, on, meet, { ...go, at: [9, 9] }]), [{ ...go, at: [9, 9] }], 'a way and its end are not');
});

test('what adds is listed where it may be added, or changed', () => {
  const offer = (name, unit, more = {}) => ({ do: name, unit, ...more });
  const first = [offer('go', 'A1', { open: ['at'] }), offer('meet', 'A1', { target: 'B1' }), offer('react', 'A1', { choice: 'flee' }), offer('react', 'A1', { choice: 'fight' }), offer('go', 'A2', { open: ['at'] })];
  const rest = [offer('recall', 'A1'), offer('on', 'A1', { open: ['at'] }), offer('go', 'A2', { open: ['at'] })];
  const planned = [{ do: 'go', unit: 'A1', at: [1, 1] }, { do: 'react', unit: 'A1', choice: 'flee' }];
  const names = (unit, list) => model.planQuestion(first, rest, orderKinds, list).units.get(unit).map(({ decision }) => [decision.do, decision.choice ?? ''].join(' ').trim());
  assert.deepEqual(names('A1', planned), ['go', 'react flee', 'react fight', 'on'], 'no meeting any more, but another reaction');
  assert.deepEqual(names('A1', planned.slice(0, 1)), ['go', 'on']);
  assert.deepEqual(names('A2', planned), ['go']);
});

test('a plan once more goes along with its pieces', () => {
  const list = [{ do: 'go', unit: 'A1', at: [10, 20] }, { do: 'react', unit: 'A1', choice: 'flee' }, { do: 'go', unit: 'A2', at: [5, 5] }];
  assert.deepEqual(plans.shifted(list, unit => (unit === 'A1' ? { x: 3, y: -4 } : null)), [{ do: 'go', unit: 'A1', at: [13, 16] }, list[1], list[2]]);
});

test('letters that the screen keeps are no deed’s', () => {
  assert.deepEqual(model.keysOf(['Near', 'Under', 'End'], 'nu'), ['e', 'd', '']);
});

test('a plan that costs no dice, after which the seat is asked again, is still given by its last answer', () => {
  let turn = 1;
  const drafter = {
    resetDraft: () => { turn = 1; }, offers: () => [{ do: 'hold', unit: 'A1' }, { do: 'ready' }],
    view: () => ({ state: { units: {}, game: { turn } }, offers: drafter.offers() }),
    draft: (_, decision) => { if (decision.do === 'ready') turn++; return 'kept'; },
  };
  assert.deepEqual(plans.gather(drafter, 'A', 'en', [], orderKinds).end, { do: 'ready' });
  assert.equal(turn, 1, 'and nothing of it is left in the engine');
});

test('what seems forgotten: pieces that could act, one upon which an enemy stands, one that goes with an empty firearm, one that leaves for good', async () => {
  const { warningsOf } = await load('play/deciding/warnings');
  const disc = { shape: 'disc', width: 2000, depth: 2000 }, firearms = [{ id: 'musket' }];
  const board = { board: 'table', pieces: ['A1', 'A2', 'A3', 'A4', 'B1'].map(id => ({ id, seat: id[0], type: 'man', base: disc, profile: { firearms } })) };
  const match = { board, roster: board.pieces, pieces: board.pieces.map(({ id }) => id), kinds: [...orderKinds, { name: 'leave', uses: ['unit', 'at'], grave: true, adds: true }] };
  const at = (x, loaded, more = {}) => ({ x, y: 0, heading: 0, status: 'standing', loaded, shot_at: 0, ...more });
  const units = { A1: at(0, 1), A2: at(98000, 1), A3: at(40000, 0), A4: at(60000, 1, { shot_at: 5 }), B1: at(100000, 1) };
  const offers = ['A1', 'A2', 'A3', 'A4'].map(unit => ({ do: 'meet', unit, target: 'B1' }));
  const of = decisions => {
    const value = v => ({ value: v });
    const ground = { match, seat: 'A', units, facts: model.factsOf(match), isPlaced: () => true };
    const found = warningsOf({ desk: { session: { match, seat: 'A' } }, plan: value({ decisions }), ground: value(ground), question: value(model.questionOf(offers)) });
    return Object.fromEntries(found.map(({ kind, units: list }) => [kind, list.join(' ')]));
  };
  assert.deepEqual(of([]), { touching: 'A2', idle: 'A1 A3' }, 'one that is set upon somebody is not idle');
  assert.deepEqual(of([{ do: 'go', unit: 'A3', at: [1, 1] }, { do: 'meet', unit: 'A2', target: 'B1' }, { do: 'leave', unit: 'A1', at: [0, 0] }]), { grave: 'A1', empty: 'A3' });
  assert.deepEqual(of([{ do: 'hold', unit: 'A3' }]), { touching: 'A2', idle: 'A1' }, 'one that stays may load');
});

test('argad/tax_convoy: whoever does as another does goes along when that one is told otherwise, and is named when it cannot', async () => {
  const { referee, engine, match, look } = await table('argad', 'tax_convoy', 5);
  for (const seat of ['A', 'B']) assert.equal(referee.decide(seat, { do: 'ready' }, 'en').verdict, 'decided');
  const { units } = look('A').state, place = (unit, x, y) => [units[unit].x + x, units[unit].y + y];
  const move = { do: 'move', unit: 'A6', at: place('A6', 2000, 0) }, same = { do: 'likewise', unit: 'A8', target: 'A6' };
  let plan = plans.gather(engine, 'A', 'en', [move, same], match.kinds);
  assert.deepEqual(plan.left, []);
  plan = plans.amend(engine, 'A', 'en', plan, new Map([['A6', [{ ...move, at: place('A6', 4000, 0) }]]]), match.kinds);
  assert.deepEqual(plan.decisions.map(({ unit }) => unit), ['A6', 'A8']);
  const anew = plans.gather((await openAt(referee, 'argad', 'tax_convoy')), 'A', 'en', plan.decisions, match.kinds);
  assert.deepEqual(plan.units, anew.units);
  plan = plans.amend(engine, 'A', 'en', plan, new Map([['A6', []]]), match.kinds);
  assert.deepEqual(plan.decisions, []);
  assert.deepEqual(plan.left.map(({ decision }) => decision), [same]);
  assert.match(plan.left[0].refusal.rule, /^AR-/);
});

test('argad/tax_convoy: a plan that is changed bit by bit is the plan that is laid anew, and its end is known', async () => {
  const { referee, engine, match, look } = await table('argad', 'tax_convoy', 5);
  for (const seat of ['A', 'B']) assert.equal(referee.decide(seat, { do: 'ready' }, 'en').verdict, 'decided');
  let recalled = 0, added = 0;
  const counting = { resetDraft: () => { recalled += 1000; engine.resetDraft(); }, draft: (...all) => engine.draft(...all), offers: (...all) => engine.offers(...all), view: (...all) => engine.view(...all) };
  const fresh = (await open('argad', 'tax_convoy')).engine, bytes = referee.stateBytes('A');
  look('A');
  fresh.install(bytes, 'A');
  let plan = plans.gather(engine, 'A', 'en', [], match.kinds), i = 0;
  assert.deepEqual(plan.end, { do: 'ready' });
  for (let change = 0; change < 60; change++) {
    const question = model.planQuestion(plan.first, plan.rest, match.kinds, plan.decisions), units = [...question.units.keys()], unit = units[(change * 7) % units.length];
    const answers = question.units.get(unit), answer = answers[(change * 13) % answers.length], own = plans.toldTo(plan.decisions, unit);
    let { decision } = answer;
    if (answer.open.length > 0) {
      const now = plan.rest.findIndex(offer => model.sameDecision(offer, decision));
      decision = now < 0 ? null : engine.sample('A', now, ++i);
    }
    const wanted = change % 5 === 4 || !decision ? [] : plans.toldWith(own, decision, match.kinds);
    if (wanted.length > own.length && own.length > 0) added++;
    const changes = new Map([[unit, wanted]]), looked = plans.dependents(plan.decisions, changes).length, before = recalled;
    plan = plans.amend(counting, 'A', 'en', plan, changes, match.kinds);
    if (looked > 0) recalled = before;
    const anew = plans.gather(fresh, 'A', 'en', plan.decisions, match.kinds, plan.end);
    assert.deepEqual(anew.left, [], `change ${change}`);
    assert.deepEqual(plan.units, anew.units, `change ${change}`);
    assert.deepEqual(plan.rest, anew.rest);
    assert.deepEqual(plan.end, { do: 'ready' });
  }
  assert.ok(plan.decisions.length > 5 && added > 3, `${plan.decisions.length} ${added}`);
  assert.equal(recalled, 0, 'nothing was laid anew');
  for (const decision of [...plan.decisions, plan.end]) assert.equal(referee.decide('A', decision, 'en').verdict, 'decided');
});

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

test('what is certain and no harm is told apart', () => {
  const fields = [{ name: 'fired', flag: true }, { name: 'status', harm: true }];
  const change = (value, ...after) => ({ unit: 'B1', value, before: 0, after: after.map(is => ({ is })) });
  assert.equal(chances.isIdle(change('fired', 1), fields), true);
  assert.equal(chances.isIdle(change('fired', 0, 1), fields), false, 'dice decide');
  assert.equal(chances.isIdle(change('status', 'lost'), fields), false, 'certain harm is no trifle');
  assert.deepEqual([change('fired', 0, 1), change('fired', 1), change('status', 'lost', 'left')].map(one => chances.isTally(one, fields)), [true, false, false]);
  assert.equal(chances.isIdle({ value: 'winner', before: '', after: [{ is: 'A' }] }, fields), false, 'the end of the game neither');
});

test('a reaction is foretold only where somebody may react', () => {
  const phases = [{ name: 'march', step: 'march' }, { name: 'retreat', settles: true }, { name: 'react', step: 'reaction' }, { name: 'advance', settles: true }];
  const phase = (before, is) => ({ outcomes: 1, runs: 1, worse: [], changes: before === is ? [] : [{ value: 'phase', before, after: [{ is, millionths: 1000000 }] }] });
  const is = (before, stopped, passed) => aims.isInterrupted({ match: { phases }, judge: { odds: (_, __, policy) => phase(before, policy === 'stop' ? stopped : passed) } }, {});
  assert.equal(is('march', 'react', 'march'), true);
  assert.equal(is('march', 'march', 'march'), false);
  assert.equal(is('march', 'advance', 'march'), false, 'another question of the other side is no reaction');
  assert.equal(is('retreat', 'react', 'march'), false, 'nobody reacts to what only settles a result');
});
