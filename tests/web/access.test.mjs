/*
 * access.test.mjs MESTRE ENGINE.wasm DEVICE [NAME..]: every screen (or those named), dialogs too, on a desk or a phone: axe finds nothing in
 * either dress, and with text at 200 % everything can still be brought into view, is not cut off and is covered by nothing. And while one
 * decides, the table lies still and what is confirmed with is in sight.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { openBrowser } from './browser.mjs';
import { violations, visit } from './page.mjs';
import { begin, devices, finishedGame, scenes } from './scenes.mjs';
import { engines, folder, startServe } from './table.mjs';

const [binary, wasm, device, ...names] = process.argv.slice(2);
let serve, browser, over;

before(async () => {
  serve = await startServe(binary, join(folder, 'access.db'));
  over = await finishedGame(serve, await engines(wasm, serve.base));
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  if (serve) assert.deepEqual(await serve.stop(), { code: 0, signal: null });
});

/*
 * Controls that cannot be brought into view, are cut off or are covered; and text that is cut off. What somebody has just opened may cover what
 * is below until it is closed again, and an excerpt may end with dots. Runs in the page.
 */
function outOfReach() {
  const found = [];
  const name = element => `${element.tagName.toLowerCase()}.${element.className} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`;
  const modal = document.querySelector('dialog:modal');
  const isShown = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('.unseen, [hidden], [aria-hidden=true], svg')
    && (!modal || modal.contains(element));
  const ancestors = function* (element) { for (let each = element.parentElement; each; each = each.parentElement) yield each; };
  const isTiny = ({ width, height }) => width <= 1 || height <= 1;
  for (const control of document.querySelectorAll('button, a[href], input, select, textarea, summary')) {
    if (!isShown(control) || control.disabled || control.matches('.skip')) continue;
    control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const box = control.getBoundingClientRect();
    if (isTiny(box)) continue;
    const isScrolled = [...ancestors(control)].some(each => /auto|scroll/.test(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth);
    if (!isScrolled && (box.left < -1 || box.right > innerWidth + 1)) found.push(`beside the screen: ${name(control)} ${Math.round(box.left)}–${Math.round(box.right)}`);
    const x = (Math.max(0, box.left) + Math.min(innerWidth, box.right)) / 2, y = box.top + Math.min(box.height, innerHeight) / 2;
    if (y < 0 || y > innerHeight) found.push(`out of view: ${name(control)} at ${Math.round(y)}`);
    else {
      const top = document.elementFromPoint(x, y);
      const own = control.closest('label') ?? control;
      if (top?.closest('.menu-list, .tool-settings, .odds-float')) continue;
      if (!top || !(own.contains(top) || top.contains(control) || top.closest('label')?.contains(control)))
        found.push(`covered: ${name(control)} by ${top ? name(top) : 'nothing'}`);
    }
  }
  for (const element of document.querySelectorAll('button, a, h1, h2, h3, p, label, li, dt, dd, td, th, legend, summary, span')) {
    if (!isShown(element) || isTiny(element.getBoundingClientRect())) continue;
    const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(element);
    if (webkitLineClamp !== 'none') continue;
    if (/hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 2) found.push(`cut off: ${name(element)}`);
    if (/hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 4) found.push(`cut off below: ${name(element)}`);
  }
  scrollTo(0, 0);
  if (document.documentElement.scrollWidth > innerWidth + 1) found.push(`the page is ${document.documentElement.scrollWidth} wide in ${innerWidth}`);
  return [...new Set(found)];
}

/* The size of text as it is set in the browser, twice the usual. */
async function enlarge(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await page.waitForFunction(() => getComputedStyle(document.documentElement).fontSize === '32px');
  await page.waitForTimeout(300);
}

for (const [number, [name, show]] of Object.entries(scenes).entries()) {
  if (names.length > 0 && !names.includes(name)) continue;
  test(`${name}, ${device}`, async () => {
    const { context, page, complaints } = await visit(browser, 'about:blank', devices[device]);
    await show(page, { serve, over });
    await page.waitForTimeout(200);
    const colorScheme = (number + (device === 'desk')) % 2 ? 'light' : 'dark';             /* what one device sees by light the other sees in the dark */
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.waitForTimeout(50);
    assert.deepEqual(await violations(page), [], colorScheme);
    assert.deepEqual(await page.evaluate(outOfReach), [], 'at 100 %');
    await enlarge(page);
    assert.deepEqual(await page.evaluate(outOfReach), [], 'at 200 %');
    if (device === 'phone') assert.deepEqual(await violations(page), [], 'at 200 %');
    assert.deepEqual(complaints.filter(each => !/unknown_link|WebSocket/.test(each)), []);
    await context.close();
  });
}

/* Where the table lies, how large a hex is, and what is wrong at this moment. Runs in the page. */
function posture() {
  const box = element => element.getBoundingClientRect();
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const board = document.querySelector('.board'), prompt = box(document.querySelector('.play-prompt'));
  const confirm = document.querySelector('.play-prompt [data-key="confirm"]'), since = document.querySelector('.since');
  const wrong = [];
  if (confirm) {
    const { left, top, right, bottom } = box(confirm);
    const isCovered = !confirm.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    if (isCovered || top < prompt.top - 1 || bottom > Math.min(prompt.bottom, innerHeight) + 1) wrong.push(`Confirm is out of sight: ${Math.round(top)}–${Math.round(bottom)}`);
  }
  if (since?.checkVisibility() && (meet(box(since), box(board)) || meet(box(since), prompt))) wrong.push('what happened hides something');
  const places = [board, board.querySelector('.board-land')].map(each => { const { x, y, width, height } = box(each); return [x, y, width, height].map(Math.round); });
  const hex = 48 / parseFloat(getComputedStyle(board.querySelector('.board-sheet')).getPropertyValue('--pixel'));
  return { place: places.join(' '), hex, wrong, hasConfirm: confirm !== null, isSelected: board.querySelector('.piece .ring.selected') !== null };
}

const STILL = 'deciding';

/* The posture once the camera has come to rest. */
async function settled(page) {
  for (let before = await page.evaluate(posture); ; ) {
    await page.waitForTimeout(100);
    const after = await page.evaluate(posture);
    if (after.hex === before.hex) return after;
    before = after;
  }
}

if (names.length === 0 || names.includes(STILL)) {
  test(`${STILL}, ${device}`, async () => {
    const { context, page } = await visit(browser, 'about:blank', devices[device]);
    const person = await begin(page, serve.base, { game: 'iron/teaching' });
    await person.prompt.waitFor();
    const seen = [];
    await person.play({ seconds: 90, until: async () => {
      seen.push(await settled(page));
      return person.did.length >= 24;
    } });
    seen.push(await settled(page));
    assert.deepEqual([...new Set(seen.flatMap(({ wrong }) => wrong))], []);
    assert.ok(seen.some(({ hasConfirm }) => hasConfirm), 'something was confirmed');
    if (device === 'desk') assert.deepEqual([...new Set(seen.map(({ place }) => place))].length, 1, 'the table lies still');
    else assert.ok(seen.filter(({ isSelected }) => isSelected).at(-1)?.hex >= 28, 'a finger meets the hexes around a unit that is chosen');
    await context.close();
  });
}
