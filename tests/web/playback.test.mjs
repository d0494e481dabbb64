/* playback.test.mjs: which step the table shows: one's own at once, others' in their order, nothing in the way of a decision. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { mock } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const work = mkdtempSync(join(tmpdir(), 'playback-'));
process.on('exit', () => rmSync(work, { recursive: true }));

let clock = 0;
const page = Object.assign(new EventTarget(), { hidden: false });
const motion = Object.assign(new EventTarget(), { matches: false });
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true });
Object.defineProperty(globalThis, 'performance', { value: { now: () => clock }, configurable: true });
globalThis.document = page;
globalThis.matchMedia = () => motion;
mock.timers.enable({ apis: ['setTimeout'] });
globalThis.requestAnimationFrame = call => setTimeout(call, 10);
globalThis.cancelAnimationFrame = id => clearTimeout(id);

const outfile = join(work, 'playback.mjs');
buildSync({
  stdin: { contents: `export { Playback, told } from './play/playback'; export * from './play/film'; export { castOf, posesAt } from './play/cast'; export { signal } from '@preact/signals';`, resolveDir: join(root, 'web') },
  bundle: true, format: 'esm', outfile, alias: { '@preact/signals': '@preact/signals-core' },
});
const { Playback, told, filmOf, poseAt, nextMoment, momentBefore, newsAt, castOf, posesAt, signal } = await import(pathToFileURL(outfile));

function pass(milliseconds) {
  for (let i = 0; i < milliseconds; i += 10) {
    clock += 10;
    mock.timers.tick(10);
  }
}

/* Lower-case letters are steps of that seat by which nothing stirs. */
function sitDown(...by) {
  const session = { seat: 'A', match: {}, steps: signal([]), waiting: signal(false), info: signal({ mode: 'computer', players: { A: 'person', B: 'greedy' } }) };
  const shown = signal(-1);
  const still = new Set();
  const playback = new Playback(session, shown, (_, { n }) => !still.has(n));
  const add = seats => {
    const from = session.steps.peek().length;
    const event = { event: 'moved', rule: 'X-1' };
    seats.forEach((seat, i) => { if (seat === 'b') still.add(from + i); });
    session.steps.value = [...session.steps.peek(), ...seats.map((seat, i) => ({ n: from + i, by: seat?.toUpperCase() ?? null, undo: false, events: [event], state: new Uint8Array(1), mayUndo: false }))];
  };
  add(by);
  return { session, shown, playback, add };
}

test('it begins with what happened since the own last decision', () => {
  const { shown, playback } = sitDown(null, 'A', 'B', 'B');
  const end = playback.follow();
  assert.equal(shown.value, 1);
  assert.equal(playback.playing.value, true);
  pass(1300);
  assert.equal(shown.value, 2);
  pass(1300);
  assert.equal(shown.value, 3);
  assert.equal(playback.playing.value, false);
  end();
});

test('the own steps are shown at once, another’s when there was time to see the one before', () => {
  const { shown, playback, add } = sitDown(null, 'A');
  const end = playback.follow();
  add(['A']);
  assert.equal(shown.value, 2);
  add(['B', 'B']);
  pass(20);
  assert.equal(shown.value, 3);
  pass(500);
  assert.equal(shown.value, 3);
  pass(1000);
  assert.equal(shown.value, 4);
  end();
});

test('a decision under way, and skipping, go to the newest', () => {
  const { session, shown, playback, add } = sitDown(null, 'A', 'B', 'B', 'B');
  const end = playback.follow();
  session.waiting.value = true;
  assert.equal(shown.value, 4);
  session.waiting.value = false;
  add(['B', 'B', 'B']);
  pass(20);
  playback.skip();
  assert.equal(shown.value, 7);
  pass(5000);
  assert.equal(shown.value, 7);
  playback.again();
  assert.equal(shown.value, 1);
  end();
});

test('one who looked elsewhere sees it on coming back', () => {
  const { shown, playback, add } = sitDown(null, 'A');
  const end = playback.follow();
  page.hidden = true;
  add(['B', 'B']);
  pass(5000);
  assert.equal(shown.value, 1);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  pass(20);
  assert.equal(shown.value, 2);
  pass(1300);
  assert.equal(shown.value, 3);
  end();
});

test('what came while another seat was in front is played when this one is there again', () => {
  const { shown, playback, add } = sitDown(null, 'A', 'B', 'B');
  playback.follow()();
  add(['B']);
  const end = playback.follow();
  assert.equal(shown.value, 1);
  pass(5000);
  assert.equal(shown.value, 4);
  assert.equal(playback.playing.value, false);
  end();
});

test('steps by which nothing stirs are told together with the next that is worth a look', () => {
  const { shown, playback, add } = sitDown(null, 'A', 'b', 'b', 'b', 'B', 'b', 'b');
  const end = playback.follow();
  assert.equal(shown.value, 1);
  pass(1300);
  assert.equal(shown.value, 5);
  assert.deepEqual(playback.told.value.map(step => step.n), [2, 3, 4, 5]);
  pass(1300);
  assert.equal(shown.value, 7);
  assert.deepEqual(playback.told.value.map(step => step.n), [6, 7]);
  assert.equal(playback.playing.value, false);
  add(['b']);
  assert.equal(shown.value, 8);
  assert.equal(playback.playing.value, false, 'nothing is played when nothing stirs');
  assert.deepEqual(playback.told.value.map(step => step.n), [6, 7, 8]);
  end();
});

test('before one screen everybody has seen everything', () => {
  const { session, shown, playback, add } = sitDown(null, 'A', 'B');
  session.info.value = { mode: 'shared', players: { A: 'person', B: 'person' } };
  const end = playback.follow();
  assert.equal(shown.value, 2);
  add(['B', 'B']);
  assert.equal(shown.value, 4);
  assert.equal(playback.playing.value, false);
  end();
});

test('without motion the newest is shown, and what happened is listed', async () => {
  motion.matches = true;
  motion.dispatchEvent(new Event('change'));
  const { shown, playback, add } = sitDown(null, 'A', 'B', 'B');
  const end = playback.follow();
  assert.equal(shown.value, 3);
  add(['B']);
  assert.equal(shown.value, 4);
  assert.equal(playback.list.value, true);
  assert.deepEqual(playback.since.value.map(step => step.n), [2, 3, 4]);
  assert.equal(playback.wanted.value, false, 'it came of itself');
  playback.attend();
  assert.equal(playback.list.value, false, 'it goes with the first act');
  playback.again();
  assert.deepEqual([playback.list.value, playback.wanted.value], [true, true]);
  add(['A']);
  assert.deepEqual([playback.list.value, playback.wanted.value], [false, false]);
  end();
});

const stands = (unit, time, x, heading = 0) => ({ event: 'stands', rule: 'X-2', unit, values: [x, 0, heading, time, 0, 0] });
const happens = (event, unit) => ({ event, rule: 'X-3', unit });
const places = { places: ['stands'] };

/* A1 walks all the time and turns on the way; B1 is seen from 300 to 400 and from 800 on; B2 is lost at 200; A2 is shot before anything moves. */
const reel = [
  happens('out', 'A2'), stands('A1', 0, 0, 35000), stands('B2', 0, 500), stands('A1', 100, 1000, 1000), stands('B2', 100, 600), stands('A1', 200, 2000, 1000), stands('B2', 200, 700),
  happens('slow', 'A1'), happens('cite', 'A1'), stands('A1', 300, 3000), stands('B1', 300, 9000), stands('A1', 400, 4000), stands('B1', 400, 8000), stands('A1', 500, 5000), stands('A1', 600, 5000),
  stands('A1', 700, 5000), stands('A1', 800, 5000), stands('B1', 800, 6000), happens('contact', 'A1'), stands('A1', 900, 5000), stands('B1', 900, 6000), stands('A1', 1000, 5000), stands('B1', 1000, 6000),
  happens('shot', 'B1'),
];

test('a film: where each piece is when, who is out of sight, and what happened at which time', () => {
  const film = filmOf(places, reel), x = (piece, time, known = true) => poseAt(film, piece, time, known)?.x ?? null;
  assert.equal(film.length, 1000);
  assert.equal(film.beat, 100);
  assert.deepEqual([0, 50, 250, 450, 750, 1000].map(time => x('A1', time)), [0, 500, 2500, 4500, 5000, 5000]);
  assert.equal(poseAt(film, 'A1', 50, true).heading, 0, 'it turns the shorter way round');
  assert.deepEqual([0, 299, 300, 350, 400].map(time => x('B1', time, false)), [null, null, 9000, 8500, 8000], 'it appears where it is first seen');
  assert.deepEqual([500, 700, 800, 1000].map(time => x('B1', time, false)), [null, null, 6000, 6000], 'and is gone while nothing is told of it');
  assert.deepEqual([0, 150, 200, 300, 1000].map(time => x('B2', time)), [500, 650, 700, null, null]);
  assert.equal(x('C1', 0), null);
  assert.deepEqual(film.moments.map(({ time, events }) => [time, ...events.map(({ event }) => event)]), [[0, 'out'], [200, 'slow', 'cite'], [800, 'contact'], [1000, 'shot']]);
  const counts = ({ event }) => event !== 'cite';
  assert.deepEqual([0, 200, 500, 900].map(time => nextMoment(film, time, counts)), [200, 800, 800, 1000]);
  assert.deepEqual([0, 200, 500, 900].map(time => momentBefore(film, time, counts)), [0, 0, 200, 800]);
  assert.deepEqual(newsAt(film, 500, counts).map(({ event }) => event), ['slow', 'cite']);
  assert.equal(filmOf(places, [happens('shot', 'A1')]), null);
  assert.equal(filmOf({}, reel), null, 'a game without films has none');
  assert.deepEqual(told({ match: places }, reel).map(({ event }) => event), ['out', 'slow', 'contact', 'shot']);
});

test('the cast of a film: those it is silent about stay, or go along, or are gone when they were last spoken of', () => {
  const standing = x => ({ x, y: 0, heading: 0, status: 'standing' }), away = { x: -1, y: -1, heading: 0, status: 'unseen' };
  const before = { A1: standing(0), A2: standing(50), B1: away, B2: standing(500), box: standing(0), rock: standing(77) };
  const after = { A1: standing(5000), A2: { ...standing(50), status: 'out' }, B1: standing(6000), B2: away, box: standing(5000), rock: standing(77) };
  const cast = castOf(filmOf(places, reel), { units: before, game: {} }, { units: after, game: {} });
  const at = time => { const { units, poses } = posesAt(cast, time); return [Object.keys(units).join(' '), poses.get('box')?.x]; };
  assert.deepEqual(at(0), ['A1 A2 B2 box rock', 0]);
  assert.deepEqual(at(350), ['A1 B1 box rock', 1750], 'one who fell before anything moved lies there no more');
  assert.deepEqual(at(1000), ['A1 B1 box rock', 5000]);
  assert.deepEqual(posesAt(cast, 350).units.B1, { ...standing(8500) });
});

test('a step in which pieces move is a film for everybody, also for the one who set it going', () => {
  const { session, shown, playback } = sitDown(null, 'A');
  session.match = places;
  motion.matches = false;
  motion.dispatchEvent(new Event('change'));
  const end = playback.follow(), { screening } = playback;
  const add = events => { session.steps.value = [...session.steps.peek(), { n: session.steps.peek().length, by: 'A', undo: false, events, state: new Uint8Array(1), mayUndo: false }]; };
  add([happens('order', 'A1')]);
  assert.equal(screening.reel.value, null);
  add(reel);
  assert.equal(shown.value, 3);
  assert.equal(screening.reel.value.n, 3);
  assert.equal(playback.playing.value, true);
  pass(1000);
  const time = screening.time.value;
  assert.ok(time > 100 && time < 250, String(time));
  screening.toggle();
  pass(3000);
  assert.equal(screening.time.value, time, 'it stands still');
  screening.seek(700);
  assert.equal(screening.time.value, 700);
  assert.equal(screening.running.value, false);
  screening.toggle();
  pass(2500);
  assert.equal(screening.reel.value, null, 'it is over');
  assert.equal(playback.playing.value, false);
  playback.again();
  pass(1400);
  assert.equal(screening.reel.value?.n, 3, 'and can be seen again');
  playback.skip();
  assert.equal(screening.reel.value, null);
  motion.matches = true;
  motion.dispatchEvent(new Event('change'));
  add(reel);
  assert.equal(screening.reel.value, null, 'where motion is unwelcome there is a cut, and a list');
  assert.equal(shown.value, 4);
  assert.equal(playback.list.value, true);
  end();
});
