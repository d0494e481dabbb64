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
const led = [
  { ...piece('C1', 'A', 'chief', 30000, 10000, 0, { shape: 'disc', width: 4000, depth: 4000 }), class: 'commander', chief: true, rank: 3 },
  { ...piece('C2', 'A', 'commander', 10000, 15000, 0, { shape: 'disc', width: 4000, depth: 4000 }), class: 'commander', rank: 0 },
];
const spoils = { prizes: [{ id: 'grove', points: 3, element: 'grove' }, { id: 'hill', points: 2, at: [[30000, 20000]], radius: 5000 }, { id: 'fallen', points: 1 }],
  wares: [{ kind: 'pond', polygon: [[-3000, 2000], [3000, 2000], [3000, -2000], [-3000, -2000]] }] };
/* Single men: some in ranks, one who carries, things of nobody's, and a house with a door. */
const disc = { shape: 'disc', width: 2000, depth: 2000 }, man = (id, seat, x, y, melee = [], firearms = []) => ({ ...piece(id, seat, 'man', x, y, 9000, disc), class: 'figure', profile: { melee, firearms: firearms.map(id => ({ id })) } });
const folk = [
  man('M1', 'A', 20000, 30000, ['pitchfork']), man('M2', 'A', 26000, 30000, ['sabre'], ['pistol']), man('F1', 'B', 40000, 30000, [], ['musket']), man('F2', 'B', 40000, 28000, [], ['musket']), man('F3', 'B', 38000, 30000, [], ['musket']), man('F4', 'B', 38000, 28000, [], ['musket']),
  { ...piece('R1', 'A', 'rider', 30000, 20000, 0, { shape: 'rectangle', at: 'middle', width: 2500, depth: 5000 }), class: 'rider', forms: [{ id: 'mounted' }, { id: 'dismounted', base: disc }], profile: { firearms: [], melee: ['sabre'] } },
  { ...piece('U1', 'B', 'company', 41000, 29000, 9000), class: 'formed', members: ['F1', 'F2', 'F3', 'F4'] },
  { ...piece('keg', 'nobody', 'barrel', 50000, 20000, 0, { shape: 'disc', width: 1500, depth: 1500 }), class: 'thing' },
  { ...piece('horse', 'nobody', 'horse', 55000, 20000, 0, { shape: 'rectangle', at: 'middle', width: 2500, depth: 5000 }), class: 'thing' },
  { ...piece('door', 'nobody', 'door', 10000, 10000, 0), class: 'door' },
];
const hamlet = { width: 60000, depth: 40000, pieces: folk, prizes: [{ seat: 'A', points: 5, names: { en: 'The keg carried off' }, pieces: ['keg'] }, { seat: 'A', points: 4, names: { en: 'The house held' }, element: 'house' }, { seat: 'B', points: 4, names: { en: 'The house held' }, element: 'house' }],
  regiments: [{ names: { en: 'Late comers', fr: 'Retardataires' } }], entries: [{ seat: 'B', regiment: 0, turn: 3, from: [60000, 5000], to: [60000, 15000] }],
  sides: [{ seat: 'A', names: { en: 'Reds', fr: 'Rouges' }, exit: 'north', zones: [[[15000, 25000], [28000, 25000], [28000, 35000]]] }, { seat: 'B', names: { en: 'Blues', fr: 'Bleus' }, exit: 'north' }],
  terrain: [{ id: 'house', kind: 'building', polygon: [[5000, 10000], [15000, 10000], [15000, 18000], [5000, 18000]], openings: [{ id: 'door', kind: 'door', from: [9000, 10000], to: [11000, 10000], piece: 'door' }, { id: 'w', kind: 'window', from: [15000, 13000], to: [15000, 15000] }] }] };
const match = kind => kind === 'folk' ? { ruleset: 'none', board: { board: 'table', ...hamlet } } : ({ ruleset: 'none', board: { ...(kind === 'led' ? spoils : {}), board: kind === 'led' ? 'table' : kind || 'table', width: kind === 'led' ? 120000 : 60000, depth: kind === 'led' ? 80000 : 40000, pieces: kind === 'led' ? [...led, ...list] : list, terrain: [
  { id: 'grove', kind: 'wood', polygon: [[2000, 2000], [12000, 2000], [9000, 12000]] }, { id: 'odd', kind: 'never_heard_of', traits: ['difficult', 'height'], polygon: [[50000, 20000], [58000, 20000], [54000, 30000]] },
  { id: 'stones', kind: 'wall', line: [[20000, 20000], [40000, 21000]] } ] } });
const units = Object.fromEntries([...(location.hash === '#folk' ? folk : list), ...(location.hash === '#led' ? led : [])].map(({ id, x, y, heading }) => [id, { x, y, heading }]));
const looks = new Map([...list, ...led, ...folk].map(({ id, type }) => [id, { present: true, wear: 1, endurance: 3, disordered: false, card: null, done: false, name: id + ', ' + type, label: id }]));
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

test('a frame of a film puts pieces elsewhere at once, with their marks; who is not seen leaves no double, and the next position ends it', async () => {
  await visit({ reducedMotion: 'no-preference' });
  const frame = (x, heading = 0) => page.evaluate(([at, turn]) => globalThis.board.pose(new Map([['A1', { x: at, y: 12000, heading: turn }]])), [x, heading]);
  const middle = () => page.evaluate(() => { const box = document.querySelector('.walkers > g .base').getBoundingClientRect(); return globalThis.board.placeAt(box.x + box.width / 2, box.y + box.height / 2).x; });
  const doubles = () => page.locator('.walkers > g').count();
  await frame(33000);
  assert.equal(await doubles(), 1);
  const first = await middle();
  await frame(40000);
  assert.ok(Math.abs(await middle() - first - 7000) < 300, `${first} ${await middle()}`);
  assert.equal(await page.locator('.walkers .ring.lit').count(), 0);
  await page.evaluate(() => globalThis.board.mark(new Map([['A1', ['lit']]])));
  assert.equal(await page.locator('.walkers .ring.lit').count(), 1, 'the double shows the mark');
  assert.equal(await doubles(), 1);
  assert.ok(Math.abs(await middle() - first - 7000) < 300, 'and stays where it is');
  await page.evaluate(() => { const { A1: _, ...others } = globalThis.units; globalThis.board.show(others, globalThis.looks, { animate: false }); });
  assert.equal(await doubles(), 0);
  await page.evaluate(() => globalThis.board.show(globalThis.units, globalThis.looks, { animate: false }));
  await frame(33000);
  await page.evaluate(() => globalThis.board.show(globalThis.units, globalThis.looks, { animate: false }));
  assert.equal(await doubles(), 0);
  const box = await piece(/^A1/).boundingBox(), [x] = await clientOf(30000, 10000);
  assert.ok(Math.abs(box.x + box.width / 2 - x) < 12, 'it is back where the position has it');
  assert.deepEqual(complaints, []);
  await context.close();
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

const shown = (id, look) => page.evaluate(([name, more]) => {
  const { board, units, looks } = globalThis;
  looks.set(name, { ...looks.get(name), ...more });
  board.show(units, looks, { animate: false });
}, [id, look]);

test('commanders: rank, chief, weariness, and their place on the base of the unit that they are with', async () => {
  await visit({}, '#led');
  const part = (id, name) => page.locator(`[data-piece="${id}"] ${name}`);
  assert.equal((await part('C1', '.rank').getAttribute('d')).match(/M/g).length, 3, 'a pip for each rank');
  assert.equal(await part('C2', '.rank').count(), 0);
  assert.deepEqual([await part('C1', '.rim').count(), await part('C2', '.rim').count()], [1, 0], 'a second rim for the chief');
  const label = page.locator('.tag.leader .label').first();
  assert.equal(await label.isVisible(), false);
  await page.evaluate(() => globalThis.board.mark(new Map([['C1', ['selected']]])));
  assert.equal(await label.isVisible(), true, 'his name is shown when he is selected');

  await shown('C1', { signs: ['exhausted'], within: 'A1' });
  assert.equal(await part('C1', '.weary').count(), 1);
  assert.match(await page.locator('[data-piece="C1"]').getAttribute('transform'), /scale/, 'smaller on another base');
  const [front, corner] = [await clientOf(30000, 10000), await clientOf(33000, 10000)];
  const box = await page.locator('[data-piece="C1"] .base').boundingBox(), middle = box.x + box.width / 2;
  assert.ok(Math.abs(middle - corner[0]) < Math.abs(middle - front[0]), 'he stands at the corner of the front');
  await page.mouse.click(...front);
  await page.mouse.click(middle, box.y + box.height / 2);
  assert.deepEqual((await heard()).slice(-2), ['choose A1', 'choose C1'], 'both can be met');
  await shown('C1', { signs: [], within: undefined });
  assert.equal(await part('C1', '.weary').count(), 0);
  assert.doesNotMatch(await page.locator('[data-piece="C1"]').getAttribute('transform'), /scale/);
  assert.deepEqual(complaints, []);
});

test('works, a built-in gun and another form are seen on the base', async () => {
  const men = id => page.evaluate(name => [...document.querySelectorAll(`[data-piece="${name}"] .men`)].map(path => path.getAttribute('d')).join(), id);
  const before = { A2: await men('A2'), B1: await men('B1') };
  await shown('A1', { signs: ['dug_in', 'gun'] });
  assert.deepEqual([await page.locator('[data-piece="A1"] .works').count(), await page.locator('[data-piece="A1"] .gun').count()], [1, 1]);
  await shown('A2', { form: 'dismounted' });
  await shown('B1', { form: 'limbered' });
  assert.notEqual(await men('A2'), before.A2);
  assert.notEqual(await men('B1'), before.B1);
  await shown('A2', { form: undefined });
  assert.equal(await men('A2'), before.A2, 'and back');
  assert.deepEqual(complaints, []);
});

test('labels do not run into each other: where there is no room a piece is called by its id, and whole again when it is chosen or pointed at', async () => {
  const whole = 'the old regiment of the guard';
  await page.evaluate(label => {
    const looks = new Map([...globalThis.looks].map(([id, look]) => [id, { ...look, label }]));
    const units = { ...globalThis.units, A1: { x: 20000, y: 10000, heading: 0 }, A2: { x: 26000, y: 11000, heading: 0 } };
    globalThis.board.show(units, looks, { animate: false });
  }, whole);
  const labels = () => page.evaluate(() => [...document.querySelectorAll('.tags .tag:not(.absent) .label')].filter(each => each.checkVisibility()).map(each => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return { text: each.textContent, left, right, top, bottom };
  }));
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom - 2 && b.top < a.bottom - 2;
  const shown = await labels();
  assert.deepEqual(shown.map(({ text }) => text).sort(), ['A1', whole, whole, whole].sort());
  for (const one of shown) for (const other of shown) assert.ok(one === other || !meet(one, other), `${one.text} runs into ${other.text}`);
  await page.evaluate(() => globalThis.board.mark(new Map([['A1', ['selected']]])));
  assert.deepEqual((await labels()).map(({ text }) => text).sort(), [whole, whole, whole], 'the chosen one has the room');
  await page.evaluate(() => globalThis.board.mark(new Map()));
  await page.mouse.move(...await clientOf(20000, 8500));
  assert.ok((await labels()).filter(({ text }) => text === whole).length === 4, 'pointed at');
  await page.mouse.move(5, 5);
  assert.deepEqual((await labels()).map(({ text }) => text).sort(), ['A1', whole, whole, whole].sort());
  assert.deepEqual(complaints, []);
});

test('ground that is laid in play, and what lies on the table to be won', async () => {
  await visit({}, '#led');
  const drawn = () => page.locator('.board-land .terrain').count();
  const before = await drawn();
  await page.evaluate(() => globalThis.board.show(globalThis.units, globalThis.looks, { animate: false, laid: [{ kind: 'pond', x: 45000, y: 20000, heading: 9000 }, { kind: 'unheard', x: 0, y: 0, heading: 0 }] }));
  assert.equal(await drawn(), before + 1, 'a kind that has no outline is left out');
  await page.evaluate(() => globalThis.board.show(globalThis.units, globalThis.looks, { animate: false, laid: [] }));
  assert.equal(await drawn(), before);
  assert.deepEqual(await page.locator('.prize-word').allTextContents(), ['+3', '+2'], 'only those that lie somewhere');
  assert.equal(await page.locator('.board-land g.prize > path').count(), 3, 'a star each, and the circle');
  assert.deepEqual(complaints, []);
});

const partsOf = (id, name) => page.locator(`[data-piece="${id}"] ${name}`);
const drawing = id => page.evaluate(name => [...document.querySelectorAll(`[data-piece="${name}"] > g path`)].map(path => `${path.getAttribute('class')} ${path.getAttribute('d')}`).join('|'), id);

test('single men hold what they have, kneel, load, are hurt and carry; each can be seen without colour', async () => {
  await visit({}, '#folk');
  assert.notEqual(await drawing('M1'), await drawing('M2'), 'a pitchfork is no pistol');
  const before = await drawing('M1');
  for (const look of [{ posture: 'crouched' }, { status: 'prisoner' }, { status: 'routed' }, { load: 'barrel' }, { wounds: 1 }]) {
    await shown('M1', look);
    assert.notEqual(await drawing('M1'), before, JSON.stringify(look));
    await shown('M1', { posture: undefined, status: undefined, load: undefined, wounds: undefined });
    assert.equal(await drawing('M1'), before, `${JSON.stringify(look)} and back`);
  }
  await shown('M2', { charges: [true, false] });
  assert.deepEqual([await partsOf('M2', '.charge:not(.empty)').count(), await partsOf('M2', '.charge.empty').count()], [1, 1]);
  await shown('M2', { charges: undefined, status: 'prisoner' });
  assert.equal(await partsOf('M2', '.charge').count(), 0, 'what is not known is not shown');
  assert.equal(await page.locator('.tag[data-seat="A"] .badge.captive').count(), 1);
  await shown('R1', { form: 'dismounted' });
  assert.equal(await partsOf('R1', '.mount').count(), 0, 'he has left his horse');
  const [x, y] = await clientOf(30000, 22300);
  await page.mouse.click(x, y);
  assert.deepEqual(await heard(), ['clear'], 'and his long base with it');
  await shown('R1', { form: undefined });
  await page.mouse.click(x, y);
  assert.deepEqual(await heard(), ['choose R1'], 'a long base that is placed by its middle reaches before it');
  assert.deepEqual(complaints, []);
});

test('one that was seen and is seen no more is a pale button where it was, and says when', async () => {
  await visit({}, '#folk');
  const last = { x: 12000, y: 30000, turn: 3, text: 'last seen in turn 3' };
  await shown('F1', { present: false, last, name: 'F1, man, last seen in turn 3' });
  const ghost = page.getByRole('button', { name: 'F1, man, last seen in turn 3' }), box = await ghost.locator('.base').boundingBox();
  const at = await placeAt(box.x + box.width / 2, box.y + box.height / 2);
  assert.ok(Math.hypot(at.x - last.x, at.y - last.y) < 300, `${at.x} ${at.y}`);
  assert.equal(await ghost.locator('title').textContent(), last.text);
  assert.equal(await ghost.evaluate(each => each.classList.contains('sighted')), true);
  await shown('F1', { present: true, last: undefined, name: 'F1, man' });
  assert.equal(await page.locator('[data-piece="F1"] title').count(), 0);
  assert.equal(await page.locator('.sighted').count(), 0);
  await shown('F1', { present: false });
  assert.equal(await page.locator('[data-piece="F1"]').isVisible(), false, 'never seen: nowhere');
  assert.deepEqual(complaints, []);
});

test('things of nobody have no flag and no front, those to be won have a star, and a walled house is cut at its openings', async () => {
  await visit({}, '#folk');
  assert.deepEqual([await partsOf('keg', '.front').count(), await partsOf('horse', '.front').count()], [0, 0]);
  assert.equal(await page.locator('.tag[data-seat="nobody"] .badge.prize').count(), 1, 'the keg alone');
  assert.deepEqual(await page.locator('.prize-word').allTextContents(), ['+4'], 'one star for both sides');
  assert.equal(await page.locator('.prize title').textContent(), 'The house held');
  const walls = await page.locator('.masonry').getAttribute('d');
  assert.equal(walls.match(/M/g).length, 2, `two stretches of wall between a door and a window: ${walls}`);
  assert.equal(await page.locator('.terrain .pane').count(), 1);
  const leaf = state => shown('door', { door: state }).then(() => partsOf('door', '.leaf-of-door').getAttribute('d'));
  const shut = await leaf('shut');
  assert.equal(await partsOf('door', '.bar').count(), 0);
  assert.equal(await leaf('barred'), shut);
  assert.equal(await partsOf('door', '.bar').count(), 1);
  const [half, open] = [await leaf('half_open'), await leaf('open')];
  assert.equal(new Set([shut, half, open]).size, 3);
  const box = await partsOf('door', '.leaf-of-door').boundingBox(), sill = (await clientOf(10000, 10000))[1];
  assert.ok(box.y + box.height / 2 < sill - 3, 'it opens into the house');
  await page.mouse.click(...await clientOf(10000, 10000));
  assert.deepEqual(await heard(), ['choose door']);
  assert.deepEqual(complaints, []);
});

test('men in ranks have a frame and one name; a click means all of them, unless one may do something of his own', async () => {
  await visit({}, '#folk');
  assert.equal(await page.locator('[data-piece="U1"]').isVisible(), false, 'nobody is in its ranks');
  for (const id of ['F1', 'F2', 'F3', 'F4']) await shown(id, { ranked: 'U1' });
  const frame = await partsOf('U1', '.base').boundingBox();
  for (const id of ['F1', 'F2', 'F3', 'F4']) {
    const { x, y, width, height } = await partsOf(id, '.base').boundingBox();
    assert.ok(x > frame.x && y > frame.y && x + width < frame.x + frame.width && y + height < frame.y + frame.height, `${id} is within`);
  }
  const labels = await page.evaluate(() => [...document.querySelectorAll('.tag[data-seat="B"]:not(.absent) .label')].filter(each => each.checkVisibility()).map(each => each.textContent));
  assert.deepEqual(labels, ['U1']);
  await page.mouse.click(...await clientOf(40000, 30000));
  await page.evaluate(() => globalThis.board.mark(new Map([['F1', ['may']]])));
  await page.mouse.click(...await clientOf(40000, 30000));
  assert.deepEqual(await heard(), ['choose U1', 'choose F1']);
  await shown('F4', { ranked: undefined });
  const smaller = await partsOf('U1', '.base').boundingBox();
  assert.equal(Math.round(smaller.width), Math.round(frame.width), 'two files still');
  for (const id of ['F3', 'F4']) await shown(id, { ranked: undefined });
  assert.ok((await partsOf('U1', '.base').boundingBox()).width < frame.width * 0.7, 'and then one');
  assert.deepEqual(complaints, []);
});

test('the ways in and out and where sides begin are marked and named', async () => {
  await visit({}, '#folk');
  assert.deepEqual((await page.locator('.way-name').allTextContents()).sort(), ['Late comers, from turn 3', 'Way out: Reds, Blues']);
  assert.deepEqual([await page.locator('.way-out.in').count(), await page.locator('.way-out.out').count(), await page.locator('.zone').count()], [1, 2, 1]);
  assert.deepEqual(await page.locator('.zone-name').allTextContents(), ['Reds']);
  const top = (await page.locator('.way-name', { hasText: 'Way out' }).boundingBox()).y;
  await page.evaluate(() => globalThis.board.sit('B'));
  assert.ok((await page.locator('.way-name', { hasText: 'Way out' }).boundingBox()).y > top + 200, 'it goes with the edge when the table is turned');
  for (const theme of ['light', 'dark']) assert.deepEqual(await axeFindings(page, axe, theme), []);
  assert.deepEqual(complaints, []);
});

test('seen from afar a man is drawn larger than his base, as far as there is room', async () => {
  await visit({}, '#folk');
  const across = async id => (await partsOf(id, '.base').boundingBox()).width;
  await page.evaluate(() => { const { board, units, looks } = globalThis; document.getElementById('host').style.width = '420px'; units.F1 = { ...units.F1, x: 50000, y: 35000 }; board.show(units, looks, { animate: false }); });
  await page.waitForFunction(() => document.querySelector('.board').clientWidth === 420);
  await page.evaluate(() => globalThis.board.fit());
  await page.waitForTimeout(300);
  const alone = await across('F1'), close = await across('F3'), scale = await page.evaluate(() => globalThis.board.scale());
  assert.ok(alone > 2000 * scale * 1.5, `${alone} ${scale}`);
  assert.ok(close < 2000 * scale * 1.1, `a neighbour at two centimetres leaves no room: ${close}`);
});

test('the same drawing every time', async () => {
  const land = () => page.evaluate(() => document.querySelector('.board-land').innerHTML.replaceAll(/land-\d+/g, ''));
  const first = await land();
  assert.ok(first.length > 5000);
  await visit();
  assert.equal(await land(), first);
});
