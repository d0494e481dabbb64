/* board.test.mjs: the drawn table as hands, keys and screen readers meet it, without a game around it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test, { after, before, beforeEach } from 'node:test';
import { axeFindings, openBoardPage } from './board_page.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const script = `
const piece = (id, seat, type, x, y, heading, base) => ({ id, seat, type, x, y, heading, base });
const list = [
  piece('A1', 'A', 'pike', 30000, 10000, 0, { shape: 'rectangle', width: 6000, depth: 3000 }),
  piece('A2', 'A', 'horse', 45000, 10000, 9000, { shape: 'rectangle', width: 4000, depth: 4000 }),
  piece('B1', 'B', 'gun', 30000, 30000, 18000, { shape: 'rectangle', width: 4000, depth: 4000 }),
  piece('B2', 'B', 'captain', 15000, 30000, 18000, { shape: 'disc', width: 4000, depth: 4000 }),
];
const match = kind => ({ ruleset: 'none', board: { board: kind || 'table', width: 60000, depth: 40000, pieces: list, terrain: [
  { id: 'grove', kind: 'wood', polygon: [[2000, 2000], [12000, 2000], [9000, 12000]] }, { id: 'odd', kind: 'never_heard_of', traits: ['difficult', 'height'], polygon: [[50000, 20000], [58000, 20000], [54000, 30000]] },
  { id: 'stones', kind: 'wall', line: [[20000, 20000], [40000, 21000]] } ] } });
const units = Object.fromEntries(list.map(({ id, x, y, heading }) => [id, { x, y, heading }]));
const looks = new Map(list.map(({ id, type }) => [id, { present: true, wear: 1, endurance: 3, disordered: false, card: null, done: false, name: id + ', ' + type, label: id }]));
globalThis.clientOf = (x, y) => { const { board } = globalThis, a = board.placeAt(0, 0), b = board.placeAt(1000, 1000); return [(x - a.x) * 1000 / (b.x - a.x), (y - a.y) * 1000 / (b.y - a.y)]; };
`;

let boards, context, page, complaints;

before(async () => { boards = await openBoardPage(script); });
after(() => boards?.close());

async function visit(options, hash) {
  ({ context, page, complaints } = await boards.visit(options, hash));
}

const heard = () => page.evaluate(() => globalThis.heard.splice(0).filter(word => !word.startsWith('hover')));
const clientOf = (x, y) => page.evaluate(([a, b]) => globalThis.clientOf(a, b), [x, y]);
const placeAt = (x, y) => page.evaluate(([a, b]) => globalThis.board.placeAt(a, b), [x, y]);
const scale = () => page.evaluate(() => globalThis.board.scale());
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-piece'));
const piece = name => page.getByRole('button', { name });

beforeEach(() => visit());

test('pieces are buttons with whole names, one of them in the order of tabs', async () => {
  assert.deepEqual(complaints, []);
  for (const name of ['A1, pike', 'A2, horse', 'B1, gun', 'B2, captain']) await piece(name).waitFor();
  assert.equal(await page.locator('[data-piece][tabindex="0"]').count(), 1);
  assert.equal(await page.locator('[data-piece][tabindex="0"]').getAttribute('data-piece'), 'B1', 'the first in reading order');
  await page.evaluate(() => globalThis.board.mark(new Map([['A1', ['selected', 'may']]])));
  assert.equal(await piece('A1, pike').getAttribute('aria-pressed'), 'true');
  assert.equal(await piece('A2, horse').getAttribute('aria-pressed'), 'false');
});

test('axe finds nothing in either dress', async () => {
  await page.evaluate(() => {
    const { board, units } = globalThis;
    board.mark(new Map([['A1', ['selected']], ['B1', ['target']]]));
    board.chips(new Map([['B1', { text: '50%', label: 'even odds', kind: 'chance' }]]));
    board.ghost({ piece: 'A1', pose: { ...units.A1, y: 16000 }, legal: true, label: '6 cm', path: [units.A1, { x: 30000, y: 16000 }] });
    board.overlays([{ kind: 'line', id: 'l', from: units.A1, to: units.B1, label: '20 cm', tone: 'measure' }]);
  });
  for (const theme of ['light', 'dark']) assert.deepEqual(await axeFindings(page, axe, theme), []);
});

test('a click chooses, a click on bare board clears, a click through the accessibility tree chooses once', async () => {
  await piece('B1, gun').click();
  assert.deepEqual(await heard(), ['choose B1']);
  await page.mouse.click(...await clientOf(50000, 5000));
  assert.deepEqual(await heard(), ['clear']);
  await page.evaluate(() => document.querySelector('[data-piece="A2"]').dispatchEvent(new MouseEvent('click', { bubbles: true })));
  assert.deepEqual(await heard(), ['choose A2']);
});

test('places: the screen and the table agree, also turned round', async () => {
  for (const seat of ['A', 'B', 'A']) {
    await page.evaluate(name => globalThis.board.sit(name), seat);
    for (const [id, x, y] of [['A1', 30000, 8500], ['B2', 15000, 30000]]) {
      const box = await page.locator(`[data-piece="${id}"] .base`).boundingBox();
      const at = await placeAt(box.x + box.width / 2, box.y + box.height / 2);
      assert.ok(Math.hypot(at.x - x, at.y - y) < 150, `${seat} ${id} ${at.x} ${at.y}`);
    }
  }
  const south = await page.locator('[data-piece="A1"]').boundingBox(), north = await page.locator('[data-piece="B1"]').boundingBox();
  assert.ok(south.y > north.y);
  await page.evaluate(() => globalThis.board.sit('B'));
  const turned = await page.locator('[data-piece="A1"]').boundingBox();
  assert.ok(turned.y < south.y - 100, 'the other side sits in front');
});

test('the wheel zooms about the place under the pointer, and the drag of bare board pans', async () => {
  const [x, y] = await clientOf(50000, 5000), before = await scale();
  await page.mouse.move(x, y);
  for (let i = 0; i < 3; i++) await page.mouse.wheel(0, -120);
  await page.waitForTimeout(300);
  assert.ok(await scale() > before * 1.5);
  const under = await placeAt(x, y);
  assert.ok(Math.hypot(under.x - 50000, under.y - 5000) < 200, `${under.x} ${under.y}`);
  await page.mouse.down();
  await page.mouse.move(x - 120, y - 60, { steps: 4 });
  await page.mouse.up();
  const moved = await placeAt(x - 120, y - 60);
  assert.ok(Math.hypot(moved.x - under.x, moved.y - under.y) < 200, 'what was under the pointer still is');
  assert.deepEqual(await heard(), [], 'a pan is no click');
  for (let i = 0; i < 30; i++) await page.mouse.wheel(0, 240);
  await page.waitForTimeout(300);
  assert.ok(await scale() <= before * 1.001, 'not farther away than the whole table');
});

test('a listener that takes a press has the drag to its end; without movement it is a click', async () => {
  await page.evaluate(() => Object.assign(globalThis.listener, {
    press: (at, piece) => piece === 'A1',
    drag: (at, done) => globalThis.heard.push(done ? `end ${Math.round(at.x / 1000)} ${Math.round(at.y / 1000)}` : 'drag'),
  }));
  const before = await placeAt(100, 100);
  await page.mouse.move(...await clientOf(30000, 9000));
  await page.mouse.down();
  await page.mouse.move(...await clientOf(35000, 15000), { steps: 3 });
  await page.mouse.up();
  const words = await heard();
  assert.deepEqual([words[0], words.at(-1), words.includes('choose A1')], ['drag', 'end 35 15', false]);
  assert.deepEqual(await placeAt(100, 100), before, 'no panning');
  await page.mouse.click(...await clientOf(30000, 9000));
  assert.deepEqual(await heard(), ['cancel', 'choose A1']);
});

test('keys: arrows go to the nearest piece, Enter chooses, arrows on the board pan, 0 shows all', async () => {
  await page.evaluate(() => globalThis.board.focus('A1'));
  const order = [];
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowLeft']) {
    await page.keyboard.press(key);
    order.push(await focused());
  }
  assert.deepEqual(order, ['A2', 'A1', 'B1', 'B2']);
  await page.keyboard.press('Enter');
  await page.keyboard.press(' ');
  await page.keyboard.press('Escape');
  assert.deepEqual(await heard(), ['choose B2', 'choose B2', 'clear']);
  await page.evaluate(() => { globalThis.listener.key = event => event.key === 'ArrowRight'; });
  await page.keyboard.press('ArrowRight');
  assert.equal(await focused(), 'B2', 'the listener has used the key');
  const before = await scale();
  await page.keyboard.press('+');
  assert.ok(await scale() > before);
  await page.locator('.board').focus();
  const at = await placeAt(450, 320);
  await page.keyboard.press('ArrowDown');
  assert.ok((await placeAt(450, 320)).y < at.y, 'down is south');
  await page.keyboard.press('0');
  assert.ok(Math.abs(await scale() - before) < 1e-9);
});

test('pieces that are gone are no buttons, and the focus goes on', async () => {
  await page.evaluate(() => {
    const { board, units, looks } = globalThis;
    board.focus('A1');
    looks.set('A1', { ...looks.get('A1'), present: false });
    board.show(units, looks, { animate: true });
  });
  await page.waitForTimeout(700);
  assert.equal(await piece('A1, pike').count(), 0);
  assert.notEqual(await focused(), 'A1');
  assert.equal(await page.locator('[data-piece][tabindex="0"]').count(), 1);
});

test('pieces walk, unless motion is unwelcome, and arrive', async () => {
  const where = () => page.locator('[data-piece="A1"] .base').boundingBox();
  const move = animate => page.evaluate(walk => { globalThis.units.A1 = { x: 30000 + (walk ? 9000 : 0), y: 12000, heading: 0 }; globalThis.board.show(globalThis.units, globalThis.looks, { animate: walk }); }, animate);
  await move(true);
  const quick = await where(), at = await placeAt(quick.x + quick.width / 2, quick.y);
  assert.ok(Math.abs(at.x - 39000) < 150, 'at once');
  assert.equal(await page.locator('.walkers > g').count(), 0);
  await visit({ reducedMotion: 'no-preference' });
  await page.evaluate(() => { new MutationObserver(() => { globalThis.walked = true; }).observe(document.querySelector('.walkers'), { childList: true }); });
  await move(true);
  await page.waitForFunction(() => globalThis.walked && document.querySelectorAll('.walkers > g').length === 0);
  const box = await where(), there = await placeAt(box.x + box.width / 2, box.y);
  assert.ok(Math.abs(there.x - 39000) < 150);
});

test('touch: a tap near a small piece chooses it, two fingers zoom, a long press hovers, two taps zoom', async () => {
  await visit({ hasTouch: true });
  const [x, y] = await clientOf(30000, 32000);
  await page.touchscreen.tap(x + 22, y);
  assert.deepEqual(await heard(), ['choose B1']);
  const session = await context.newCDPSession(page);
  const touch = (type, ...points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })) });
  const before = await scale();
  await touch('touchStart', [400, 300]);
  await touch('touchStart', [400, 300], [460, 300]);
  for (let i = 1; i <= 5; i++) await touch('touchMove', [400 - i * 12, 300], [460 + i * 12, 300]);
  await touch('touchEnd');
  await page.waitForTimeout(300);
  assert.ok(await scale() > before * 1.8, 'a pinch');
  await page.evaluate(() => globalThis.board.fit());
  await page.waitForTimeout(200);
  await heard();
  await touch('touchStart', [x, y]);
  await page.waitForTimeout(600);
  await touch('touchEnd');
  assert.deepEqual(await heard(), [], 'a long press chooses nothing');
  const fitted = await scale(), bare = await clientOf(50000, 5000);
  await page.touchscreen.tap(...bare);
  await page.touchscreen.tap(...bare);
  await page.waitForTimeout(400);
  assert.ok(await scale() > fitted * 1.5, 'two taps');
});

test('a second finger turns what the first one drags', async () => {
  await visit({ hasTouch: true });
  await page.evaluate(() => Object.assign(globalThis.listener, { press: () => true }));
  const session = await context.newCDPSession(page), [x, y] = await clientOf(30000, 9000);
  const touch = (type, ...points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })) });
  await touch('touchStart', [x, y]);
  await touch('touchStart', [x, y], [x + 100, y]);
  await touch('touchMove', [x, y], [x + 90, y + 50]);
  await touch('touchEnd');
  assert.ok((await heard()).includes('twist right'));
});

test('buttons zoom, and an unknown board says so', async () => {
  const before = await scale();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  assert.ok(await scale() > before);
  await page.getByRole('button', { name: 'Show the whole table' }).click();
  assert.ok(Math.abs(await scale() - before) < 1e-9);
  await visit({}, '#mobius');
  assert.match(await page.locator('.board').innerText(), /mobius/);
  assert.deepEqual(complaints, []);
});

test('the same drawing every time', async () => {
  const land = () => page.evaluate(() => document.querySelector('.board-land').innerHTML.replaceAll(/land-\d+/g, ''));
  const first = await land();
  assert.ok(first.length > 5000);
  await visit();
  assert.equal(await land(), first);
});
