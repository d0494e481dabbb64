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

const outfile = join(work, 'playback.mjs');
buildSync({
  stdin: { contents: `export { Playback } from './play/playback'; export { signal } from '@preact/signals';`, resolveDir: join(root, 'web') },
  bundle: true, format: 'esm', outfile, alias: { '@preact/signals': '@preact/signals-core' },
});
const { Playback, signal } = await import(pathToFileURL(outfile));

function pass(milliseconds) {
  for (let i = 0; i < milliseconds; i += 10) {
    clock += 10;
    mock.timers.tick(10);
  }
}

/* Lower-case letters are steps of that seat by which nothing stirs. */
function sitDown(...by) {
  const session = { seat: 'A', steps: signal([]), waiting: signal(false), info: signal({ mode: 'computer', players: { A: 'person', B: 'greedy' } }) };
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
