/* lesson.test.mjs DATA ENGINE.wasm: the lessons are well formed, say true names, and have a word for every question of their scenario. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const [data, modulePath] = process.argv.slice(2);
const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const work = mkdtempSync(join(tmpdir(), 'lesson-'));
process.on('exit', () => rmSync(work, { recursive: true }));

async function load(path) {
  const outfile = join(work, `${path.replaceAll('/', '_')}.mjs`);
  buildSync({ entryPoints: [join(root, 'web', `${path}.ts`)], bundle: true, format: 'esm', outfile, alias: { '@preact/signals': '@preact/signals-core' } });
  return import(pathToFileURL(outfile));
}

Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true });
const { Engine } = await load('engine/engine');
const { fits, holds, members } = await load('lesson/condition');
const { Course } = await load('lesson/course');
const { boundParts, partsOf, readLesson } = await load('lesson/lesson');

test('no line of a note can begin with the stop after a link', () => {
  const bound = boundParts('See {piece:A}, then {rule:X-1}: {key:q} and {piece:B} go.').map(({ part, stop }) => [part.text ?? part.name, stop]);
  assert.deepEqual(bound, [['See ', ''], ['A', ','], [' then ', ''], ['X-1', ':'], [' ', ''], ['q', ''], [' and ', ''], ['B', ''], [' go.', '']]);
});
const { parts } = await load('lesson/pointing');
const { bestCorner } = await load('lesson/corner');
const { has } = await load('text');
const module = new WebAssembly.Module(readFileSync(modulePath));

function documents(relative = '') {
  return readdirSync(join(data, relative), { withFileTypes: true }).flatMap(entry => {
    const path = relative ? `${relative}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return documents(path);
    return entry.name.endsWith('.json') ? [path] : [];
  });
}

const read = name => readFileSync(join(data, name), 'utf8');
const lessons = documents().filter(name => name.includes('/lessons/')).map(name => ({ name, lesson: readLesson(read(name)) }));

async function open({ ruleset, scenario }) {
  const engine = await Engine.load(module);
  for (const name of documents()) engine.addDocument(name, read(name));
  return { engine, match: engine.loadMatch(ruleset, scenario) };
}

/* A small generator, so that a failure repeats. */
function generator(seed) {
  let state = seed >>> 0;
  return bound => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

const list = value => (Array.isArray(value) ? value : [value]);

/* Every condition of a note, also those inside others. */
function conditions(condition) {
  return [condition, ...(condition.any ?? []).flatMap(conditions), ...(condition.not ? conditions(condition.not) : [])];
}
const conditionsOf = note => [note.when, ...(note.until ? [note.until] : [])].flatMap(conditions);

function patternsOf(note) {
  const inside = conditionsOf(note).flatMap(({ offered, drafted, pondering }) => [offered, drafted, typeof pondering === 'object' ? pondering : undefined]);
  return [note.do, ...inside].filter(pattern => pattern !== undefined);
}

const situation = more => ({
  seat: 'A', asked: true, playing: false, phase: null, step: null, game: {}, units: {}, sides: new Map(), events: [], offers: [], draft: [], decided: false,
  selected: null, aiming: false, pondering: null, undo: false, panel: 'unit', drawer: false, tool: 'none', over: false, ...more,
});

test('there are lessons', () => {
  assert.deepEqual(lessons.map(({ name }) => name).sort(), ['argad/lessons/wayside_cross.json', 'brevis/lessons/two_colonels.json', 'iron/lessons/teaching.json', 'liber/lessons/first_blood.json', 'reiters/lessons/teach.json', 'sample/lessons/meadow.json']);
});

for (const { name, lesson } of lessons) {
  const { engine, match } = await open(lesson);
  const rules = new Set(engine.rules().map(({ rule }) => rule));
  const catalogue = { ...JSON.parse(read('text/en.json')), ...JSON.parse(read(`${lesson.ruleset}/en.json`)) };
  const whose = value => value === undefined || ['mine', 'theirs', 'none'].includes(value) || match.pieces.includes(value);

  test(`${name}: the form`, () => {
    assert.equal(name, `${lesson.ruleset}/lessons/${lesson.scenario}.json`);
    assert.deepEqual(Object.keys(lesson).sort(), ['format', 'notes', 'ruleset', 'scenario']);
    assert.equal(new Set(lesson.notes.map(({ id }) => id)).size, lesson.notes.length, 'an id twice');
    for (const note of lesson.notes) {
      assert.match(note.id, /^[a-z][a-z0-9_]*$/);
      for (const key of Object.keys(note)) assert.ok(['id', 'when', 'title', 'text', 'do', 'point', 'at', 'until', 'again'].includes(key), `${note.id}: ${key}`);
      assert.ok(Object.keys(note.when).length > 0, `${note.id}: always`);
      assert.ok(note.again === undefined || note.again === true, note.id);
      for (const condition of conditionsOf(note)) for (const key of Object.keys(condition)) assert.ok(members.includes(key), `${note.id}: ${key}`);
    }
  });

  test(`${name}: both languages, with the same things in braces`, () => {
    for (const note of lesson.notes) {
      const marks = language => partsOf(note.text[language]).filter(part => 'name' in part).map(({ kind, name: of }) => `${kind}:${of}`).sort();
      for (const text of [note.title, note.text]) {
        assert.deepEqual(Object.keys(text), ['en', 'fr'], note.id);
        for (const language of ['en', 'fr']) assert.match(text[language], /^\S(.*\S)?$/, note.id);
      }
      assert.notEqual(note.text.en, note.text.fr, note.id);
      assert.deepEqual(marks('fr'), marks('en'), note.id);
      for (const language of ['en', 'fr']) {
        const words = partsOf(note.text[language]).map(part => part.text ?? '').join('');
        assert.ok(!/[{}]/.test(words + note.title[language]), `${note.id}: braces`);
        assert.ok(words.length <= 340, `${note.id}: ${words.length} characters are too many for a card`);
      }
    }
  });

  test(`${name}: every rule, word, button and piece exists`, () => {
    const check = {
      rule: of => rules.has(of), piece: of => match.pieces.includes(of), word: of => of in catalogue, page: of => has(of), key: of => /^.$|^Enter$|^Esc$/.test(of),
    };
    for (const note of lesson.notes) {
      for (const part of partsOf(note.text.en)) if ('name' in part) assert.ok(check[part.kind]?.(part.name), `${note.id}: {${part.kind}:${part.name}}`);
      for (const [x, y] of note.at ?? []) assert.ok(Number.isInteger(x) && Number.isInteger(y) && x < (match.board.cols ?? Infinity) && y < (match.board.rows ?? Infinity), `${note.id}: ${x}, ${y}`);
      for (const point of note.point ?? []) assert.ok(point in parts || (point !== 'none' && whose(point)), `${note.id}: ${point}`);
    }
    assert.ok(lesson.notes.filter(({ text }) => text.en.includes('{rule:')).length > lesson.notes.length / 2, 'reasons are given');
  });

  test(`${name}: phases, steps, fields, events and decisions are the engine’s`, () => {
    const names = fields => fields.map(field => field.name);
    for (const note of lesson.notes) {
      for (const { phase, step, game, unit, told, selected } of conditionsOf(note)) {
        for (const one of list(phase ?? [])) assert.ok(match.phases.some(({ name: known }) => known === one), `${note.id}: phase ${one}`);
        for (const one of list(step ?? [])) assert.ok(match.sequence.some(({ name: known }) => known === one), `${note.id}: step ${one}`);
        for (const field of Object.keys(game ?? {})) assert.ok(names(match.fields.game).includes(field), `${note.id}: ${field}`);
        for (const field of Object.keys(unit?.is ?? {})) assert.ok(names(match.fields.unit).includes(field), `${note.id}: ${field}`);
        for (const event of list(told?.event ?? [])) assert.ok(`event.${event}` in catalogue, `${note.id}: event ${event}`);
        for (const piece of [unit?.whose, told?.unit, told?.target, selected]) assert.ok(whose(piece), `${note.id}: ${piece}`);
      }
      for (const pattern of patternsOf(note)) {
        assert.ok(whose(pattern.unit) && whose(pattern.target), note.id);
        if (pattern.do === undefined) continue;
        const kind = match.kinds.find(({ name: known }) => known === pattern.do);
        assert.ok(kind, `${note.id}: ${pattern.do}`);
        for (const member of Object.keys(pattern).filter(key => key !== 'do')) assert.ok(kind.uses.includes(member), `${note.id}: ${pattern.do} has no ${member}`);
        if (pattern.choice !== undefined) assert.ok(kind.choices.includes(pattern.choice), `${note.id}: ${pattern.choice}`);
      }
    }
  });

  test(`${name}: random games: both sides have a hint at every question, the course begins with its first note, and what notes point at is offered`, () => {
    const sides = new Map(match.roster.map(({ id, seat }) => [id, seat]));
    const asked = new Set(), told = new Set(), shown = new Set(), offered = new Set();
    const random = generator(1);
    for (let seed = 1; seed <= 60; seed++) {
      engine.begin(seed, 'A', 'en');
      for (let turn = 0; turn < 3000; turn++) {
        const seat = engine.view('all', 'en').state.asked[0];
        if (seat === undefined) break;
        const { state, offers } = engine.view(seat, 'en');
        const now = situation({ seat, sides, phase: state.phase, step: state.step, game: state.game, units: state.units, offers });
        const hint = lesson.notes.find(note => note.again && holds(note.when, now));
        assert.ok(hint, `${seat} is asked in ${state.phase} without a hint`);
        if (turn === 0) {
          const note = new Course(lesson.notes).follow(() => now, { count: 1, news: 0 });
          assert.equal(note, lesson.notes.find(({ when }) => when.seat === undefined || when.seat === seat));
        }
        for (const note of lesson.notes.filter(({ do: act, when }) => act && holds(when, now))) {
          shown.add(note.id);
          if (offers.some(offer => fits(now, note.do, offer))) offered.add(note.id);
        }
        asked.add(state.phase);
        const open = offers.flatMap((offer, i) => match.kinds.find(({ name: known }) => known === offer.do).yields ? [] : [i]);        /* nobody gives up */
        const decision = engine.sample(seat, open[random(open.length)], random(2 ** 30));
        if (decision) for (const { event } of engine.decide(seat, decision, 'en').events) told.add(event);
      }
      const { state } = engine.view('A', 'en');
      assert.ok(state.winner !== undefined, 'the game ends');
    }
    for (const phase of asked) assert.ok(lesson.notes.some(({ when }) => list(when.phase ?? []).includes(phase)), `no note names the phase ${phase}`);
    assert.deepEqual([...shown].filter(id => !offered.has(id)), [], 'notes that point at what is never offered');
    assert.ok(asked.size > 3 && told.size > 15, 'the games went somewhere');
    assert.ok(lesson.notes.some(({ when }) => when.over), 'a last word');
  });
}

for (const ruleset of ['brevis', 'liber']) test(`${ruleset}: the first orders of the lesson may be given as it says`, async () => {
  const { lesson } = lessons.find(({ name }) => name.startsWith(`${ruleset}/`));
  const { engine } = await open(lesson);
  engine.begin(7, 'A', 'en');
  const orders = lesson.notes.filter(({ when, do: act }) => act?.do === 'order' && act.choice !== undefined && when.seat !== undefined);
  assert.ok(orders.length > 0);
  for (const { id, when, do: { do: name, unit, choice } } of orders)
    assert.ok(engine.offers(when.seat, 'en').some(offer => offer.do === name && offer.unit === unit && offer.choice === choice), id);
});

/* The first step of a side: a commander does what his note asks for, then a unit acts. */
test('liber: commanders join and inspire as the notes say', async () => {
  const { lesson } = lessons.find(({ name }) => name.startsWith('liber/'));
  const { engine, match } = await open(lesson);
  const sides = new Map(match.roster.map(({ id, seat }) => [id, seat]));
  const decide = (seat, decision) => assert.ok(engine.decide(seat, decision, 'en').events, JSON.stringify(decision));
  for (const [seat, steps] of [
    ['A', [['step_a', { do: 'command', unit: 'AC1' }], ['join_a', { do: 'attach', unit: 'AC1', target: 'A1' }], ['activate', { do: 'activate', unit: 'A1' }]]],
    ['B', [['step_b', { do: 'command', unit: 'BC' }], ['inspire_b', { do: 'act_on', unit: 'BC', target: 'B1', choice: 'inspiring' }], ['activate', { do: 'activate', unit: 'B1' }]]],
  ]) {
    engine.begin(7, 'A', 'en');
    for (const { id, seat: owner } of match.roster.filter(piece => piece.type !== 'chief' && piece.type !== 'commander'))
      decide(owner, { do: 'order', unit: id, choice: 'ready' });
    decide(engine.view('all', 'en').state.asked[0], { do: 'first', choice: seat });
    for (const [id, decision] of steps) {
      const note = lesson.notes.find(each => each.id === id);
      const { state, offers } = engine.view(seat, 'en');
      const now = situation({ seat, sides, phase: state.phase, step: state.step, game: state.game, units: state.units, offers });
      assert.ok(holds(note.when, now), `${id}: it is its moment`);
      assert.ok(fits(now, note.do, decision), `${id}: it asks for that`);
      decide(seat, decision);
    }
  }
});

/* The moves of the book's long example (MI-TEACH-01), each under the note that asks for it, and what is declared where the dice leave all of it standing. */
test('the long example of arms can be followed as its notes say', async () => {
  const { lesson } = lessons.find(({ name }) => name.startsWith('iron/'));
  const { engine, match } = await open(lesson);
  const sides = new Map(match.roster.map(({ id, seat }) => [id, seat]));
  const moves = [
    ['first_command', { do: 'activate', unit: 'L-umf' }],
    ['move_lb1', { do: 'move', unit: 'E-LB1', at: [4, 7], heading: 0 }], ['move_lb2', { do: 'move', unit: 'E-LB2', at: [5, 7], heading: 0 }],
    ['move_x', { do: 'move', unit: 'E-DM1', at: [6, 6], heading: 0 }], ['move_y', { do: 'move', unit: 'E-MM1', at: [8, 5], heading: 5 }],
    ['move_z', { do: 'move', unit: 'E-MM2', at: [9, 8], heading: 0 }], ['end_march', { do: 'end_march' }],
    ['shock_y', { do: 'shock', unit: 'E-MM1', target: 'S-PK1' }], ['charge_z', { do: 'charge', unit: 'E-MM2', target: 'S-PK1', at: [8, 6], heading: 5 }],
  ];
  engine.begin(7, 'A', 'en');
  for (const [id, decision] of moves) {
    const note = lesson.notes.find(each => each.id === id);
    const { state, offers } = engine.view('A', 'en');
    const now = situation({ sides, phase: state.phase, step: state.step, game: state.game, units: state.units, offers });
    assert.ok(holds(note.when, now), `${id}: it is its moment`);
    assert.ok(fits(now, note.do, decision), `${id}: it asks for that`);
    if (decision.do === 'move') assert.deepEqual(note.at, [decision.at], `${id}: it points there`);
    assert.ok(engine.decide('A', decision, 'en').events, `${id}: it is allowed`);
    for (let seat; (seat = engine.view('all', 'en').state.asked[0]) === 'B' || engine.view('A', 'en').state.phase === 'face';) {
      const asked = engine.view(seat, 'en').offers;
      const quiet = Math.max(0, asked.findIndex(({ do: name, heading }) => name === 'hold' || (name === 'face' && heading === 0)));
      engine.decide(seat, engine.sample(seat, quiet, 1), 'en');
    }
  }
});

test('conditions: each member can hold and can fail', () => {
  const sides = new Map([['A1', 'A'], ['B1', 'B']]);
  const shot = { do: 'shoot', unit: 'A1', target: 'B1' };
  const cases = [
    [{ seat: 'A' }, {}, { seat: 'B' }],
    [{ asked: true }, {}, { playing: true }],
    [{ phase: ['fire', 'run'] }, { phase: 'run' }, { phase: 'run', asked: false }],
    [{ step: 'plan' }, { step: 'plan' }, { step: 'end' }],
    [{ game: { turn: { least: 2 } } }, { game: { turn: 2 } }, { game: { turn: 1 } }],
    [{ game: { turn: [1, 3] } }, { game: { turn: 3 } }, { game: { turn: 2 } }],
    [{ game: { turn: { most: 2 } } }, { game: { turn: 2 } }, { game: {} }],
    [{ unit: { whose: 'mine', is: { wear: { least: 1 } } } }, { units: { A1: { wear: 1 } } }, { units: { B1: { wear: 1 } } }],
    [{ told: { event: 'worn', unit: 'theirs' } }, { events: [{ event: 'worn', rule: '', unit: 'B1' }] }, { events: [{ event: 'worn', rule: '', unit: 'A1' }] }],
    [{ offered: { do: 'shoot', target: 'theirs' } }, { offers: [shot] }, { offers: [shot], asked: false }],
    [{ drafted: { unit: 'A1' } }, { draft: [shot] }, { draft: [{ ...shot, unit: 'B1' }] }],
    [{ draft: { least: 1 } }, { draft: [shot] }, {}],
    [{ decided: true }, { decided: true }, {}],
    [{ selected: 'theirs' }, { selected: 'B1' }, { selected: 'A1' }],
    [{ selected: 'none' }, {}, { selected: 'A1' }],
    [{ aiming: true }, { aiming: true }, {}],
    [{ pondering: true }, { pondering: shot }, {}],
    [{ pondering: { do: 'shoot' } }, { pondering: shot }, { pondering: { do: 'charge' } }],
    [{ undo: true }, { undo: true }, {}],
    [{ panel: 'log' }, { panel: 'log' }, {}],
    [{ drawer: true }, { drawer: true }, {}],
    [{ tool: 'rings' }, { tool: 'rings' }, {}],
    [{ over: true }, { over: true }, {}],
    [{ any: [{ over: true }, { undo: true }] }, { undo: true }, {}],
    [{ not: { over: true } }, {}, { over: true }],
  ];
  assert.deepEqual([...new Set(cases.flatMap(([condition]) => Object.keys(condition)))].sort(), [...members].sort());
  for (const [condition, yes, no] of cases) {
    assert.equal(holds(condition, situation({ sides, ...yes })), true, JSON.stringify(condition));
    assert.equal(holds(condition, situation({ sides, ...no })), false, JSON.stringify(condition));
  }
});

test('the course: in order, on its path or off it, and hints again and again', () => {
  const note = (id, when, more = {}) => ({ id, when, title: {}, text: {}, ...more });
  const course = new Course([
    note('one', { phase: 'plan' }, { until: { selected: 'A1' } }), note('two', { phase: 'plan' }), note('shot', { asked: true, told: { event: 'hits' } }),
    note('hint', { phase: 'plan' }, { again: true }), note('act', { phase: 'action' }, { again: true }),
  ]);
  const sides = new Map([['A1', 'A']]);
  const steps = { count: 3, news: 0 };
  const at = more => course.follow(() => situation({ sides, ...more }), steps)?.id ?? null;
  assert.equal(at({ phase: 'plan' }), 'one');
  assert.equal(at({ phase: 'plan', undo: true }), 'one', 'it stays');
  assert.equal(at({ phase: 'plan', selected: 'A1' }), 'two', 'what it waited for ends it');
  assert.equal(at({ phase: 'action' }), 'act', 'the game went on without it');
  assert.equal(at({ phase: 'plan' }), 'two', 'it was not read: it comes back with its moment');
  assert.equal(at({ phase: 'plan', decided: true }), 'hint', 'a decision ends a note that waits for nothing else');
  course.next();
  assert.equal(at({ phase: 'plan' }), null, 'a hint that was read is put aside');
  assert.equal(at({ phase: 'action' }), 'act');
  assert.equal(at({ phase: 'action', events: [{ event: 'hits', rule: '' }] }), 'shot', 'news goes before a hint');
  course.next();
  assert.equal(at({ phase: 'action', events: [{ event: 'hits', rule: '' }] }), 'act', 'once');
  assert.equal(at({ phase: 'plan' }), 'hint', 'a hint comes again with its moment');
  course.restart();
  assert.equal(at({ phase: 'plan' }), 'one');
  assert.equal(new Course([note('late', { phase: 'plan' }, { until: { selected: 'A1' } })]).follow(() => situation({ sides, phase: 'plan', selected: 'A1' }), steps), null,
    'what has happened already need not be asked for');
});

test('the card goes where it hides the least', () => {
  const table = { left: 0, top: 0, right: 1000, bottom: 600 };
  const box = (left, top) => ({ left, top, right: left + 50, bottom: top + 50 });
  assert.equal(bestCorner(table, [], 300, 200, 'north-east'), 'north-east');
  assert.equal(bestCorner(table, [box(800, 100)], 300, 200, 'north-east'), 'north-west');
  assert.equal(bestCorner(table, [box(800, 100), box(100, 100)], 300, 200, 'north-east'), 'south-west');
  assert.equal(bestCorner(table, [box(100, 500)], 300, 200, 'north-west'), 'north-west', 'it moves only for the better');
});
