/* knowing.test.mjs DATA ENGINE.wasm: the models behind log, rules, tools and list, by themselves and on games of the real engine. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const [data, modulePath] = process.argv.slice(2);
const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const work = mkdtempSync(join(tmpdir(), 'knowing-'));
process.on('exit', () => rmSync(work, { recursive: true }));

async function load(path) {
  const outfile = join(work, `${path.replaceAll('/', '_')}.mjs`);
  buildSync({ entryPoints: [join(root, 'web', `${path}.ts`)], bundle: true, format: 'esm', outfile, alias: { '@preact/signals': '@preact/signals-core' } });
  return import(pathToFileURL(outfile));
}

/* Several that share what they both use, such as the language of the moment. */
async function loadTogether(...paths) {
  const outfile = join(work, `${paths.join('_').replaceAll('/', '_')}.mjs`);
  const contents = paths.map(path => `export * from './${path}';`).join('\n');
  buildSync({ stdin: { contents, resolveDir: join(root, 'web') }, bundle: true, format: 'esm', outfile, alias: { '@preact/signals': '@preact/signals-core' } });
  return import(pathToFileURL(outfile));
}

Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true });
const { Engine } = await load('engine/engine');
const log = await load('play/knowing/log_model');
const book = await load('play/knowing/rule_book');
const chapters = await load('play/knowing/chapters');
const tape = await load('play/knowing/tape');
const list = await load('play/knowing/list_model');
const kit = await load('play/knowing/tool_kit');
const track = await load('play/knowing/track');
const speech = await loadTogether('text', 'play/looks');
const telling = await loadTogether('text', 'play/knowing/pieces');
const grid_model = await load('play/measure/grid');
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

/* Steps of a whole game as seat A hears it, played by samples. */
function playWhole(engine, seed) {
  const steps = [{ n: 0, by: null, undo: false, events: engine.begin(seed, 'A', 'en').events, state: null, mayUndo: false }];
  for (let turn = 0; turn < 3000; turn++) {
    const seat = engine.view('spectator', 'en').state.asked[0];
    if (seat === undefined) return steps;
    const decision = engine.sample(seat, turn % engine.offers(seat, 'en').length, seed + turn);
    if (decision) steps.push({ n: steps.length, by: seat, undo: false, events: engine.decide(seat, decision, 'en').events, state: null, mayUndo: false });
  }
  throw new Error('the game does not end');
}

const step = (n, events, more = {}) => ({ n, by: 'A', undo: false, events, state: null, mayUndo: false, ...more });
const said = (event, unit, more = {}) => ({ event, rule: 'X-SAY-01', ...(unit && { unit }), values: [0], text: `${unit ?? 'it'} ${event}`, ...more });
const account = (event, rule, value) => ({ event, rule, values: [value], text: `${event} ${value}` });
const textsOf = one => one.events.map(event => event.text);
const bookOf = () => new log.LogBook(textsOf, () => 'pike');
const entries = turns => turns.flatMap(turn => turn.entries);

test('a throw has the accounts that led to it, each with its modifiers; other accounts stand alone', () => {
  const turns = bookOf().read([step(0, [
    said('shoots', 'A1', { target: 'B1' }),
    account('base', 'X-1', 0), account('reason', 'X-2', -1), account('reason', 'X-3', 2), account('total', 'X-1', 1),
    account('base', 'X-4', 4), account('total', 'X-4', 4),
    { event: 'roll', rule: 'X-4', sides: 6, need: 3, dice: [6, 1], text: 'dice' },
    account('base', 'X-5', 2), account('total', 'X-5', 2),
    said('ends', 'B1'),
  ])]);
  const { lines, dice, pieces } = entries(turns)[0];
  assert.deepEqual(lines.map(line => line.kind), ['said', 'thrown', 'reckoned', 'said']);
  assert.deepEqual(lines[1].accounts, [
    { rule: 'X-1', base: 0, total: 1, modifiers: [{ rule: 'X-2', amount: -1, unit: null }, { rule: 'X-3', amount: 2, unit: null }] },
    { rule: 'X-4', base: 4, total: 4, modifiers: [] },
  ]);
  assert.deepEqual(lines[1].roll.dice, [6, 1]);
  assert.equal(lines[2].account.rule, 'X-5');
  assert.equal(dice, true);
  assert.deepEqual(pieces, ['A1', 'B1']);
});

test('records without their beginning or end lose no number', () => {
  const [entry] = entries(bookOf().read([step(0, [account('reason', 'X-2', 3), account('base', 'X-1', 1), account('reason', 'X-2', 1)])]));
  assert.deepEqual(entry.lines.map(line => line.account.total).sort(), [2, 3]);
});

test('rules that are cited come once, in their order', () => {
  const [entry] = entries(bookOf().read([step(0, [said('begins'), ...['X-2', 'X-1', 'X-2'].map(rule => ({ event: 'cite', rule, text: rule }))])]));
  assert.deepEqual(entry.also, ['X-2', 'X-1']);
});

test('a turn begins where it is told, also within a step', () => {
  const turns = bookOf().read([
    step(0, [said('begins'), said('turn', null, { text: 'Turn 1 of 2.' })], { by: null }),
    step(1, [said('moves', 'A1')]),
    step(2, [said('stays', 'A2'), said('turn', null, { text: 'Turn 2 of 2.' }), said('card', 'A1')]),
  ]);
  assert.deepEqual(turns.map(turn => [turn.title, turn.entries.length]), [[null, 1], ['Turn 1 of 2.', 2], ['Turn 2 of 2.', 1]]);
  assert.equal(new Set(entries(turns).map(entry => entry.key)).size, 4);
});

test('what is taken back is marked: the last of that seat that still stands', () => {
  const steps = [step(0, [said('one', 'A1')]), step(1, [said('two', 'B1')], { by: 'B' }), step(2, [said('three', 'A1')]),
    step(3, [], { undo: true }), step(4, [], { undo: true })];
  const log = bookOf();
  assert.deepEqual(entries(log.read(steps.slice(0, 4))).map(entry => entry.undone), [false, false, true, false]);
  assert.deepEqual(entries(log.read(steps)).map(entry => [entry.undone, entry.undo]),
    [[true, false], [false, false], [true, false], [false, true], [false, true]]);
});

test('a log that grows keeps its objects, and one that was replaced begins anew', () => {
  const steps = [step(0, [said('one', 'A1')]), step(1, [said('two', 'A1')])];
  const log = bookOf();
  const [first] = entries(log.read(steps.slice(0, 1)));
  const both = log.read(steps);
  assert.equal(entries(both)[0], first);
  assert.equal(log.read(steps), both);
  assert.equal(log.read([...steps]), both);
  assert.equal(entries(log.read([step(0, [said('other', 'A1')])]))[0].lines[0].text, 'A1 other');
});

test('names of pieces are found as whole words with their type', () => {
  const parts = log.partsOf('A1 (pike) shoots at A12 (shot), not A1.', ['A1', 'A12'], id => ({ A1: 'pike', A12: 'shot' })[id]);
  assert.deepEqual(parts.map(part => [part.text, part.piece]),
    [['A1 (pike)', 'A1'], [' shoots at ', null], ['A12 (shot)', 'A12'], [', not ', null], ['A1', 'A1'], ['.', null]]);
  assert.deepEqual(log.partsOf('BE-A1 and xA1', ['A1'], () => ''), [{ text: 'BE-A1 and xA1', piece: null }]);
});

test('filters: dice, sides, a piece, words without accents', () => {
  const turns = bookOf().read([
    step(0, [said('turn', null, { text: 'Turn 1.' })], { by: null }),
    step(1, [said('moves', 'A1', { text: 'A1 s’élance' })]),
    step(2, [said('shoots', 'B1', { target: 'A1' }), { event: 'roll', rule: 'X-9', sides: 6, need: 4, dice: [5], text: 'dice' }], { by: 'B' }),
    step(3, [said('card', 'B2')], { by: null }),
  ]);
  const seatOf = piece => piece[0];
  const numbers = filter => entries(log.filtered(turns, { ...log.everything, ...filter }, seatOf)).map(entry => entry.n);
  assert.deepEqual(numbers({}), [1, 2, 3]);
  assert.deepEqual(numbers({ show: 'dice' }), [2]);
  assert.deepEqual(numbers({ show: 'A' }), [1]);
  assert.deepEqual(numbers({ show: 'B' }), [2, 3]);
  assert.deepEqual(numbers({ piece: 'A1' }), [1, 2]);
  assert.deepEqual(numbers({ search: '  ÉLANCE a1 ' }), [1]);
  assert.deepEqual(numbers({ search: 'x-9' }), [2]);
  assert.deepEqual(numbers({ search: 'nothing' }), []);
});

test('the tail of a log leaves out what comes first, and never the newest turn', () => {
  const turns = bookOf().read([
    step(0, [said('turn', null, { text: '1' }), said('a')]), step(1, [said('b')]),
    step(2, [said('turn', null, { text: '2' }), said('c')]), step(3, [said('d')]),
  ]);
  const kept = skip => entries(log.tail(turns, skip)).map(entry => entry.n);
  assert.deepEqual(kept(0), [0, 1, 2, 3]);
  assert.deepEqual(kept(1), [1, 2, 3]);
  assert.deepEqual(kept(3), [3]);
  assert.equal(log.count(turns), 4);
});

test('aloud come the sentences, or else the throws', () => {
  const roll = { event: 'roll', rule: 'X-9', sides: 6, need: 0, dice: [5], text: 'dice: 5' };
  const one = step(0, [said('shoots', 'A1'), account('base', 'X-1', 0), roll, { event: 'cite', rule: 'X-2', text: 'also' }]);
  assert.deepEqual(log.spoken(one, textsOf(one)), ['A1 shoots']);
  assert.deepEqual(log.spoken(step(1, [roll]), ['dice: 5']), ['dice: 5']);
});

test('tape: rectangles by the middle of their front, discs by their centre', () => {
  const square = (x, y, heading = 0) => ({ pose: { x, y, heading }, base: { shape: 'rectangle', width: 4000, depth: 2000 } });
  const disc = (x, y) => ({ pose: { x, y, heading: 0 }, base: { shape: 'disc', width: 2000, depth: 2000 } });
  const near = (found, wanted) => assert.ok(Math.abs(found - wanted) < 1e-6, `${found} is not ${wanted}`);
  near(tape.gap(square(0, 0), square(0, 5000)).distance, 3000);
  near(tape.gap(square(0, 0), square(0, 5000, 18000)).distance, 5000);
  near(tape.gap(square(0, 0), square(7000, 3000)).distance, Math.hypot(3000, 1000));
  near(tape.gap(square(0, 0), square(0, 2000)).distance, 0);
  near(tape.gap(square(0, 0), square(1000, -500, 9000)).distance, 0);
  near(tape.gap(square(0, 0), disc(0, 4000)).distance, 3000);
  near(tape.gap(disc(0, 0), disc(3000, 4000)).distance, 3000);
  near(tape.gap(disc(0, 0), disc(500, 0)).distance, 0);
  near(tape.middleGap(square(0, 0), square(0, 5000)).distance, 3000);
  near(tape.middleGap(square(0, 0), { pose: { x: 0, y: 1000, heading: 0 }, base: null }).distance, 1000);
  const across = tape.gap(square(0, 0), { pose: { x: 0, y: -1000, heading: 0 }, base: { shape: 'rectangle', width: 9000, depth: 100 } });
  near(across.distance, 0);
  assert.ok(tape.contains(square(0, 0, 9000), { x: -1000, y: 1900 }));
  assert.ok(!tape.contains(square(0, 0, 9000), { x: 100, y: 0 }));
  assert.ok(tape.contains(disc(0, 0), { x: 700, y: 700 }));
});

test('tape: a rectangle that is placed by its middle reaches before it', () => {
  const base = { shape: 'rectangle', width: 2500, depth: 5000, at: 'middle' }, body = { pose: { x: 10000, y: 10000, heading: 9000 }, base };
  assert.deepEqual(tape.middle(body), { x: 10000, y: 10000 });
  assert.deepEqual(tape.corners(body).map(({ x, y }) => [Math.round(x), Math.round(y)]), [[12500, 11250], [12500, 8750], [7500, 8750], [7500, 11250]]);
  assert.equal(Math.round(tape.gap(body, { pose: { x: 20000, y: 10000, heading: 0 }, base: { shape: 'disc', width: 2000, depth: 2000 } }).distance), 6500);
});

test('a gap is the length between its ends, and the same from both sides', () => {
  let random = 1;
  const next = bound => (random = (Math.imul(random, 1664525) + 1013904223) >>> 0) % bound;
  for (let i = 0; i < 2000; i++) {
    const body = () => ({ pose: { x: next(30000), y: next(30000), heading: next(36000) },
      base: { shape: next(3) ? 'rectangle' : 'disc', width: 1000 + next(9000), depth: 1000 + next(9000) } });
    const a = body(), b = body(), there = tape.gap(a, b), back = tape.gap(b, a);
    assert.ok(Math.abs(there.distance - back.distance) < 1e-6);
    if (there.distance > 0) assert.ok(Math.abs(Math.hypot(there.to.x - there.from.x, there.to.y - there.from.y) - there.distance) < 1e-3);
    assert.ok(tape.middleGap(a, b).distance >= there.distance - 1e-6);
  }
});

test('places in words: the nearer edges and the wind', () => {
  assert.deepEqual(tape.fromEdges({ x: 1000, y: 39000 }, 60000, 40000), [{ edge: 'west', distance: 1000 }, { edge: 'north', distance: 1000 }]);
  assert.deepEqual(tape.fromEdges({ x: 59000, y: 20000 }, 60000, 40000), [{ edge: 'east', distance: 1000 }, { edge: 'south', distance: 20000 }]);
  assert.deepEqual([0, 2250, 9000, 18000, 27000, 35999, -4500].map(tape.windOf), ['north', 'northeast', 'east', 'south', 'west', 'north', 'northwest']);
});

test('the grid of a sight lies within the board and covers it', () => {
  for (const [width, depth] of [[90000, 60000], [180000, 120000], [40000, 70001]]) {
    const grid = grid_model.gridOf(width, depth), count = grid.columns * grid.rows;
    assert.ok(count <= 9000 && grid.columns * grid.size >= width && grid.rows * grid.size >= depth);
    assert.deepEqual(grid_model.cellAt(grid, 0), { x: Math.round(grid.size / 2), y: Math.round(grid.size / 2) });
    const last = grid_model.cellAt(grid, count - 1);
    assert.ok(last.x > width - grid.size && last.y > depth - grid.size);
  }
});

test('shaded squares in blocks cover the same squares, each once, with far fewer of them', () => {
  const grid = { size: 10, columns: 45, rows: 30 };
  const marked = new Uint8Array(grid.columns * grid.rows).map((_, i) => (Math.hypot((i % 45) - 20, Math.floor(i / 45) - 14) < 12 ? 1 : 0));
  const blocks = grid_model.blocksOf(grid, marked);
  const covered = new Uint8Array(marked.length);
  for (const { size, cells } of blocks)
    for (const { x, y } of cells)
      for (let row = 0; row < size / 10; row++)
        for (let column = 0; column < size / 10; column++) covered[((y - size / 2) / 10 + row) * 45 + (x - size / 2) / 10 + column]++;
  assert.deepEqual(covered, marked);
  assert.ok(blocks.reduce((sum, { cells }) => sum + cells.length, 0) * 3 < marked.reduce((sum, one) => sum + one, 0));
  assert.deepEqual(grid_model.blocksOf(grid, new Uint8Array(marked.length)), []);
});

test('rules: search without accents by word and id, links in texts, back and forward', () => {
  const rule = (id, chapter, text) => ({ rule: id, chapter, text, provenance: 'own' });
  const rules = new book.RuleBook([
    rule('X-MOVE-01', 'Mouvement', 'Une unité désordonnée s’arrête, sauf X-TERR-02 et X-NONE-09.'),
    rule('X-TERR-02', 'Terrain', 'Le bois arrête.'),
    rule('X-MOVE-02', 'Mouvement', 'Voir X-MOVE-02 et X-MOVE-01.'),
  ]);
  const ids = found => found.map(one => one.rule);
  assert.deepEqual(ids(rules.search('UNITE desordonnee')), ['X-MOVE-01']);
  assert.deepEqual(ids(rules.search('terr-02')), ['X-TERR-02', 'X-MOVE-01']);
  assert.deepEqual(ids(rules.search(' ')), ['X-MOVE-01', 'X-TERR-02', 'X-MOVE-02']);
  assert.deepEqual(ids(rules.search('zzz')), []);
  assert.deepEqual(rules.chapters.map(chapter => [chapter.name, chapter.rules.length]), [['Mouvement', 2], ['Terrain', 1]]);
  const titled = new book.RuleBook(rules.rules, { Terrain: 'Le champ de bataille' });
  assert.deepEqual(titled.chapters.map(chapter => chapter.name), ['Mouvement', 'Le champ de bataille']);
  assert.deepEqual(ids(titled.search('bataille')), ['X-TERR-02']);
  assert.deepEqual(rules.passages(rules.find('X-MOVE-01')).map(part => part.rule), [null, 'X-TERR-02', null]);
  assert.deepEqual(rules.passages(rules.find('X-MOVE-02')).map(part => part.rule), [null, 'X-MOVE-01', null]);
  const dotted = new book.RuleBook([rule('X-4.1.5-02', 'Vue', 'Le mur arrête la vue.'), rule('X-4.1-01', 'Vue', 'Voir X-4.1.5-02. Puis X-4.1.5-03.')]);
  assert.deepEqual(dotted.passages(dotted.find('X-4.1-01')), [{ text: 'Voir ', rule: null }, { text: 'X-4.1.5-02', rule: 'X-4.1.5-02' }, { text: '. Puis X-4.1.5-03.', rule: null }]);
  assert.deepEqual(ids(rules.citing('X-MOVE-01')), ['X-MOVE-02']);
  assert.deepEqual(rules.neighbours('X-TERR-02'), { before: 'X-MOVE-01', after: 'X-MOVE-02' });
  assert.deepEqual(rules.neighbours('X-NO-1'), { before: null, after: null });
  let trail = book.Trail.empty;
  assert.equal(trail.here, null);
  trail = trail.open('a').open('b').open('b').open('c').back();
  assert.deepEqual([trail.here, trail.mayGoBack, trail.mayGoForward], ['b', true, true]);
  assert.equal(trail.forward().here, 'c');
  assert.equal(trail.open('d').mayGoForward, false);
  assert.equal(trail.back().back().back().here, 'a');
});

for (const [ruleset, scenario] of [['brevis', 'two_colonels'], ['sample', 'meadow']]) {
  test(`${ruleset} ${scenario}: the log of a whole game loses nothing`, async () => {
    const { engine } = await open(ruleset, scenario);
    for (const language of ['en', 'fr']) {
      const steps = playWhole(engine, 7);
      const type = { en: 'x', fr: 'y' };
      const turns = new log.LogBook(one => engine.tell(one.events, language), () => type[language]).read(steps);
      const events = steps.flatMap(one => one.events);
      const lines = entries(turns).flatMap(entry => entry.lines);
      const plain = events.filter(({ event }) => !['roll', 'cite', 'base', 'reason', 'total', 'turn'].includes(event));
      const counts = kind => lines.filter(line => line.kind === kind).length;
      assert.equal(counts('said'), plain.length);
      assert.equal(counts('thrown'), events.filter(({ event }) => event === 'roll').length);
      const accounts = lines.flatMap(line => (line.kind === 'thrown' ? line.accounts : line.kind === 'reckoned' ? [line.account] : []));
      assert.equal(accounts.length, events.filter(({ event }) => event === 'total').length);
      for (const one of accounts) assert.equal(one.modifiers.reduce((sum, { amount }) => sum + amount, one.base), one.total, JSON.stringify(one));
      assert.equal(turns.filter(turn => turn.title !== null).length, events.filter(({ event }) => event === 'turn').length);
      for (const line of lines.filter(({ kind, event }) => kind === 'said' && event.unit))
        if (line.text.includes(line.event.unit)) assert.ok(line.parts.some(part => part.piece === line.event.unit), line.text);
    }
  });

  test(`${ruleset} ${scenario}: every rule that is named is in the book, in both languages`, async () => {
    const { engine } = await open(ruleset, scenario);
    const named = new Set(playWhole(engine, 3).flatMap(one => one.events.map(event => event.rule)));
    for (const language of ['en', 'fr']) {
      const rules = new book.RuleBook(engine.allRules(language));
      for (const id of named) assert.ok(rules.find(id), id);
      const titles = chapters.titlesIn(readFileSync(join(data, ruleset, 'rules.json'), 'utf8'))[language];
      for (const chapter of rules.chapters) assert.match(titles[chapter.name], /^\p{Lu}/u, chapter.name);
      assert.equal(rules.chapters.reduce((sum, chapter) => sum + chapter.rules.length, 0), rules.rules.length);
    }
  });

  test(`${ruleset} ${scenario}: the list has every piece once, with what it may do`, async () => {
    const { engine, match } = await open(ruleset, scenario);
    engine.begin(5, 'A', 'en');
    const view = engine.view('A', 'en');
    const answers = new Map();
    view.offers.forEach(({ open: left = [], text, ...decision }, index) => {
      if (decision.unit) answers.set(decision.unit, [...(answers.get(decision.unit) ?? []), { index, decision, open: left, text }]);
    });
    const rows = list.rowsOf(match, view.state.units, answers);
    assert.deepEqual(rows.map(row => row.id), match.pieces);
    for (const row of rows) {
      assert.deepEqual(row.answers, answers.get(row.id) ?? []);
      if (!row.present) continue;
      const bodies = match.roster.filter(({ seat }) => seat !== row.seat).map(({ id }) => kit.bodyOf(match, view.state.units, id)).filter(Boolean);
      const own = kit.bodyOf(match, view.state.units, row.id);
      assert.equal(row.enemy.gap.distance, Math.min(...bodies.map(body => tape.gap(own, body).distance)));
      const { x, y } = tape.middle(own);
      assert.equal(kit.pieceAt(match, view.state.units, { x, y }), row.id);
    }
    for (const order of list.orders) {
      const groups = list.grouped(rows, order, 'B');
      assert.deepEqual(groups.flatMap(group => group.rows.map(row => row.id)).sort(), [...match.pieces].sort());
      assert.equal(groups[0].seat, 'B');
    }
    const near = list.sorted(rows, 'enemy').filter(row => row.present).map(row => row.enemy.gap.distance);
    assert.deepEqual(near, [...near].sort((a, b) => a - b));
  });
}

test('two thousand lines are read in well under a second, and a step more in no time', async () => {
  const { engine } = await open('brevis', 'fleurus');
  const steps = playWhole(engine, 11);
  while (steps.reduce((sum, one) => sum + one.events.length, 0) < 2000) steps.push(...steps.map((one, i) => ({ ...one, n: steps.length + i })));
  const log2 = new log.LogBook(one => engine.tell(one.events, 'fr'), () => 'x');
  const start = performance.now();
  log2.read(steps.slice(0, -1));
  const whole = performance.now() - start;
  log2.read(steps);
  assert.ok(whole < 1500, `${whole} ms`);
  assert.ok(performance.now() - start - whole < 100);
});

test('the track: what the game has few words for, by side, without what was taken back', async () => {
  const seatOf = piece => (piece.startsWith('A') ? 'A' : 'B');
  const steps = [
    step(0, [said('turn', 'A1'), said('moved', 'A1')], { by: null }), step(1, [said('passed')], { by: 'B' }), step(2, [said('turn', 'A2')]), step(3, [], { undo: true }),
    step(4, [said('turn', 'A3')]),
  ];
  const brief = ({ events }) => events.map(({ event, unit }) => (event === 'moved' ? '' : `${unit ?? 'nobody'} ${event}`));
  assert.deepEqual(track.trackOf(steps, brief, seatOf).map(({ seat, text, piece }) => [seat, text, piece]),
    [['A', 'A1 turn', 'A1'], ['B', 'nobody passed', null], ['A', 'A3 turn', 'A3']]);
  const { engine } = await open('iron', 'teaching');
  const whole = track.trackOf(playWhole(engine, 5), each => engine.tellBriefly(each.events, 'en'), () => 'A');
  assert.match(whole[0].text, /^[A-Z]\w+: free$/, 'the first activation is free');
  assert.ok(whole.every(({ text }) => !/[{}]|side [AB]/.test(text)));
  const { engine: other } = await open('brevis', 'two_colonels');
  assert.deepEqual(track.trackOf(playWhole(other, 5), each => other.tellBriefly(each.events, 'en'), () => 'A'), [], 'no words, no track');
});

test('sides have their own names in every language, and French joins them', async () => {
  const catalogue = (ruleset, language) => JSON.parse(readFileSync(join(data, ruleset, `${language}.json`), 'utf8'));
  const called = async (ruleset, scenario, language, seat) => {
    const { match } = await open(ruleset, scenario);
    speech.language.value = language;
    return [speech.sideName(match, catalogue(ruleset, language), seat), speech.sideCalled(match, catalogue(ruleset, language), seat)];
  };
  assert.deepEqual(await called('iron', 'teaching', 'en', 'B'), ['Scots', 'the Scots']);
  assert.deepEqual(await called('iron', 'teaching', 'fr', 'B'), ['Écossais', 'les Écossais']);
  assert.deepEqual(await called('brevis', 'two_colonels', 'fr', 'A'), ['Empire', 'l’Empire']);
  assert.deepEqual(await called('liber', 'lutzen', 'fr', 'B'), ['Impériaux', 'les Impériaux'], 'by the scenario before the nation, as in sentences');
  assert.deepEqual(await called('sample', 'meadow', 'fr', 'A'), ['camp A', 'le camp A']);
  const joinings = who => ['de {who}', 'Menaces de {who}', 'à {who}', 'le monde {who}'].map(each => speech.filled(each, { who }));
  assert.deepEqual(joinings('Umfraville'), ['d’Umfraville', 'Menaces d’Umfraville', 'à Umfraville', 'le monde Umfraville']);
  assert.deepEqual(joinings('les Anglais'), ['des Anglais', 'Menaces des Anglais', 'aux Anglais', 'le monde les Anglais']);
  assert.deepEqual(joinings('le camp A'), ['du camp A', 'Menaces du camp A', 'au camp A', 'le monde le camp A']);
  assert.deepEqual(joinings('A1'), ['de A1', 'Menaces de A1', 'à A1', 'le monde A1']);
  speech.language.value = 'en';
  assert.equal(speech.filled('de {who} {what}', { who: 'les Anglais' }), 'de les Anglais {what}');
});

test('numbers of a piece are told in words: the ground it is in, who has seen its card, how much farther it shoots', async () => {
  const { match } = await open('liber', 'lutzen');
  const words = Object.fromEntries(['en', 'fr'].map(language => [language, JSON.parse(readFileSync(join(data, `liber/${language}.json`), 'utf8'))]));
  const unit = match.roster[0].id, kinds = match.fields.unit, [first] = match.board.pieces;
  assert.deepEqual(first.names, match.board.regiments[first.regiment].names, 'a label in either language');
  const told = (fields, language) => {
    telling.language.value = language;
    const all = words[language];
    return telling.tellFields(match, all, kinds, fields, undefined, telling.sayingOf(match, all, unit)).map(({ label, value }) => `${label}: ${value}`);
  };
  assert.deepEqual(told({ house: 4, known: 2, reach: 3 }, 'en'), ['Building: castle', 'Order seen by: Imperials', 'Longer range: 3 in more']);
  assert.deepEqual(told({ house: 6, known: 3, reach: 6 }, 'fr'), ['Bâtiment: petit bâtiment B', 'Ordre vu par: les deux camps', 'Portée accrue: 6 po de plus']);
  assert.deepEqual(told({ house: 9, known: 0, wear: 2 }, 'fr'), ['Usure: 2', 'Bâtiment: bâtiment A'], 'laid in play: a letter of its own');
  telling.language.value = 'en';
});

/* A game of single men as one of its sides sees it at the start. */
async function folk(scenario, seat) {
  const { engine, match } = await open('argad', scenario);
  engine.begin(7, seat, 'en');
  const { units } = engine.view(seat, 'en').state, words = JSON.parse(readFileSync(join(data, 'argad/en.json'), 'utf8'));
  return { match, units, words, looks: (more = {}) => speech.looksOf({ match, units: { ...units, ...more }, words, draft: [] }) };
}

test('single men look as they are: loaded, laden, on a knee, hurt; what the enemy has is not told', async () => {
  const { match, units, words, looks } = await folk('cove', 'A');
  const seen = looks(), laden = seen.get('A5'), chief = seen.get('A1');
  assert.equal(laden.load, 'barrel');
  assert.match(laden.name, /carries /);
  assert.deepEqual([laden.charges, chief.charges], [undefined, [true, true]], 'one without a firearm has nothing to load');
  assert.deepEqual(looks({ A1: { ...units.A1, loaded: 2 } }).get('A1').charges, [false, true]);
  assert.equal(looks({ A1: { ...units.A1, loaded: 255 } }).get('A1').charges, undefined, 'not known');
  assert.deepEqual([chief.posture, looks({ A1: { ...units.A1, stance: 'crouched' } }).get('A1').posture], [undefined, 'crouched']);
  assert.match(looks({ A1: { ...units.A1, stance: 'crouched', wounds: 1 } }).get('A1').name, /crouched.*wounded/);
  assert.equal(chief.card, null, 'an order that is no card lies nowhere');
  assert.ok(looks({ A1: { ...units.A1, status: 'routed' } }).get('A1').present && looks({ A1: { ...units.A1, status: 'prisoner' } }).get('A1').present);
  assert.equal(seen.get('keg1').present, false, 'it is where its bearer is');
  assert.equal(telling.sayingOf(match, words, 'A5')('carries', units.A5.carries), 'keg 1');
  assert.equal(list.rowsOf(match, units, new Map()).some(({ id }) => id === 'keg1'), false);
});

test('an enemy who was seen and is no more is remembered where he was; one whom nobody saw is nowhere', async () => {
  const { units, looks } = await folk('cove', 'A');
  assert.deepEqual([looks().get('B11').present, looks().get('B11').last], [false, undefined]);
  const ghost = looks({ B11: { ...units.B11, seen_x: 5000, seen_y: 6000, seen_turn: 3 } }).get('B11');
  assert.deepEqual([ghost.present, ghost.last], [false, { x: 5000, y: 6000, turn: 3, text: 'last seen in turn 3' }]);
  assert.match(ghost.name, /last seen in turn 3$/);
  assert.equal(looks({ A2: { ...units.A2, status: 'out' } }).get('A2').last, undefined, 'the fallen are no ghosts');
});

test('doors and bodies of men tell how they stand', async () => {
  const farm = await folk('farm_raid', 'A'), door = farm.looks().get('door_s');
  assert.equal(door.door, farm.units.door_s.door);
  assert.match(door.name, new RegExp(farm.words[`door.${door.door}`]));
  assert.equal(farm.looks().get('A1').door, undefined, 'a man is no door');
  const mill = await folk('mill_plain', 'A'), looks = mill.looks();
  assert.deepEqual([looks.get('A2').ranked, looks.get('A20').ranked], ['U1', undefined]);
  assert.equal(mill.looks({ A2: { ...mill.units.A2, formed: 0 } }).get('A2').ranked, undefined, 'he has left the ranks');
  assert.equal(mill.looks({ U1: { ...mill.units.U1, status: 'out' } }).get('A3').ranked, undefined, 'there are none any more');
});

test('a whole game of Men of Iron never says "side A", nor that there is a leader where his name stands', async () => {
  const { engine } = await open('iron', 'teaching');
  for (const language of ['en', 'fr'])
    for (const { events } of playWhole(engine, 11))
      for (const sentence of engine.tell(events, language)) assert.doesNotMatch(sentence, /\b(side|camp) [AB]\b|\(leader\)|\bde [AEIOU][a-z]|\bde les\b|\bà les\b/, sentence);
});
