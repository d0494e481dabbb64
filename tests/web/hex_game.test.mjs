/*
 * hex_game.test.mjs MESTRE: deciding on a board of hexes, at the real page of the real program: reach and way with their cost, going there
 * with the mouse, the keyboard and one finger, facing, targets with their chances, what is left unused, and what is asked about again.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { openBrowser } from './browser.mjs';
import { text, violations, visit } from './page.mjs';
import { startPlay, stopPlay } from './serve.mjs';
import { folder } from './table.mjs';

const [binary] = process.argv.slice(2);
const say = (key, values) => text('en', key, values);
const words = JSON.parse(readFileSync(new URL('../../data/iron/en.json', import.meta.url), 'utf8'));

/* The button of a decision, by the game's own words for it; `who` is the piece that does it. */
function deed(name, who = '.*') {
  const pattern = words[`do.${name}`].replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace('{unit}', `.*${who}.*`).replace(/\{\w+\}/g, '.*');
  return new RegExp(`^${pattern}`, 'i');
}

let play, browser;

before(async () => {
  play = await startPlay(binary, '--db', join(folder, 'hexes.db'));
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  if (play) assert.deepEqual(await stopPlay(play), { code: 0, signal: null });
});

/* A game against the computer, with its first question. */
async function begin(scenario, options = { viewport: { width: 1440, height: 900 } }, side = 'A') {
  const visited = await visit(browser, play.address, options);
  const { page } = visited;
  await page.goto(`${play.base}#/game/iron/${scenario}`);
  await page.getByRole('radio', { name: say('lobby.mode.computer') }).check();
  await page.getByRole('combobox', { name: say('lobby.level') }).selectOption('random');
  await page.getByRole('radio', { name: new RegExp(`${say('lobby.side.note', { seat: side })}$`) }).check();
  await page.getByRole('button', { name: say('lobby.start') }).click();
  const prompt = page.getByRole('group', { name: say('prompt.label') });
  await prompt.waitFor();
  return { ...visited, prompt };
}

/* The battle begins with one command of ours. */
async function activate(prompt, leader) {
  await prompt.getByRole('button', { name: deed('activate', leader) }).click();
  await prompt.getByRole('button', { name: say('answer.next') }).waitFor();
}

const piece = (page, id) => page.locator(`.pieces [data-piece="${id}"]`);

async function middle(page, id) {
  const box = await piece(page, id).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/* The size of a hex on the screen, from two units side by side. */
async function pitch(page) {
  const [a, b] = [await middle(page, 'E-LB1'), await middle(page, 'E-LB2')];
  return b.x - a.x;
}

/* The hex so many rows up and half hexes to the right of a unit. */
async function hexFrom(page, id, up, halves) {
  const at = await middle(page, id), wide = await pitch(page);
  return { x: at.x + (halves * wide) / 2, y: at.y - up * wide * Math.sqrt(3) / 2 };
}

const column = prompt => prompt.getByRole('textbox', { name: say('aim.column') });
const row = prompt => prompt.getByRole('textbox', { name: say('aim.row') });
const facing = (prompt, wind) => prompt.getByRole('button', { name: say('aim.face', { wind: say(`list.wind.${wind}`) }), exact: true });
const cost = page => page.locator('.ghost:not(.absent) .plate text');

/* What has the focus when the question is there, before another key could be heard. */
function focusWhenAsked(leave) {
  return leave.evaluate(button => new Promise(resolve => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('.pending-grave')) return;
      observer.disconnect();
      resolve(document.activeElement?.getAttribute('data-key'));
    });
    observer.observe(document.body, { childList: true, subtree: true });
    button.click();
  }));
}

test('with the mouse: the reach at once, the way with its cost, a click to go there, another to say yes', async () => {
  const { context, page, complaints, prompt } = await begin('teaching');
  await activate(prompt, 'Umfraville');
  assert.equal(await page.locator('.overlay.region').count(), 0);
  await piece(page, 'E-LB1').click();
  await page.locator('.overlay.region').waitFor();
  const goal = await hexFrom(page, 'E-LB1', 2, 0);
  await page.mouse.move(goal.x, goal.y);
  await cost(page).waitFor();
  assert.equal(await cost(page).textContent(), say('aim.cost', { spent: '2', allowed: '5' }));
  assert.ok(await page.locator('.ghost .track').getAttribute('d'), 'the way is drawn');
  assert.equal(await prompt.getByRole('form').count(), 0, 'looking is not choosing');

  await page.mouse.click(goal.x, goal.y);
  await prompt.getByRole('form').waitFor();
  assert.deepEqual([await column(prompt).inputValue(), await row(prompt).inputValue()], ['4', '7']);
  assert.equal(await facing(prompt, 'north').getAttribute('aria-pressed'), 'true');
  await page.keyboard.press('e');
  assert.equal(await facing(prompt, 'northeast').getAttribute('aria-pressed'), 'true');
  await page.mouse.move(goal.x + 1, goal.y + 1);
  await page.mouse.wheel(0, 120);
  assert.equal(await facing(prompt, 'southeast').getAttribute('aria-pressed'), 'true', 'the wheel over the ghost turns it');
  await facing(prompt, 'north').click();

  const far = await hexFrom(page, 'E-LB1', 2, 30);
  await page.mouse.click(far.x, far.y);
  await prompt.getByRole('status').filter({ has: page.getByRole('button', { name: /^Rule / }) }).waitFor();
  assert.equal(await prompt.getByRole('button', { name: say('pending.confirm') }).isEnabled(), false, 'what is refused cannot be confirmed');
  await page.mouse.click(goal.x, goal.y);
  await page.mouse.click(goal.x, goal.y);
  await prompt.getByRole('form').waitFor({ state: 'detached' });
  await prompt.getByRole('button', { name: deed('fire') }).first().waitFor();
  const now = await middle(page, 'E-LB1');
  const there = await hexFrom(page, 'E-LB2', 2, -2);
  assert.ok(Math.hypot(now.x - there.x, now.y - there.y) < 8, 'it stands there');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('targets carry their chances; the next unit is a key away; the end tells what is left unused', async () => {
  const { context, page, complaints, prompt } = await begin('teaching');
  await activate(prompt, 'Umfraville');
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-piece')), 'E-LB2');
  await page.keyboard.press('Enter');
  await prompt.getByRole('form').waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  assert.equal(await row(prompt).inputValue(), '7');
  await page.keyboard.press('Enter');
  await prompt.getByRole('button', { name: deed('fire') }).first().waitFor();
  const chip = page.locator('.chip, .chips text').filter({ hasText: '%' }).first();
  await chip.waitFor();
  const target = await piece(page, 'S-LB1').boundingBox();
  await page.mouse.click(target.x + target.width / 2, target.y + target.height / 2);
  await prompt.getByRole('listitem').filter({ hasText: /%/ }).first().waitFor();
  assert.deepEqual(await violations(page), []);
  await prompt.getByRole('button', { name: say('pending.cancel') }).click();

  await prompt.getByRole('button', { name: deed('end_march') }).click();
  const unused = prompt.getByRole('group', { name: say('pending.unused') });
  const names = await unused.getByRole('button').allTextContents();
  assert.ok(names.length > 3 && names.includes('Umfraville'), names.join());
  await unused.getByRole('button').last().click();
  assert.equal(await unused.count(), 0, 'a click on one goes there instead');
  await prompt.getByRole('button', { name: deed('end_march') }).click();
  await prompt.getByRole('button', { name: say('pending.confirm') }).click();
  await prompt.getByRole('button', { name: deed('end_march') }).waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
  await context.close();
});

test('with one finger on a phone', async () => {
  const { context, page, complaints, prompt } = await begin('teaching', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await prompt.getByRole('button', { name: deed('activate', 'Umfraville') }).tap();
  await prompt.getByRole('button', { name: say('answer.next') }).tap();
  await page.locator('.overlay.region').waitFor();
  const goal = await hexFrom(page, 'E-LB1', 2, 0);
  await page.touchscreen.tap(goal.x, goal.y);
  await prompt.getByRole('form').waitFor();
  await facing(prompt, 'northwest').tap();
  assert.equal(await facing(prompt, 'northwest').getAttribute('aria-pressed'), 'true');
  const again = await hexFrom(page, 'E-LB1', 2, 0);
  await page.touchscreen.tap(again.x, again.y);
  await prompt.getByRole('form').waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
  await context.close();
});

test('what gives a unit away is asked about again, and Enter twice does not do it', async () => {
  const { context, page, complaints, prompt } = await begin('falkirk', undefined, 'B');
  await activate(prompt, 'Surrey');
  await prompt.getByRole('button', { name: /^E-S1 / }).first().click();
  const leave = prompt.getByRole('button', { name: deed('leave') });
  await leave.focus();
  await page.keyboard.press('Enter');
  await prompt.getByRole('alert').waitFor();
  await page.keyboard.press('Enter');
  await prompt.getByRole('alert').waitFor({ state: 'detached' });
  assert.ok(await piece(page, 'E-S1').isVisible());
  assert.equal(await focusWhenAsked(leave), 'cancel', 'no key that comes early can say yes');
  await prompt.getByRole('button', { name: say('pending.confirm') }).click();
  await leave.waitFor({ state: 'detached' });
  await piece(page, 'E-S1').waitFor({ state: 'hidden' });
  assert.deepEqual(complaints, []);
  await context.close();
});
