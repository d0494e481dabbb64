/* zones.test.mjs: the drawn map of zones: its geometry, its drawings, its stacks, and how hands, keys and screen readers meet it. */
import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test, { after, before, beforeEach } from 'node:test';
import { fileURLToPath } from 'node:url';
import { axeFindings, openBoardPage } from './board_page.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/*
 * Five columns and four rows of zones, 1 to 20 row by row, each 200 by 175; corners within are shifted so that nothing is square. One zone of
 * each look; the borders between the first two rows are of every kind.
 */
const map = `
const COLS = 5, ROWS = 4;
const vertices = [];
for (let y = 0; y <= ROWS; y++) for (let x = 0; x <= COLS; x++) vertices.push([x * 200 + (x % COLS && y % ROWS ? (y % 2 ? 14 : -12) : 0), y * 175 + (x % COLS && y % ROWS ? (x % 2 ? 9 : -8) : 0)]);
const at = (x, y) => y * (COLS + 1) + x;
const looks0 = [['copse', 'difficult', true], ['vines', 'difficult', false], ['hamlet', 'difficult', true], ['castle of Tours', 'very_difficult', true], ['pond', 'forbidden', false],
  ['fields', 'open', false], ['meadow', 'open', false], ['plain', 'open', false], ['orchard', 'difficult', false], ['marsh', 'very_difficult', false],
  ['town of Dreux', 'difficult', true], ['camp', 'open', false], ['wagon park', 'open', false], ['ford', 'difficult', false], ['dense wood', 'very_difficult', true],
  ['plain', 'open', false], ['plateau north of the church', 'open', false], ['Ivry', 'difficult', true], ['', 'difficult', false], ['', 'lava', false]];
const romans = { open: 'I', difficult: 'II', very_difficult: 'III', forbidden: 'X' };
const zones = looks0.map(([name, ground, brown], i) => {
  const x = i % COLS, y = Math.floor(i / COLS), polygon = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)];
  return { number: i + 1, code: (i < 10 ? '0' : '1') + String(i + 1).padStart(2, '0'), ground, roman: romans[ground] ?? '', altitude: i < 10 ? 0 : 1, brown, names: { en: name, fr: name && 'nom ' + name },
    anchor: [x * 200 + 100, y * 175 + 88], polygon: i % 2 ? polygon : polygon.reverse() };
});
const kinds = [['dotted', 'brown'], ['single', 'yellow'], ['single', 'brown'], ['double', 'yellow'], ['double', 'brown']];
const borders = [];
for (let y = 0; y <= ROWS; y++) for (let x = 0; x < COLS; x++) {
  const both = [y > 0 ? (y - 1) * COLS + x + 1 : 0, y < ROWS ? y * COLS + x + 1 : 0].filter(Boolean);
  const [kind, sight] = both.length < 2 ? ['rim', 'yellow'] : y === 1 ? kinds[x] : y === 2 && x < 2 ? ['impassable', x ? 'brown' : 'yellow'] : ['dotted', 'yellow'];
  borders.push({ a: at(x, y), b: at(x + 1, y), zones: both, kind, sight });
}
for (let x = 0; x <= COLS; x++) for (let y = 0; y < ROWS; y++) {
  const both = [x > 0 ? y * COLS + x : 0, x < COLS ? y * COLS + x + 1 : 0].filter(Boolean);
  borders.push({ a: at(x, y), b: at(x, y + 1), zones: both, kind: both.length < 2 ? 'rim' : 'dotted', sight: 'yellow' });
}
const description = { board: 'zones', width: 1000, depth: 700, vertices, zones, borders, roads: [[6, 7, 8]], paths: [[8, 13, 18]], objectives: [{ zone: 3, points: [3, 2] }],
  exits: [{ seat: 'B', zones: [16, 17], turn: 3 }], supply: ['W', 'E'], sides: [{ seat: 'B', names: { en: 'Protestants', fr: 'Protestants' } }], pieces: [] };
`;

/* One counter of each type in 16 and 17; a full stack in 8; a commander beside the other side's baggage in 13. */
const script = `
import { render } from 'preact';
import { Thumbnail } from './web/table/thumbnail';
${map}
const pieces = [], units = {};
const put = (id, seat, type, kind, arm, x, more = {}, fields = {}) => {
  pieces.push({ id, seat, type, kind, arm, regiment: seat === 'A' ? 0 : 1, names: { en: id, fr: id }, profile: { combat: [4, 3], quality: 5, move: 6, weapon: 'shock' }, ...more });
  units[id] = { x, type, status: 'standing', ...fields };
};
const fire = { profile: { combat: [3, 2], quality: 4, move: 4, weapon: 'fire' } };
['piquiers', 'suisses', 'lansquenets', 'milice'].forEach(type => put(type, 'A', type, 'unit', 'infantry', 16));
['gendarmes', 'chevau_legers', 'cuirassiers'].forEach(type => put(type, 'A', type, 'unit', 'cavalry', 17));
['reitres', 'argoulets'].forEach(type => put(type, 'A', type, 'unit', 'cavalry', 12, fire));
['canon', 'couleuvrine'].forEach(type => put(type, 'A', type, 'unit', 'artillery', 7, fire));
put('arquebusiers', 'A', 'arquebusiers', 'unit', 'infantry', 6, fire);
put('odd', 'A', 'ninja', 'unit', 'infantry', 2);
put('E1', 'B', 'reitres', 'unit', 'cavalry', 8, fire);
put('E2', 'B', 'cuirassiers', 'unit', 'cavalry', 8);
put('E3', 'B', 'arquebusiers', 'unit', 'infantry', 8, fire);
put('E4', 'B', 'piquiers', 'unit', 'infantry', 8);
put('E3-1', 'B', 'enfants_perdus', 'unit', 'infantry', 8, { ...fire, mother: 'E3' });
put('E3-2', 'B', 'enfants_perdus', 'unit', 'infantry', 8, { ...fire, mother: 'E3' });
put('EL', 'B', 'commander', 'commander', 'cavalry', 8, { profile: { quality: 5, general: true } }, { order: 'hidden' });
put('EB', 'B', 'baggage', 'baggage', 'infantry', 8, { regiment: -1, profile: {} });
put('AL', 'A', 'commander', 'commander', 'cavalry', 13, { profile: { quality: 4 } });
put('EB2', 'B', 'baggage', 'baggage', 'infantry', 13, { regiment: -1, profile: {} });
const match = kind => ({ ruleset: 'none', board: kind === 'odd'
  ? { ...description, zones: [...zones, null, { number: 99, polygon: [1] }, { number: 98, polygon: [0, 0, 0] }], borders: [...borders.map(b => (b.kind === 'single' ? { ...b, kind: 'glass' } : b)), { a: 'x' }, null], roads: [[1, 77], 'x'], exits: [{ zones: [50] }], supply: ['Q', 3], objectives: [{ zone: 50 }], pieces: [...pieces, null, {}] }
  : { ...description, pieces } });
const looks = new Map(pieces.map(({ id, type }) => [id, { present: true, wear: 0, endurance: 0, disordered: false, card: id === 'EL' ? { face: 'down', name: '', text: 'hidden' } : null, done: false, name: id + ', ' + type, label: id, type }]));
globalThis.description = description;
globalThis.small = () => { const place = document.createElement('div'); document.body.append(place); render(<Thumbnail scenario={{ board: match('').board, units }} />, place); return place.innerHTML; };
`;

let boards, page, complaints, context, zones, made;

before(async () => {
  const entry = `export * from './web/table/zones/geometry'; export * from './web/table/zones/zone_scene'; export * from './web/table/zones/zone_sheet'; export * from './web/table/zones/sorts'; export * from './web/table/zones/arrange'; export * from './web/table/zones/zone_names'; export { Shape } from './web/draw/shape';`;
  const { outputFiles } = await build({ stdin: { contents: entry, resolveDir: root, loader: 'ts' }, bundle: true, format: 'esm', write: false });
  zones = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  made = new Function(`${map}; return description;`)();
  boards = await openBoardPage(script);
});
after(() => boards?.close());

async function visit(options, hash) {
  ({ context, page, complaints } = await boards.visit(options, hash));
}
beforeEach(() => visit());

const P = x => ({ x, y: 0 });
const heard = () => page.evaluate(() => globalThis.heard.splice(0).filter(word => !word.startsWith('hover')));
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-piece'));
const placeAt = (x, y) => page.evaluate(([a, b]) => globalThis.board.placeAt(a, b), [x, y]);
const spotOf = id => page.locator(`[data-piece="${id}"]`).evaluate(piece => { const m = piece.getScreenCTM(); return { x: m.e, y: m.f }; });
const stack = ['E1', 'E2', 'E3', 'E4', 'E3-1', 'E3-2', 'EL', 'EB'];
const edgeBox = id => page.locator(`[data-piece="${id}"] .sized .edge`).evaluateAll(all => { const { left, top, right, bottom } = all.find(one => getComputedStyle(one).display !== 'none').getBoundingClientRect(); return { left, top, right, bottom }; });
const mark = marks => page.evaluate(list => globalThis.board.mark(new Map(list)), marks);
const show = changes => page.evaluate(list => {
  const { board, units, looks } = globalThis;
  for (const [id, fields, look] of list) {
    Object.assign(units[id], fields);
    looks.set(id, { ...looks.get(id), ...look });
  }
  board.show(units, looks, { animate: false });
}, changes);

test('geometry: drawn lines begin and end at their corners, stray little, and are the same in both directions', () => {
  const scene = zones.readZoneScene(made), geometry = new zones.ZoneGeometry(scene);
  let strayed = 0;
  for (const { a, b, zones: both } of scene.borders) {
    const p = scene.vertices[a], q = scene.vertices[b], line = geometry.side(a, b), length = Math.hypot(q.x - p.x, q.y - p.y);
    assert.deepEqual([line[0], line.at(-1)], [p, q]);
    assert.deepEqual(geometry.side(b, a), [...line].reverse());
    const off = Math.max(...line.map(({ x, y }) => Math.abs((x - p.x) * (q.y - p.y) - (y - p.y) * (q.x - p.x)) / length));
    assert.ok(off < 3, `${a} ${b} ${off}`);
    if (both.length < 2) assert.equal(off, 0, 'the rim is straight');
    else strayed += off > 0.3;
  }
  assert.ok(strayed > 20, 'drawn by hand');
});

test('geometry: every point belongs to the zone whose exact polygon holds it, turned or not', () => {
  const scene = zones.readZoneScene(made), sheet = new zones.ZoneSheet(scene);
  let seed = 5;
  const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 4294967296;
  for (const turned of [false, true]) {
    sheet.turned = turned;
    for (const zone of scene.zones) assert.deepEqual(sheet.place(sheet.anchor(zone)), P(zone.number));
    for (let i = 0; i < 2000; i++) {
      const point = { x: random() * 1000, y: random() * 700 }, { x } = sheet.place(point);
      assert.ok(x > 0 && sheet.shape(scene.zone(x)).contains(point.x, point.y));
    }
    assert.deepEqual(sheet.place({ x: -5, y: 50 }), P(0));
  }
});

test('geometry: outlines of sets, holes among them; ways over borders and through corners', () => {
  const scene = zones.readZoneScene(made), geometry = new zones.ZoneGeometry(scene), of = (...list) => list.map(number => scene.zone(number));
  const area = rings => rings.reduce((sum, ring) => sum + ring.reduce((part, p, i) => { const q = ring[(i + 1) % ring.length]; return part + p.x * q.y - q.x * p.y; }, 0) / 2, 0);
  const exact = list => list.reduce((sum, zone) => sum + geometry.shape(zone).area, 0);
  assert.equal(geometry.rings(of(8)).length, 1);
  assert.equal(geometry.rings(of(7, 8)).length, 1);
  const around = of(2, 3, 4, 7, 9, 12, 13, 14);
  assert.equal(geometry.rings(around).length, 2, 'a hole');
  assert.ok(Math.abs(area(geometry.rings(around)) - exact(around)) / exact(around) < 0.01, 'and the hole is left out');
  assert.equal(geometry.rings(of(1, 20)).length, 2);
  assert.equal(geometry.rings(scene.zones).length, 1);
  assert.deepEqual([...geometry.neighbours(scene.zone(8))].sort((a, b) => a - b), [2, 3, 4, 7, 9, 12, 13, 14]);
  assert.deepEqual(geometry.crossing(scene.zone(8), scene.zone(14)), scene.vertices[15], 'through the corner that they share');
  const [p, q] = [scene.vertices[8], scene.vertices[14]], over = geometry.crossing(scene.zone(7), scene.zone(8));
  assert.ok(Math.abs((over.x - p.x) * (q.y - p.y) - (over.y - p.y) * (q.x - p.x)) < 1e-6, 'on the border');
  assert.equal(geometry.crossing(scene.zone(1), scene.zone(20)), null);
  assert.equal(geometry.way(of(6, 7, 8)).length, 5);
});

test('stacks of any size find room in their zone, apart from each other', () => {
  const { arrange, Shape } = zones, unit = { halfWidth: 18.5, halfHeight: 15.5 }, small = { halfWidth: 14, halfHeight: 12 };
  const shapes = [[[0, 0], [130, 0], [130, 130], [0, 130]], [[0, 0], [150, 20], [120, 140], [20, 110]], [[0, 0], [95, 0], [100, 100], [5, 95]]].map(points => new Shape(points.map(([x, y]) => ({ x, y }))));
  for (const shape of shapes) for (let count = 1; count <= 9; count++) {
    const extents = Array.from({ length: count }, (_, i) => (i % 4 === 3 ? small : unit)), { scale, places } = arrange(shape, shape.centre, [{ x: 65, y: 12, halfWidth: 17, halfHeight: 7 }], extents, 1.2);
    assert.equal(places.length, count);
    assert.ok(scale >= 0.42 * 1.2, `${count} ${scale}`);
    places.forEach((p, i) => {
      const e = extents[i];
      for (const [u, v] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) assert.ok(shape.contains(p.x + u * e.halfWidth * scale, p.y + v * e.halfHeight * scale), `${count} ${i}`);
      places.forEach((q, j) => assert.ok(j <= i || Math.abs(p.x - q.x) >= (e.halfWidth + extents[j].halfWidth) * scale - 1e-6 || Math.abs(p.y - q.y) >= (e.halfHeight + extents[j].halfHeight) * scale - 1e-6, `${count}: ${i} on ${j}`));
    });
  }
});

test('names stand clear of plates and of each other, the notable ones first; what finds no room is left out', () => {
  const names = ['town of the long and famous name', 'pond', 'village beyond the seven hills', 'plain', 'road to somewhere far away', ''];
  const crowded = { ...made, zones: made.zones.map((zone, i) => ({ ...zone, names: { en: names[i % names.length], fr: 'nom' } })), objectives: made.zones.map(({ number }) => ({ zone: number, points: [3, 2] })) };
  for (const turned of [false, true]) for (const board of [made, crowded, JSON.parse(JSON.stringify(crowded), (key, value) => (key === 'vertices' || key === 'anchor' ? JSON.parse(JSON.stringify(value), (_, n) => (typeof n === 'number' ? n * 0.6 : n)) : value))]) {
    const sheet = new zones.ZoneSheet(zones.readZoneScene(board));
    sheet.turned = turned;
    const spots = [...zones.nameSpots(sheet, 'en').values()], plates = sheet.scene.zones.map(zone => ({ ...sheet.plate(zone), halfWidth: sheet.plateWidth(zone), halfHeight: 6.5 }));
    const named = sheet.scene.zones.filter(zone => zone.names.en), notable = named.filter(zone => zones.isNotable(zones.sortOf(zone)));
    assert.ok(spots.length > named.length / 3, `${spots.length} of ${named.length}`);
    assert.ok(spots.filter(spot => spot.notable).length / notable.length >= spots.length / named.length - 0.01, 'the notable ones before others');
    spots.forEach((spot, i) => {
      assert.equal(spot.text, spot.zone.names.en);
      for (const other of [...plates, ...spots.slice(i + 1)]) assert.ok(!zones.meets(spot, other), `${spot.text} of ${spot.zone.number}`);
    });
  }
});

test('a zone looks as its ground and its name say, and what nobody knows by its ground', () => {
  const sort = (en, ground, brown = false) => zones.sortOf({ ground, brown, names: { en, fr: '' } });
  for (const [en, ground, brown, wanted] of [['alder wood by the pond', 'difficult', true, 'wood'], ['causeway of the pond', 'open', false, 'bare'], ['vines below the church', 'difficult', false, 'vines'],
    ['plateau north of the church', 'open', false, 'bare'], ['Verneuil', 'difficult', true, 'village'], ['market quarter', 'difficult', true, 'town'], ['Marne', 'forbidden', false, 'water'],
    ['Marne, broken bridge of Dormans', 'forbidden', false, 'bridge'], ['deep ford', 'very_difficult', false, 'ford'], ['', 'very_difficult', false, 'marsh'], ['', 'difficult', true, 'wood'],
    ['xyzzy', 'difficult', false, 'rough'], ['xyzzy', 'lava', false, 'rough']]) assert.equal(sort(en, ground, brown), wanted, `${en} ${ground}`);
});

test('every look and every border has a drawing of its own, and bad data are drawn as far as they go', async () => {
  assert.deepEqual(complaints, []);
  const sorts = await page.locator('.terrain[data-zone]').evaluateAll(all => Object.fromEntries(all.map(one => [one.dataset.zone, `${one.dataset.sort} ${one.querySelectorAll('path').length}`])));
  const named = Object.values(sorts).map(text => text.split(' ')[0]);
  for (const sort of ['wood', 'forest', 'vines', 'village', 'castle', 'field', 'meadow', 'bare', 'orchard', 'marsh', 'town', 'camp', 'wagons', 'ford', 'rough']) assert.ok(named.includes(sort), sort);
  for (const [zone, text] of Object.entries(sorts)) assert.ok(Number(text.split(' ')[1]) > 0, `${zone} ${text}`);
  const kinds = await page.locator('[data-border]').evaluateAll(all => all.map(one => one.dataset.border).sort());
  assert.deepEqual(kinds, ['dotted brown', 'dotted yellow', 'double brown', 'double yellow', 'impassable brown', 'impassable yellow', 'single brown', 'single yellow']);
  const things = await page.locator('[data-border]').evaluateAll(all => Object.fromEntries(all.map(one => [one.dataset.border, [...one.children].map(path => path.getAttribute('class')).join(' ')])));
  assert.equal(new Set(Object.values(things)).size >= 5, true, 'told apart by more than colour');
  for (const kind of ['dotted', 'single', 'double', 'impassable']) assert.notEqual(things[`${kind} brown`], things[`${kind} yellow`], kind);
  const width = kind => page.locator(`[data-border="${kind} yellow"] .stroke`).evaluate(path => [getComputedStyle(path).strokeWidth, getComputedStyle(path).strokeDasharray].join(' '));
  assert.equal(new Set(await Promise.all(['dotted', 'single', 'double', 'impassable'].map(width))).size, 4);
  assert.equal(await page.locator('.height').count(), 1);
  assert.ok((await page.locator('.slopes path').first().getAttribute('d')).length > 500);
  assert.equal(await page.locator('.zone-plate').count(), 20);
  assert.equal(await page.locator('.zone-plate[data-zone="3"] text').allTextContents().then(all => all.join(' ')), '003 II 3 2');
  assert.equal(await page.locator('.zone-plate.brown .plaque[rx="0"]').count(), 6);
  assert.equal(await page.locator('.exit').count(), 2);
  assert.deepEqual(await page.locator('.supply').evaluateAll(all => all.map(one => `${one.dataset.seat} ${one.dataset.wind}`)), ['A W', 'B E']);
  await visit({}, '#odd');
  assert.deepEqual(complaints, []);
  assert.equal(await page.locator('.zone-plate').count(), 20);
  assert.equal(await page.locator('[data-border="single yellow"]').count(), 1, 'an unknown kind is a line');
});

test('every type of troops has a sign of its own, its strength a triangle or a disc; a type may change in play', async () => {
  const sign = id => page.locator(`[data-piece="${id}"] .emblem`).innerHTML();
  const types = ['piquiers', 'suisses', 'lansquenets', 'milice', 'gendarmes', 'chevau_legers', 'cuirassiers', 'reitres', 'argoulets', 'canon', 'couleuvrine', 'arquebusiers', 'odd', 'E3-1'];
  assert.equal(new Set(await Promise.all(types.map(sign))).size, types.length);
  assert.equal(await page.locator('[data-piece="piquiers"] + .figures .force.shock').count(), 1);
  assert.equal(await page.locator('[data-piece="reitres"] + .figures .force.fire').count(), 1);
  await show([['argoulets', { type: 'argoulets_dismounted' }, { type: 'argoulets_dismounted' }]]);
  assert.equal(await sign('argoulets'), await sign('arquebusiers'));
  assert.equal(await page.locator('[data-piece="argoulets"] + .figures .strength').count(), 0, 'its printed figures hold no more');
});

test('state is seen, and an order that is hidden stays so', async () => {
  const isSeen = selector => page.locator(selector).first().isVisible(), badges = async () => (await page.locator('.badge:not(.disc)').evaluateAll(all => all.map(one => one.getAttribute('class').replace('badge ', '')))).sort();
  assert.equal(await isSeen('[data-piece="piquiers"] .edge.whole'), true);
  assert.deepEqual(await badges(), []);
  await show([['piquiers', { wear: 1 }, { wear: 1 }], ['suisses', { disordered: 1 }, { disordered: true }], ['milice', { isolated: 1 }, { done: true }], ['gendarmes', { charge: 1 }, {}], ['reitres', { caracole: 1 }, {}], ['canon', {}, { present: false }]]);
  assert.equal(await isSeen('[data-piece="piquiers"] .edge.reduced'), true);
  assert.equal(await isSeen('[data-piece="piquiers"] .edge.whole'), false);
  assert.deepEqual(await page.locator('[data-piece="piquiers"] + .figures .strength').evaluateAll(all => all.filter(one => getComputedStyle(one).display !== 'none').map(one => one.textContent)), ['3']);
  assert.equal(await isSeen('[data-piece="suisses"] .edge.torn'), true);
  assert.deepEqual(await badges(), ['broken', 'caracole', 'charge filled', 'done', 'isolated']);
  assert.equal(await page.getByRole('button', { name: 'canon, canon' }).count(), 0);
  const card = page.locator('[data-piece="EL"] .order-card');
  assert.equal(await card.getAttribute('data-face'), 'down');
  assert.equal(await card.locator('.order').count(), 0);
  await show([['EL', {}, { card: { face: 'up', name: 'attack', text: 'Attack' } }]]);
  assert.equal(await card.locator('.order').count(), 1);
  await show([['piquiers', { wear: 0 }, { wear: 0 }], ['suisses', {}, { disordered: false }], ['milice', { isolated: 0 }, { done: false }], ['gendarmes', { charge: 0 }, {}], ['reitres', { caracole: 0 }, {}]]);
  assert.deepEqual(await badges(), []);
});

test('pieces that share a zone stand apart in it, and each can be chosen by pointer and by key', async () => {
  const boxes = [];
  for (const id of stack) {
    const { x, y } = await spotOf(id);
    assert.deepEqual(await placeAt(x, y), P(8), id);
    boxes.push(await edgeBox(id));
    await page.mouse.click(x, y);
    assert.deepEqual(await heard(), [`choose ${id}`]);
  }
  boxes.forEach((a, i) => boxes.forEach((b, j) => assert.ok(j <= i || a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1, `${stack[i]} on ${stack[j]}`)));
  for (const id of ['AL', 'EB2']) {
    const { x, y } = await spotOf(id);
    await page.mouse.click(x, y);
    assert.deepEqual(await heard(), [`choose ${id}`], 'beside the enemy\'s baggage');
  }
  const met = new Set(['E1']);
  for (let i = 0; i < 3; i++) for (const from of [...met]) for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
    await page.evaluate(id => globalThis.board.focus(id), from);
    await page.keyboard.press(key);
    met.add(await focused());
  }
  for (const id of stack) assert.ok(met.has(id), id);
  await page.evaluate(() => globalThis.board.focus('EL'));
  await page.keyboard.press('Enter');
  assert.deepEqual(await heard(), ['choose EL']);
});

test('a selected stack is fanned out for fingers: each has 44 pixels and means its own zone; it folds again and the focus stays', async () => {
  await visit({ hasTouch: true, viewport: { width: 900, height: 640 } });
  await page.evaluate(() => globalThis.board.focus('E2'));
  await page.waitForTimeout(300);
  const before = await Promise.all(stack.map(spotOf));
  await page.evaluate(() => { globalThis.listener.tap = (at, piece) => { globalThis.heard.push(`tap ${at.x} ${piece}`); return false; }; });
  await mark([['E2', ['selected']]]);
  assert.equal(await focused(), 'E2');
  const spots = await Promise.all(stack.map(spotOf));
  spots.forEach((p, i) => spots.forEach((q, j) => assert.ok(i >= j || Math.max(Math.abs(p.x - q.x), Math.abs(p.y - q.y)) >= 44, `${stack[i]} ${stack[j]}`)));
  assert.equal(await page.locator('.fan').isVisible(), true);
  const hits = await Promise.all(spots.map(({ x, y }) => page.evaluate(([a, b]) => document.elementFromPoint(a, b)?.closest('[data-piece]')?.dataset.piece, [x, y])));
  assert.deepEqual(hits, stack, 'above all others');
  for (const [i, id] of stack.entries()) {
    await page.touchscreen.tap(spots[i].x + 14, spots[i].y - 12);
    assert.deepEqual(await heard(), [`tap 8 ${id}`, `choose ${id}`]);
  }
  await mark([]);
  assert.equal(await page.locator('.fan').isVisible(), false);
  assert.deepEqual(await Promise.all(stack.map(spotOf)), before);
  await mark([['arquebusiers', ['selected']]]);
  assert.equal(await page.locator('.fan').isVisible(), false, 'one alone stays');
});

test('a fan follows the scale: near enough there is none', async () => {
  await mark([['E2', ['selected']]]);
  assert.equal(await page.locator('.fan').isVisible(), true);
  await page.evaluate(() => globalThis.board.zoom(3));
  await page.waitForTimeout(300);
  assert.equal(await page.locator('.fan').isVisible(), false);
  await page.evaluate(() => globalThis.board.fit());
  await page.waitForTimeout(300);
  assert.equal(await page.locator('.fan').isVisible(), true);
});

test('touch: a tap beside a piece means it within its zone only; bare ground is a place', async () => {
  await visit({ hasTouch: true });
  const box = await edgeBox('arquebusiers'), y = (box.top + box.bottom) / 2;
  await page.touchscreen.tap(box.right + 5, y);
  assert.deepEqual(await heard(), ['choose arquebusiers']);
  await page.touchscreen.tap(box.right + 30, y);
  assert.deepEqual(await heard(), ['clear']);
  assert.deepEqual(await placeAt(box.right + 30, y), P(6));
});

test('keys: a cursor goes from zone to zone, says what is there, and Enter is a click', async () => {
  await page.evaluate(() => { globalThis.listener.tap = (at, piece) => { globalThis.heard.push(`tap ${at.x} ${at.y} ${piece}`); return piece === null; }; globalThis.listener.point = at => { globalThis.pointed = at; }; globalThis.board.focus('arquebusiers'); });
  const said = () => page.locator('.board [aria-live]').innerText();
  await page.keyboard.press('Shift+ArrowUp');
  assert.equal(await focused(), null, 'from the piece to the board');
  assert.deepEqual(await page.evaluate(() => globalThis.pointed), P(1));
  assert.match(await said(), /^Zone 1; copse, difficult \(II\), height 0, stops sight; dotted towards 6, stops sight$/);
  for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  assert.match(await said(), /^Zone 3; hamlet, difficult \(II\), height 0, stops sight; single towards 8, stops sight; objective, 3 and 2 points$/);
  assert.equal(await page.locator('.board .cursor').isVisible(), true);
  await page.keyboard.press('Enter');
  assert.deepEqual(await heard(), ['tap 3 0 null']);
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key);
  assert.match(await said(), /^Zone 17; .*; exit for Protestants from turn 3; gendarmes, gendarmes; chevau_legers, chevau_legers; cuirassiers, cuirassiers$/);
  await page.keyboard.press('Enter');
  assert.deepEqual(await heard(), ['tap 17 0 gendarmes', 'choose gendarmes']);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.board .cursor').isVisible(), false);
  assert.deepEqual(await heard(), ['clear']);
});

test('places are lit with their price and their risk; chips stand on borders; a ghost goes over them; sight ends where it is stopped', async () => {
  await page.evaluate(() => {
    const { board } = globalThis, P = x => ({ x, y: 0 });
    board.overlays([{ kind: 'region', id: 'r', outline: [P(11), P(12)] }, { kind: 'ring', id: 'z', outline: [P(18), P(19)], label: 'zone', threat: true, seat: 'A' }, { kind: 'cells', id: 'c', size: 9, cells: [P(14)] },
      { kind: 'places', id: 'p', tone: 'reach', places: [{ at: P(1), label: '1' }, { at: P(2), label: '3', risk: 'may' }, { at: P(7), label: '5', risk: 'will' }] }, { kind: 'places', id: 'q', tone: 'attack', places: [{ at: P(8) }] },
      { kind: 'border', id: 'b', from: P(7), to: P(8), chip: { text: '42 %', label: 'forty-two in a hundred', kind: 'chance' } }, { kind: 'way', id: 'w', places: [P(6), P(7), P(12)], label: '4', tone: 'path' },
      { kind: 'line', id: 's', from: P(11), to: P(13), label: 'blocked', tone: 'blocked', stop: [P(12)] }, { kind: 'line', id: 't', from: P(16), to: P(20), label: '', tone: 'blocked', stop: [P(17), P(18)] }]);
    board.ghost({ piece: 'arquebusiers', pose: { x: 2, y: 0, heading: 0 }, legal: true, label: '3', path: [P(6), P(1), P(2)] });
  });
  const count = selector => page.locator(selector).count(), middle = async selector => { const box = await page.locator(selector).first().boundingBox(); return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; };
  assert.equal(await count('.overlay.places.reach path'), 3);
  assert.equal(await count('.overlay.places.attack path'), 1);
  assert.deepEqual(await page.locator('.plate.price text').allTextContents(), ['1', '3', '5']);
  assert.deepEqual([await count('.harm.may'), await count('.harm.will')], [1, 1]);
  for (const [i, zone] of [1, 2, 7].entries()) { const box = await page.locator('.plate.price rect').nth(i).boundingBox(); assert.deepEqual(await placeAt(box.x + box.width / 2, box.y + box.height / 2), P(zone)); }
  const chip = await middle('.border-chip .chip rect');
  assert.deepEqual([(await placeAt(chip.x - 6, chip.y)).x, (await placeAt(chip.x + 6, chip.y)).x], [7, 8]);
  assert.equal(await page.getByRole('img', { name: 'forty-two in a hundred' }).count(), 1);
  const stop = await middle('.overlay.line.blocked .stop circle');
  assert.deepEqual(await placeAt(stop.x, stop.y), P(12));
  const other = await page.locator('.overlay.line.blocked .stop circle').nth(1).boundingBox(), x = other.x + other.width / 2, y = other.y + other.height / 2;
  assert.deepEqual([(await placeAt(x - 6, y)).x, (await placeAt(x + 6, y)).x], [17, 18]);
  assert.equal((await page.locator('.ghost .track').getAttribute('d')).match(/L/g).length, 6, 'three zones, two borders and a head');
  assert.equal((await page.locator('.overlay.line.path path').first().getAttribute('d')).match(/L/g).length, 4);
  const ghost = await middle('.ghost .edge');
  assert.deepEqual(await placeAt(ghost.x, ghost.y), P(2));
  await page.evaluate(() => globalThis.board.overlays([]));
  assert.equal(await count('.overlay'), 0, 'labels go with their places');
});

test('the side that began above is turned, and all is where it was', async () => {
  const plate = await page.locator('.zone-plate[data-zone="1"]').boundingBox();
  await page.evaluate(() => globalThis.board.sit('B'));
  const turned = await page.locator('.zone-plate[data-zone="1"]').boundingBox();
  assert.ok(turned.y > plate.y + 200 && turned.x > plate.x + 300);
  for (const [id, zone] of [['E1', 8], ['EL', 8], ['piquiers', 16], ['AL', 13]]) {
    const { x, y } = await spotOf(id);
    assert.deepEqual(await placeAt(x, y), P(zone), id);
  }
});

test('axe finds nothing in either dress', async () => {
  await page.evaluate(() => {
    const { board } = globalThis;
    board.mark(new Map([['E1', ['selected']], ['EL', ['may']], ['piquiers', ['target']], ['milice', ['moved', 'lit', 'active']]]));
    board.chips(new Map([['piquiers', { text: '50%', label: 'even odds', kind: 'chance' }]]));
    board.overlays([{ kind: 'places', id: 'p', tone: 'reach', places: [{ at: { x: 1, y: 0 }, label: '3', risk: 'may' }] }, { kind: 'border', id: 'b', from: { x: 7, y: 0 }, to: { x: 8, y: 0 }, chip: { text: '42 %', label: 'odds', kind: 'chance' } }]);
  });
  assert.equal(await page.locator('[data-piece="E1"]').getAttribute('aria-pressed'), 'true');
  for (const theme of ['light', 'dark']) assert.deepEqual(await axeFindings(page, axe, theme), []);
});

test('the same drawing every time, and a small one for lists', async () => {
  const land = () => page.evaluate(() => document.querySelector('.board-land').innerHTML.replaceAll(/(water-of-zones|zones)-\d+/g, ''));
  const first = await land();
  assert.ok(first.length > 50000);
  await visit();
  assert.equal(await land(), first);
  const small = await page.evaluate(() => globalThis.small());
  for (const name of ['hill', 'wood', 'water', 'roof', 'mire', 'seam', 'way', 'edge', 'edge hard', 'side']) assert.match(small, new RegExp(`class="${name}"[^>]* d="M`), name);
});
