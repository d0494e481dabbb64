/*
 * frames.mjs CLIENT [table|figures|hexes|zones]: how smoothly a board moves, in a Chromium that draws on the processor alone: a table with three
 * hundred pieces or single men, thirty-six by twenty-four hexes with a hundred and twenty counters, or sixty zones with three hundred.
 *
 * CLIENT is the folder of the built client. Prints figures and judges nothing: they depend on the machine. For each gesture: frames a
 * second as the page gets them with the limit off, the script's time a frame, the worst gap between frames; and how long the table takes to
 * be drawn anew when a gesture has ended.
 */
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const [, , client, kind = 'table'] = process.argv;
if (!client || !['table', 'figures', 'hexes', 'zones'].includes(kind)) throw new Error('usage: frames.mjs CLIENT [table|figures|hexes|zones]');
const root = fileURLToPath(new URL('../..', import.meta.url));
const seconds = Number(process.env.SECONDS ?? 2);

/* Boards of their own: no game has so many pieces. Each defines the board, units, looks, where piece A0 goes as a ghost, and how far pieces walk. */
const scenes = {
  table: `
for (let i = 0; i < 300; i++) {
  const id = (i % 2 ? 'B' : 'A') + i, kind = i % 3;
  pieces.push({ id, seat: i % 2 ? 'B' : 'A', type: ['pike', 'horse', 'gun'][kind], class: ['squadron', 'cavalry', 'artillery'][kind], regiment: (i % 2) * 20 + (i % 20),
    base: { shape: 'rectangle', width: [6000, 5000, 4000][kind], depth: [3000, 3000, 4000][kind] }, profile: { firearms: kind ? [] : [{ id: 'musket' }], melee: kind ? [] : ['pike'] } });
  units[id] = { x: 6000 + (i % 25) * 7000, y: 8000 + Math.floor(i / 25) * 9000, heading: i * 700 % 36000 };
  looks.set(id, { present: true, wear: i % 4, endurance: 4, disordered: i % 9 === 0, card: i % 2 ? { face: 'down', name: 'hidden', text: '' } : { face: 'up', name: 'fire', text: 'Fire' }, done: i % 5 === 0, name: id, label: id });
}
const circle = (x, y, r) => Array.from({ length: 24 }, (_, k) => [Math.round(x + r * Math.sin(k * Math.PI / 12)), Math.round(y + r * Math.cos(k * Math.PI / 12))]);
const terrain = ['forest', 'hill', 'field_low', 'marsh', 'lake', 'village'].flatMap((kind, i) => [0, 1, 2, 3].map(k => ({ id: kind + k, kind, traits: [], polygon: circle(18000 + i * 28000, 16000 + k * 29000, 10000) })));
const field = { board: 'table', width: 180000, depth: 120000, terrain, pieces }, step = 20000;
const ghostAt = t => ({ x: 90000 + 50000 * Math.cos(t / 300), y: 60000 + 40000 * Math.sin(t / 300), heading: 0 }), way = [units.A0, { x: 90000, y: 60000 }];
`,
  figures: `
for (let i = 0; i < 300; i++) {
  const id = (i % 2 ? 'B' : 'A') + i, rides = i % 5 === 4;
  pieces.push({ id, seat: i % 2 ? 'B' : 'A', type: ['fusilier', 'peasant', 'smuggler'][i % 3], class: rides ? 'rider' : 'figure', leader: i % 12 === 0, regiment: (i % 2) * 6 + (i % 6),
    base: rides ? { shape: 'rectangle', at: 'middle', width: 2500, depth: 5000 } : { shape: 'disc', width: 2000, depth: 2000 },
    profile: { armour: 0, firearms: i % 3 === 1 ? [] : [{ id: i % 3 ? 'pistol' : 'musket' }], melee: [['musket_bayonet'], ['pitchfork'], ['cutlass']][i % 3] } });
  units[id] = { x: 6000 + (i % 25) * 7000, y: 8000 + Math.floor(i / 25) * 9000, heading: i * 700 % 36000 };
  looks.set(id, { present: true, wear: 0, endurance: 0, disordered: false, card: null, done: i % 5 === 0, name: id, label: id, charges: i % 3 === 1 ? undefined : [i % 4 > 0], ...(i % 4 === 0 && { posture: 'crouched' }), ...(i % 17 === 0 && { load: 'barrel' }) });
}
const house = (x, y, k) => ({ id: 'house' + k, kind: 'building', polygon: [[x, y], [x + 16000, y], [x + 16000, y + 10000], [x, y + 10000]], openings: [{ kind: 'door', from: [x + 4000, y], to: [x + 7000, y] }, { kind: 'window', from: [x + 10000, y], to: [x + 12000, y] }] });
const terrain = [0, 1, 2, 3].flatMap(k => [house(20000 + k * 40000, 20000, k), { id: 'furze' + k, kind: 'brush', polygon: [[10000 + k * 40000, 60000], [32000 + k * 40000, 60000], [32000 + k * 40000, 80000], [10000 + k * 40000, 80000]] }, { id: 'bank' + k, kind: 'bank', line: [[5000 + k * 40000, 95000], [40000 + k * 40000, 98000]] }]);
const field = { board: 'table', width: 180000, depth: 120000, terrain, pieces }, step = 20000;
const ghostAt = t => ({ x: 90000 + 50000 * Math.cos(t / 300), y: 60000 + 40000 * Math.sin(t / 300), heading: 0 }), way = [units.A0, { x: 90000, y: 60000 }];
`,
  hexes: `
const types = ['LB', 'CB', 'PK', 'MM', 'DM', 'leader'];
for (let i = 0; i < 120; i++) {
  const id = (i % 2 ? 'B' : 'A') + i, type = types[i % 6];
  pieces.push({ id, seat: i % 2 ? 'B' : 'A', type, class: type === 'leader' ? 'leader' : type === 'MM' ? 'mounted' : 'foot', regiment: i % 14, profile: { shock: [-1, 0], move: [6, 5] } });
  units[id] = { x: 2 + (i % 30), y: 3 + Math.floor(i / 30) * 5, heading: i % 6 };
  looks.set(id, { present: true, wear: 0, endurance: 0, disordered: false, card: null, done: i % 5 === 0, status: ['normal', 'disordered', 'retired', 'normal'][i % 4], formation: i % 11 ? 'none' : 'schiltron', name: id, label: id });
}
const row = (y, letters) => Array.from({ length: 36 }, (_, x) => letters[Math.floor((x * 7 + y * 5) / 24) % letters.length]).join('');
const ground = Array.from({ length: 24 }, (_, y) => row(y, '.w.v.mw.kot.'));
const edges = Array.from({ length: 24 }, (_, row) => [1, 2, 3].map(direction => ({ col: 17, row, direction, kind: row % 8 ? 'stream' : 'hedge' }))).flat();
const field = { board: 'hexes', cols: 36, rows: 24, kinds: { '.': 'clear', w: 'woods', v: 'village', t: 'town', m: 'marsh', k: 'bog', o: 'orchard' }, ground, levels: Array.from({ length: 24 }, (_, y) => row(y, '001')), edges, pieces }, step = 3;
const ghostAt = t => ({ x: Math.round(18 + 10 * Math.cos(t / 300)), y: Math.round(12 + 8 * Math.sin(t / 300)), heading: 0 }), way = [units.A0, { x: 9, y: 9 }, { x: 18, y: 12 }];
`,
  zones: `
const COLS = 10, ROWS = 6, vertices = [], zones = [], borders = [], at = (x, y) => y * (COLS + 1) + x;
for (let y = 0; y <= ROWS; y++) for (let x = 0; x <= COLS; x++) vertices.push([x * 130 + (x % COLS && y % ROWS ? (x * 7 + y * 5) % 13 : 0), y * 130 + (x % COLS && y % ROWS ? (x * 3 + y * 11) % 15 : 0)]);
const sorts = [['plain', 'open'], ['wood', 'difficult'], ['fields', 'open'], ['village', 'difficult'], ['vines', 'difficult'], ['marsh', 'very_difficult'], ['meadow', 'open']];
const numberAt = (x, y) => (x < 0 || y < 0 || x >= COLS || y >= ROWS ? 0 : y * COLS + x + 1);
const border = (a, b, ...both) => borders.push({ a, b, zones: both.filter(Boolean), kind: both.includes(0) ? 'rim' : ['dotted', 'dotted', 'single', 'double'][(a * 7 + b) % 4], sight: (a + b) % 3 ? 'yellow' : 'brown' });
for (let y = 0; y <= ROWS; y++) for (let x = 0; x <= COLS; x++) {
  if (x < COLS) border(at(x, y), at(x + 1, y), numberAt(x, y - 1), numberAt(x, y));
  if (y < ROWS) border(at(x, y), at(x, y + 1), numberAt(x - 1, y), numberAt(x, y));
  if (x === COLS || y === ROWS) continue;
  const number = numberAt(x, y), [name, ground] = sorts[(number * 5) % sorts.length];
  zones.push({ number, code: String(number).padStart(3, '0'), ground, roman: 'I', altitude: x > 5 ? 1 : 0, brown: ground === 'difficult', names: { en: name, fr: name }, anchor: [x * 130 + 65, y * 130 + 65], polygon: [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)] });
}
for (let i = 0; i < 300; i++) {
  const zone = 1 + (i % 60), id = (zone % 2 ? 'B' : 'A') + i, kind = ['unit', 'unit', 'unit', 'commander', 'baggage'][Math.floor(i / 60)];
  pieces.push({ id, seat: zone % 2 ? 'B' : 'A', type: ['piquiers', 'reitres', 'gendarmes'][i % 3], kind, arm: ['infantry', 'cavalry', 'cavalry'][i % 3], regiment: i % 8, profile: { combat: [4, 3], quality: 4, move: 6, weapon: i % 3 === 1 ? 'fire' : 'shock' } });
  units[id] = { x: zone, charge: i % 3 === 2 ? 1 : 0, isolated: i % 17 ? 0 : 1 };
  looks.set(id, { present: true, wear: i % 4 ? 0 : 1, endurance: 0, disordered: i % 9 === 0, card: kind === 'commander' ? { face: 'down', name: '', text: '' } : null, done: i % 5 === 0, name: id, label: id });
}
units.A0 = units.B0;
const field = { board: 'zones', width: COLS * 130, depth: ROWS * 130, vertices, zones, borders, roads: [[21, 22, 23, 24, 25, 26, 27, 28, 29, 30]], paths: [], objectives: [], exits: [], supply: ['W', 'E'], pieces: pieces.map(piece => (piece.id === 'B0' ? { ...piece, id: 'A0' } : piece)) }, step = 1;
const ghostAt = t => ({ x: 1 + Math.floor(t / 100) % 60, y: 0, heading: 0 }), way = [{ x: 1, y: 0 }, { x: 2, y: 0 }, { x: 12, y: 0 }];
`,
};
const page = `
import { bringBoard, makeBoard } from './web/table/make';
const pieces = [], units = {}, looks = new Map();
${scenes[kind]}
await bringBoard({ board: field });
const board = makeBoard({ ruleset: 'none', board: field });
document.getElementById('host').append(board.element);
board.show(units, looks, { animate: false });
const pause = ms => new Promise(done => setTimeout(done, ms)), frames = count => new Promise(done => { const step = () => (count-- ? requestAnimationFrame(step) : done()); step(); });
const run = (seconds, act) => new Promise(done => {
  const begin = performance.now();
  let count = 0, script = 0, worst = 0, last = begin;
  const step = () => {
    const a = performance.now();
    act(count, a - begin);
    const z = performance.now();
    script += z - a;
    if (count++ > 5) worst = Math.max(worst, z - last);
    last = z;
    if (z - begin < seconds * 1000) requestAnimationFrame(step);
    else done({ fps: count * 1000 / (z - begin), script: script / count, worst });
  };
  requestAnimationFrame(step);
});
const pointer = (type, x, y) => board.element.dispatchEvent(new PointerEvent(type, { pointerId: 1, pointerType: 'mouse', button: 0, clientX: x, clientY: y, bubbles: true }));
const settle = async () => { const begin = performance.now(); await frames(2); return performance.now() - begin; };
globalThis.measure = async seconds => {
  await pause(800);
  const results = {};
  board.zoom(2);
  await pause(900);
  pointer('pointerdown', 5, 5);
  results.pan = await run(seconds, (_, t) => pointer('pointermove', 300 + 250 * Math.sin(t / 400), 250 + 200 * Math.cos(t / 500)));
  pointer('pointerup', 300, 250);
  results.pan.after = await settle();
  await pause(400);
  results.zoom = await run(seconds, i => board.element.dispatchEvent(new WheelEvent('wheel', { deltaY: i % 80 < 40 ? -24 : 24, clientX: 700, clientY: 430, bubbles: true, cancelable: true })));
  await pause(120);
  results.zoom.after = await settle();
  board.fit();
  await pause(900);
  results.ghost = await run(seconds, (_, t) => board.ghost({ piece: 'A0', pose: ghostAt(t), legal: true, label: '4.2', path: way }));
  board.ghost(null);
  const away = Object.fromEntries(Object.entries(units).map(([id, unit], i) => [id, i % ${kind === 'zones' ? 150 : 15} ? unit : { ...unit, x: unit.x + step }]));
  let there = false, since = 0;
  results['20 pieces walk'] = await run(seconds, (i, t) => { if (i === 0 || t - since > 700) { since = t; there = !there; board.show(there ? away : units, looks, { animate: true }); } });
  return results;
};
`;
const { outputFiles } = await build({ stdin: { contents: page, resolveDir: root, loader: 'ts' }, bundle: true, format: 'esm', target: 'es2022', write: false, jsx: 'automatic', jsxImportSource: 'preact' });
const files = new Map([
  ['/', ['text/html', '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="style.css"><link rel="stylesheet" href="host.css"><div id="host"></div><script type="module" src="page.js"></script>']],
  ['/style.css', ['text/css', readFileSync(join(client, 'style.css'), 'utf8')]],
  ['/host.css', ['text/css', 'body { margin: 0 } #host { width: 1400px; height: 860px }']],
  ['/page.js', ['text/javascript', outputFiles[0].text]],
]);
const server = createServer((request, response) => {
  const [type, content] = files.get(request.url) ?? ['text/plain', ''];
  response.setHeader('content-type', type);
  response.end(content);
});
await new Promise(done => server.listen(0, '127.0.0.1', done));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
    '--disable-frame-rate-limit', '--disable-gpu-vsync'],
});
try {
  const tab = await browser.newPage({ viewport: { width: 1400, height: 860 } });
  tab.on('pageerror', error => console.error(error.message));
  await tab.goto(`http://127.0.0.1:${server.address().port}/`);
  await tab.waitForFunction(() => typeof globalThis.measure === 'function');
  const results = await tab.evaluate(length => globalThis.measure(length), seconds);
  for (const [name, { fps, script, worst, after }] of Object.entries(results))
    console.log(`${name.padEnd(15)} ${fps.toFixed(0).padStart(5)} frames/s   script ${script.toFixed(2)} ms   worst ${worst.toFixed(0)} ms${after === undefined ? '' : `   drawn anew in ${after.toFixed(0)} ms`}`);
  if (process.env.SHOT) await tab.screenshot({ path: process.env.SHOT });
} finally {
  await browser.close();
  server.close();
}
