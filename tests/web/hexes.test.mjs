/* hexes.test.mjs: the drawn field of hexes: its geometry, its drawings, and how hands, keys and screen readers meet it. */
import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test, { after, before, beforeEach } from 'node:test';
import { fileURLToPath } from 'node:url';
import { axeFindings, openBoardPage } from './board_page.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/* One hex of each ground, one line of sides of each kind, one counter of each type; three pieces in one hex; a hill. */
const script = `
import { render } from 'preact';
import { Thumbnail } from './web/table/thumbnail';
const kinds = { '.': 'clear', w: 'woods', v: 'village', t: 'town', c: 'castle', b: 'building', m: 'marsh', k: 'bog', r: 'water', o: 'orchard', p: 'pits', W: 'wagons' };
const ground = ['wvtcbmkropW.', '............', '............', '............', '............', '............', '............', '............'];
const levels = ['000000000000', '000000000000', '000000000000', '000000000110', '000000000110', '000000000000', '000000000000', '000000000000'];
const edges = ['stream', 'ditch', 'hedge', 'steep', 'river', 'ford', 'bridge', 'wall'].flatMap((kind, i) => [1, 2].map(direction => ({ col: i, row: 2, direction, kind })));
const pieces = [], units = {};
const put = (id, seat, type, kind, x, y, heading, more = {}) => {
  pieces.push({ id, seat, type, class: kind, regiment: seat === 'A' ? 0 : 1, profile: { shock: [-1, 0], move: [5, 4] }, ...more });
  units[id] = { x, y, heading };
};
['LB', 'CB', 'SL', 'PK', 'AX', 'MM', 'DM', 'UH', 'HO', 'G'].forEach((type, i) => put(type, 'A', type, 'foot', i, 6, i % 6));
put('odd', 'A', 'ninja', 'foot', 10, 6, 0);
put('mounted', 'A', 'camel', 'mounted', 11, 6, 0);
put('E', 'B', 'PK', 'foot', 5, 4, 3);
put('L', 'B', 'leader', 'leader', 5, 4, 0, { profile: { king: true } });
put('S', 'B', 'standard', 'standard', 5, 4, 0, { regiment: -1 });
put('gun', 'B', 'bombard', 'bombard', 2, 4, 3, { regiment: -1 });
const match = kind => {
  const odd = kind === 'odd';
  return { ruleset: 'none', board: { board: 'hexes', cols: 12, rows: 8, kinds: odd ? { w: 'lava' } : kinds, ground, levels, edges: odd ? [{ col: 3, row: 3, direction: 1, kind: 'glass' }, { col: 'x' }, null] : edges, pieces: odd ? [...pieces, null, {}] : pieces, sides: [] } };
};
const looks = new Map(pieces.map(({ id, type }) => [id, { present: true, wear: 0, endurance: 0, disordered: false, card: null, done: false, name: id + ', ' + type, label: id }]));
globalThis.small = () => { const place = document.createElement('div'); document.body.append(place); render(<Thumbnail scenario={{ board: match('').board, units }} />, place); return place.innerHTML; };
`;

let boards, page, complaints, context, hexes;

before(async () => {
  const { outputFiles } = await build({ entryPoints: [`${root}/web/table/hexes/geometry.ts`], bundle: true, format: 'esm', write: false });
  hexes = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  boards = await openBoardPage(script);
});
after(() => boards?.close());

async function visit(options, hash) {
  ({ context, page, complaints } = await boards.visit(options, hash));
}
beforeEach(() => visit());

const heard = () => page.evaluate(() => globalThis.heard.splice(0).filter(word => !word.startsWith('hover')));
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-piece'));
const placeAt = (x, y) => page.evaluate(([a, b]) => globalThis.board.placeAt(a, b), [x, y]);
const middle = async selector => { const box = await page.locator(selector).first().boundingBox(); return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; };
/* The place of a hex in the window, from the six that are certain: the middles of counters that stand alone. */
const bodyOf = id => middle(`[data-piece="${id}"] .edge`);
const show = changes => page.evaluate(list => {
  const { board, units, looks } = globalThis;
  for (const [id, fields, look] of list) {
    Object.assign(units[id], fields);
    looks.set(id, { ...looks.get(id), ...look });
  }
  board.show(units, looks, { animate: false });
}, changes);

test('geometry: neighbours, corners and distances are those of the offset rows', () => {
  const { neighbour, vertexOf, distance } = hexes, at = (x, y) => ({ x, y });
  assert.deepEqual([0, 1, 2, 3, 4, 5].map(d => neighbour(at(4, 2), d)), [at(4, 1), at(5, 2), at(4, 3), at(3, 3), at(3, 2), at(3, 1)]);
  assert.deepEqual([0, 1, 2, 3, 4, 5].map(d => neighbour(at(4, 3), d)), [at(5, 2), at(5, 3), at(5, 4), at(4, 4), at(3, 3), at(4, 2)]);
  for (const hex of [at(0, 0), at(3, 5), at(7, 2)]) {
    for (let d = 0; d < 6; d++) {
      const other = neighbour(hex, d);
      assert.equal(distance(hex, other), 1);
      assert.deepEqual(neighbour(other, d + 3), hex);
      assert.deepEqual([vertexOf(hex, d), vertexOf(hex, d + 1)], [vertexOf(other, d + 4), vertexOf(other, d + 3)], 'one side, two names');
    }
  }
  assert.equal(distance(at(0, 0), at(5, 5)), 8);
});

test('geometry: every point belongs to the hex whose middle is nearest', () => {
  const { hexAt, middleOf, onPaper, WIDE, SIDE } = hexes;
  let seed = 5;
  const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 4294967296;
  for (let i = 0; i < 4000; i++) {
    const point = { x: random() * 10 * WIDE, y: random() * 10 * SIDE }, found = hexAt(point);
    const away = hex => { const m = onPaper(middleOf(hex)); return Math.hypot(m.x - point.x, m.y - point.y); };
    for (let y = found.y - 1; y <= found.y + 1; y++) for (let x = found.x - 1; x <= found.x + 1; x++) assert.ok(away(found) <= away({ x, y }) + 1e-9);
  }
});

test('geometry: outlines of sets, holes among them; lines of sides, forks and rounds among them', () => {
  const { ringsOf, clusters, chainsOf, neighbour, smooth } = hexes, centre = { x: 4, y: 4 }, around = [0, 1, 2, 3, 4, 5].map(d => neighbour(centre, d));
  assert.deepEqual(ringsOf([centre]).map(ring => ring.length), [6]);
  assert.deepEqual(ringsOf([centre, around[1]]).map(ring => ring.length), [10]);
  assert.deepEqual(ringsOf(around).map(ring => ring.length).sort((a, b) => a - b), [6, 18], 'a hole');
  assert.equal(ringsOf([{ x: 0, y: 0 }, { x: 5, y: 5 }]).length, 2);
  assert.deepEqual(clusters([...around, { x: 9, y: 9 }]).map(set => set.length), [6, 1]);
  const side = (hex, direction) => ({ ...hex, direction });
  assert.deepEqual(chainsOf([0, 1, 2].map(d => side(centre, d))).map(chain => chain.length), [4]);
  assert.deepEqual(chainsOf([0, 1, 2, 3, 4, 5].map(d => side(centre, d))).map(chain => chain.length), [7], 'round and back');
  assert.deepEqual(chainsOf([side(centre, 0), side(centre, 1), side(around[0], 2)]).map(chain => chain.length), [2, 2, 2], 'three at a fork');
  assert.deepEqual(chainsOf([side(centre, 1), side(around[1], 4)]).map(chain => chain.length), [2], 'one side named twice');
  const line = smooth([{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 10, y: 10 }], false);
  assert.deepEqual([line[0], line.at(-1)], [{ x: 0, y: 0 }, { x: 10, y: 10 }]);
});

test('every ground and every side has a drawing of its own, and what nobody knows is drawn all the same', async () => {
  assert.deepEqual(complaints, []);
  const sorts = await page.locator('[data-ground]').evaluateAll(all => Object.fromEntries(all.map(one => [one.dataset.ground, one.dataset.sort])));
  assert.deepEqual(Object.keys(sorts).sort(), ['bog', 'building', 'castle', 'marsh', 'orchard', 'pits', 'town', 'village', 'wagons', 'water', 'woods']);
  assert.equal(new Set(Object.values(sorts)).size, 11);
  assert.ok(!Object.values(sorts).includes('rough'));
  for (const kind of Object.keys(sorts)) assert.ok(await page.locator(`[data-ground="${kind}"] path`).count() >= 2, kind);
  const drawn = await page.locator('[data-edge]:not(.unknown)').evaluateAll(all => [...new Set(all.filter(one => one.querySelector('path')).map(one => one.dataset.edge))].sort());
  assert.deepEqual(drawn, ['bridge', 'ditch', 'ford', 'hedge', 'steep', 'wall']);
  for (const water of ['narrow', 'broad']) for (const part of ['bed', 'flow', 'current']) assert.equal(await page.locator(`.hex-map .${part}.${water}`).count(), 1);
  assert.equal(await page.locator('.hex-map .contour').count(), 1);
  assert.equal(await page.locator('.coordinates text').count(), 12 * 8);
  await visit({}, '#odd');
  assert.deepEqual(complaints, []);
  assert.equal(await page.locator('[data-ground="lava"][data-sort="rough"] path').count() >= 2, true);
  assert.equal(await page.locator('[data-edge="glass"].unknown path').count() > 0, true);
});

test('every type of troops has a sign of its own; a type may change in play', async () => {
  const sign = id => page.locator(`[data-piece="${id}"] .emblem`).innerHTML(), types = ['LB', 'CB', 'SL', 'PK', 'AX', 'MM', 'DM', 'UH', 'HO', 'G', 'gun', 'odd', 'mounted'];
  const signs = await Promise.all(types.map(sign));
  assert.equal(new Set(signs).size, types.length);
  await show([['MM', {}, { type: 'UH' }]]);
  assert.equal(await sign('MM'), await sign('UH'));
  assert.equal(await page.locator('[data-piece="MM"] + .figures .figure').count(), 0, 'its printed figures hold no more');
  assert.equal(await page.locator('[data-piece="DM"] + .figures .fresh').allTextContents().then(all => all.join(' ')), '−1 5');
});

test('the front points to its vertex, for either seat in front', async () => {
  for (const seat of ['A', 'B']) {
    await page.evaluate(name => globalThis.board.sit(name), seat);
    for (const [id, heading] of [['LB', 0], ['CB', 1], ['SL', 2], ['PK', 3], ['AX', 4], ['MM', 5]]) {
      const front = await page.locator(`[data-piece="${id}"] .front`).first().evaluate(path => {
        const m = path.getScreenCTM(), tip = new DOMPoint(0, -24).matrixTransform(m), heart = new DOMPoint(0, 0).matrixTransform(m);
        return { x: tip.x - heart.x, y: tip.y - heart.y };
      });
      const wanted = heading * 60 + (seat === 'B' ? 180 : 0), angle = (Math.atan2(front.x, -front.y) * 180) / Math.PI;
      assert.ok(Math.abs(((angle - wanted + 540) % 360) - 180) < 1, `${seat} ${id} ${angle} ${wanted}`);
    }
    const [mine, theirs] = seat === 'A' ? ['LB', 'E'] : ['E', 'LB'];
    assert.ok((await bodyOf(mine)).y > (await bodyOf(theirs)).y, 'its own side is in front');
  }
});

test('places are whole hexes, and pieces stand in them', async () => {
  for (const [id, x, y] of [['LB', 0, 6], ['DM', 6, 6], ['gun', 2, 4], ['odd', 10, 6]]) {
    const at = await page.locator(`[data-piece="${id}"]`).evaluate(piece => { const m = piece.getScreenCTM(); return { x: m.e, y: m.f }; });
    const wide = await page.evaluate(() => globalThis.board.scale());
    for (const [dx, dy] of [[0, 0], [0.45, 0], [-0.45, 0], [0, 0.5], [0.2, -0.4]]) assert.deepEqual(await placeAt(at.x + dx * wide, at.y + dy * wide), { x, y }, `${id} ${dx} ${dy}`);
  }
});

test('state and formation are seen', async () => {
  const classes = id => page.locator(`[data-piece="${id}"]`).evaluate(piece => [...piece.classList]);
  const isSeen = selector => page.locator(selector).first().isVisible();
  assert.equal(await isSeen('[data-piece="PK"] .edge.torn'), false);
  await show([['PK', {}, { status: 'disordered', formation: 'none' }], ['AX', {}, { status: 'retired' }], ['DM', {}, { formation: 'shield_wall' }], ['SL', {}, { formation: 'schiltron' }], ['LB', {}, { status: 'away', present: false }]]);
  assert.equal(await isSeen('[data-piece="PK"] .edge.torn'), true);
  assert.equal(await isSeen('[data-piece="PK"] .edge:not(.torn)'), false);
  assert.ok((await classes('AX')).includes('retired') && !(await classes('AX')).includes('disordered'));
  assert.equal(await page.locator('.badge.retired').count(), 1);
  assert.equal(await page.locator('.badge.broken').count(), 1);
  assert.equal(await isSeen('[data-piece="DM"] .shields'), true);
  assert.equal(await isSeen('[data-piece="SL"] .points'), true);
  assert.equal(await isSeen('[data-piece="HO"] .points'), false);
  assert.equal(await page.getByRole('button', { name: 'LB, LB' }).count(), 0);
  await show([['PK', {}, { status: 'normal' }], ['AX', {}, { status: 'normal' }]]);
  assert.equal(await page.locator('.badge').count(), 0);
});

test('pieces that share a hex stand apart, and each can be chosen by pointer and by key', async () => {
  for (const id of ['E', 'L', 'S']) {
    const at = await page.locator(`[data-piece="${id}"]`).evaluate(piece => { const m = piece.getScreenCTM(); return [m.e, m.f]; });
    await page.mouse.click(...at);
    assert.deepEqual(await heard(), [`choose ${id}`]);
    assert.deepEqual(await placeAt(...at), { x: 5, y: 4 });
  }
  await page.evaluate(() => globalThis.board.focus('E'));
  const met = new Set();
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
    await page.evaluate(() => globalThis.board.focus('E'));
    await page.keyboard.press(key);
    met.add(await focused());
  }
  assert.ok(met.has('L') && met.has('S'), [...met].join(' '));
  await page.evaluate(() => globalThis.board.focus('L'));
  await page.keyboard.press('Enter');
  assert.deepEqual(await heard(), ['choose L']);
  await show([['E', { x: 8 }, {}]]);
  const alone = await page.locator('[data-piece="L"] .sized').getAttribute('transform');
  assert.notEqual(alone, null);
});

test('touch: a tap anywhere in its hex chooses a counter, a tap in the hex beside it does not', async () => {
  await visit({ hasTouch: true });
  const { x, y } = await bodyOf('gun'), wide = await page.evaluate(() => globalThis.board.scale());
  await page.touchscreen.tap(x + 0.42 * wide, y);
  assert.deepEqual(await heard(), ['choose gun']);
  await page.touchscreen.tap(x + 0.58 * wide, y);
  assert.deepEqual(await heard(), ['clear']);
});

test('keys: a cursor goes from hex to hex, says what is there, and Enter is a click', async () => {
  await page.evaluate(() => { globalThis.listener.tap = (at, piece) => { globalThis.heard.push(`tap ${at.x} ${at.y} ${piece}`); return piece === null; }; globalThis.listener.point = at => { globalThis.pointed = at; }; globalThis.board.focus('gun'); });
  await page.keyboard.press('Shift+ArrowUp');
  assert.equal(await focused(), null, 'from the piece to the board');
  assert.deepEqual(await page.evaluate(() => globalThis.pointed), { x: 2, y: 3 });
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowRight']) await page.keyboard.press(key);
  assert.match(await page.locator('.board [aria-live]').innerText(), /^Hex 3,0; castle$/);
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  assert.match(await page.locator('.board [aria-live]').innerText(), /^Hex 3,2; clear; steep on the east side; steep on the south-east side; hedge on the west side$/);
  for (const key of ['ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  assert.equal(await page.locator('.board .cursor').isVisible(), true);
  await page.keyboard.press('Enter');
  assert.deepEqual(await heard(), ['tap 3 0 null']);
  for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  assert.match(await page.locator('.board [aria-live]').innerText(), /^Hex 2,4; clear; gun, bombard$/);
  await page.keyboard.press('Enter');
  assert.deepEqual(await heard(), ['tap 2 4 gun', 'choose gun']);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.board .cursor').isVisible(), false);
  assert.deepEqual(await heard(), ['clear']);
});

test('areas are sets of hexes with one outline; a ghost stands in its hex', async () => {
  await page.evaluate(() => {
    const { board, units } = globalThis, hexes = [{ x: 5, y: 2 }, { x: 6, y: 2 }];
    board.overlays([{ kind: 'region', id: 'r', outline: hexes }, { kind: 'ring', id: 'z', outline: hexes, label: 'zone', threat: true, seat: 'A' }, { kind: 'cells', id: 'c', size: 9, cells: hexes }, { kind: 'line', id: 'l', from: hexes[0], to: hexes[1], label: 'lane', tone: 'path' }]);
    board.ghost({ piece: 'LB', pose: { x: 1, y: 4, heading: 2 }, legal: true, label: '3', path: [units.LB, { x: 0, y: 5 }, { x: 1, y: 4 }] });
  });
  const corners = async selector => (await page.locator(selector).first().getAttribute('d')).match(/[ML]/g).length;
  assert.equal(await corners('.overlay.region path'), 10);
  assert.equal(await corners('.overlay.ring path'), 10);
  assert.equal((await page.locator('.overlay.cells path').getAttribute('d')).match(/Z/g).length, 2);
  assert.equal(await page.locator('.overlay .plate').count(), 2);
  const { x, y } = await middle('.ghost .edge');
  assert.deepEqual(await placeAt(x, y), { x: 1, y: 4 });
  assert.match(await page.locator('.ghost .body .turning').getAttribute('transform'), /rotate\(120\)/);
  assert.equal((await page.locator('.ghost .track').getAttribute('d')).match(/L/g).length, 4, 'three hexes and a head');
});

test('axe finds nothing in either dress', async () => {
  await page.evaluate(() => {
    const { board } = globalThis;
    board.mark(new Map([['E', ['selected']], ['L', ['may']], ['LB', ['target']], ['MM', ['moved', 'lit', 'active']]]));
    board.chips(new Map([['LB', { text: '50%', label: 'even odds', kind: 'chance' }]]));
  });
  assert.equal(await page.locator('[data-piece="E"]').getAttribute('aria-pressed'), 'true');
  for (const theme of ['light', 'dark']) assert.deepEqual(await axeFindings(page, axe, theme), []);
});

test('the same drawing every time, and a small one for lists', async () => {
  const land = () => page.evaluate(() => document.querySelector('.board-land').innerHTML.replaceAll(/(lake|field)-\d+/g, ''));
  const first = await land();
  assert.ok(first.length > 50000);
  await visit();
  assert.equal(await land(), first);
  const small = await page.evaluate(() => globalThis.small());
  for (const name of ['hill', 'wood', 'water', 'roof', 'stream', 'edge', 'side']) assert.match(small, new RegExp(`class="${name}"[^>]* d="M`), name);
});
