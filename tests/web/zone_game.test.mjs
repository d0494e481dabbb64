/*
 * zone_game.test.mjs MESTRE: deciding on a map of zones, at the real page of the real program: a piece in a stack and its fan, the reach with
 * its prices and its dangers, going there with the mouse, the keyboard and one finger, attacks on a zone with the odds for each answer of the
 * defender, sight and what stops it, what is left unused; and whole games to their end.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { openBrowser } from './browser.mjs';
import { text, violations, visit } from './page.mjs';
import { Person } from './person.mjs';
import { startPlay, stopPlay } from './serve.mjs';
import { folder, generator } from './table.mjs';

const [binary] = process.argv.slice(2);
const say = (key, values) => text('en', key, values);
const words = JSON.parse(readFileSync(new URL('../../data/reiters/en.json', import.meta.url), 'utf8'));
const desk = { viewport: { width: 1440, height: 900 } }, phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 };

/* The button of a decision, by the game's own words for it; `who` does it, at zone `x`. */
function deed(name, who = '.*', x = '\\d+') {
  const pattern = words[`do.${name}`].replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace('{unit}: ', `.*${who}.* `).replace('{x}', `${x}\\b`).replace(/\{\w+\}/g, '.*');
  return new RegExp(`^${pattern}`, 'i');
}

let play, browser;

before(async () => {
  play = await startPlay(binary, '--db', join(folder, 'zones.db'));
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  if (play) assert.deepEqual(await stopPlay(play), { code: 0, signal: null });
});

/* A game with its first question; two on one screen decide everything themselves, so that only dice are left to chance. */
async function begin(options = desk, mode = 'shared', scenario = 'teach', prepare = async () => undefined) {
  const visited = await visit(browser, play.address, options);
  const { page } = visited;
  await prepare(page);
  await page.goto(`${play.base}#/game/reiters/${scenario}`);
  await page.getByRole('radio', { name: say(`lobby.mode.${mode}`) }).check();
  await page.getByRole('button', { name: say('lobby.start') }).click();
  const prompt = page.getByRole('group', { name: say('prompt.label') });
  await prompt.waitFor();
  return { ...visited, prompt };
}

async function confirm(prompt) {
  await prompt.getByRole('button', { name: say('pending.confirm') }).click();
}

/* Both sides take their pieces as they stand; the first may move. */
async function toMovement({ page, prompt }) {
  const ready = prompt.getByRole('button', { name: deed('ready') }), end = prompt.getByRole('button', { name: deed('end_movement') });
  for (let i = 0; i < 2; i++) {
    await ready.click();
    await confirm(prompt);
    await prompt.getByRole('button', { name: say('pending.confirm') }).waitFor({ state: 'detached' });
    await ready.or(end).first().waitFor();
  }
  await end.waitFor();
  await page.getByRole('button', { name: say('guide.hide') }).click();
}

const piece = (page, id) => page.locator(`.pieces [data-piece="${id}"]`);
const cost = page => page.locator('.ghost:not(.absent) .plate text');
const zoneField = prompt => prompt.getByRole('combobox', { name: say('aim.zone') });

/* A bare spot of a zone: just under its plate, which keeps to the upper rim, and beside the middle. */
async function spot(page, zone) {
  const box = await page.locator(`.zone-plate[data-zone="${zone}"] .code`).boundingBox();
  return { x: box.x + box.width / 2 + 12, y: box.y + box.height + 12 };
}

async function clickZone(page, zone) {
  const { x, y } = await spot(page, zone);
  await page.mouse.click(x, y);
}

async function clickPiece(page, id) {
  const box = await piece(page, id).boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/* One move with the mouse: the piece, its zone, and the zone once more. */
async function march(page, prompt, id, zone) {
  await clickPiece(page, id);
  await page.locator('.overlay.places.reach').waitFor();
  await clickZone(page, zone);
  await zoneField(prompt).waitFor();
  await clickZone(page, zone);
  await zoneField(prompt).waitFor({ state: 'detached' });
}

test('with the mouse: a stack is fanned, each zone has its price and its danger, a click goes there and another says yes', async () => {
  const game = await begin(), { context, page, complaints, requests, prompt } = game;
  assert.deepEqual(requests.map(url => /\w+_board\.js$/.exec(url)?.[0]).filter(Boolean), ['zone_board.js'], 'only its own kind of board comes');
  await toMovement(game);
  await clickPiece(page, 'C1a');
  await page.locator('.board .fan:not(.absent)').waitFor();
  const box = await piece(page, 'C1c').boundingBox();
  assert.ok(box.width >= 44 && box.height >= 44, 'each piece of the stack can be met');
  await page.locator('.labels.reach .harm.may').first().waitFor();
  assert.ok((await page.locator('.labels.reach .price text').allTextContents()).includes('2'));
  assert.equal(await page.locator('.overlay.places.reach .harm-may').count(), 2, 'the copse and the meadow beyond the stream may disorganise');

  const road = await spot(page, 7);
  await page.mouse.move(road.x, road.y);
  await cost(page).waitFor();
  assert.equal(await cost(page).textContent(), say('aim.cost', { spent: '2', allowed: '6' }));
  assert.ok(await page.locator('.ghost .track').getAttribute('d'), 'the way is drawn');
  const copse = await spot(page, 3);
  await page.mouse.move(copse.x, copse.y);
  await page.locator('.ghost:not(.absent) .plate text').filter({ hasText: '%' }).waitFor();
  assert.equal(await prompt.getByRole('form').count(), 0, 'looking is not choosing');

  await page.mouse.click(road.x, road.y);
  await zoneField(prompt).waitFor();
  assert.equal(await zoneField(prompt).inputValue(), '7');
  assert.deepEqual(await violations(page), []);
  await clickZone(page, 10);
  await prompt.getByRole('status').filter({ has: page.getByRole('button', { name: /^Rule / }) }).waitFor();
  assert.equal(await prompt.getByRole('button', { name: say('pending.confirm') }).isEnabled(), false, 'what is refused cannot be confirmed');
  await clickZone(page, 7);
  await clickZone(page, 7);
  await zoneField(prompt).waitFor({ state: 'detached' });
  const now = await piece(page, 'C1a').boundingBox(), plate = await page.locator('.zone-plate[data-zone="7"]').boundingBox();
  assert.ok(now.y > plate.y && Math.abs(now.x - plate.x) < 120, 'it stands there');

  await prompt.getByRole('button', { name: deed('end_movement') }).click();
  const unused = prompt.getByRole('group', { name: say('pending.unused') });
  assert.ok((await unused.getByRole('button').count()) >= 4, 'who has not moved is named');
  assert.deepEqual(complaints, []);
  await context.close();
});

/* The news for the second seat at the screen are late. */
async function lateSecond(page) {
  await page.routeWebSocket(/./, line => {
    const host = line.connectToServer();
    host.onMessage(message => {
      const { update } = JSON.parse(message);
      setTimeout(() => line.send(message), update?.channel === 2 ? 1500 : 0);
    });
  });
  await page.reload();
}

test('what is begun while another seat has not heard of the last act yet is not swept away with it', async () => {
  const game = await begin(desk, 'shared', 'teach', lateSecond), { context, page, complaints, prompt } = game;
  await toMovement(game);
  await march(page, prompt, 'C1a', 7);
  await prompt.getByRole('button', { name: deed('end_movement') }).click();
  const yes = prompt.getByRole('button', { name: say('pending.confirm') });
  await yes.waitFor();
  await page.waitForTimeout(2500);
  assert.equal(await yes.count(), 1, 'it still waits for a yes');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('an attack is a click on the zone; its odds are told for each principal defender, and the defender is asked', async () => {
  const game = await begin(), { context, page, complaints, prompt } = game;
  await toMovement(game);
  await march(page, prompt, 'C1a', 7);
  await prompt.getByRole('button', { name: deed('end_movement') }).click();
  await confirm(prompt);
  await prompt.getByRole('button', { name: deed('end_reaction') }).click();
  await prompt.getByRole('button', { name: deed('attack', 'Mandelot', 8) }).waitFor();
  await page.locator('.overlay.places.attack').waitFor();
  const chip = page.locator('.border-chip .chip').filter({ hasText: '%' });
  await chip.first().waitFor();
  assert.match(await chip.first().getAttribute('aria-label'), /^Chance of harm to /);
  await clickZone(page, 8);
  const answers = prompt.getByRole('group', { name: say('given.label') }).getByRole('button');
  await answers.first().waitFor();
  assert.equal(await answers.count(), 2, 'two may be the principal defender');
  const odds = () => prompt.locator('.odds-worse').innerText();
  const first = await odds();
  await answers.last().click();
  assert.equal(await answers.last().getAttribute('aria-pressed'), 'true');
  assert.notEqual(await odds(), first, 'another defender, other odds');
  assert.deepEqual(await violations(page), []);
  await clickZone(page, 8);
  await answers.first().waitFor({ state: 'detached' });          /* they have the same words as what the defender is asked */
  const name = prompt.getByRole('button', { name: deed('defend') });
  await name.first().waitFor();
  assert.equal(await name.count(), 2);
  await prompt.locator('.chance').first().waitFor();
  await name.first().click();
  await name.first().waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
  await context.close();
});

test('with the keyboard alone: the next unit, the zones by arrows, and the cursor', async () => {
  const game = await begin(), { context, page, complaints, prompt } = game;
  await toMovement(game);
  await page.locator('.board').focus();
  await page.keyboard.press('n');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-piece')), 'C1a');
  await page.keyboard.press('Enter');
  await zoneField(prompt).waitFor();
  await page.keyboard.press('ArrowRight');
  assert.equal(await zoneField(prompt).inputValue(), '7');
  await page.keyboard.press('ArrowUp');
  assert.equal(await zoneField(prompt).inputValue(), '2');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await zoneField(prompt).waitFor({ state: 'detached' });
  await page.keyboard.press('n');
  assert.notEqual(await page.evaluate(() => document.activeElement?.getAttribute('data-piece')), 'C1a');
  await page.keyboard.press('Enter');
  await zoneField(prompt).selectOption({ index: 1 });
  await prompt.getByRole('status').waitFor();
  await confirm(prompt);
  await zoneField(prompt).waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
  await context.close();
});

test('with one finger on a phone: what is chosen comes near, and its fan keeps to itself', async () => {
  const game = await begin(phone), { context, page, complaints, prompt } = game;
  await toMovement(game);
  const far = await piece(page, 'C1c').boundingBox();
  await page.touchscreen.tap(far.x + far.width / 2, far.y + far.height / 2);
  await page.locator('.overlay.places.reach').waitFor();
  await page.waitForTimeout(400);
  const near = await piece(page, 'C1c').boundingBox();
  assert.ok(near.width > far.width && near.width >= 44 && near.height >= 44, `${far.width} became ${near.width} by ${near.height}`);
  const board = await page.locator('.board').boundingBox(), prices = page.locator('.labels.reach .price');
  assert.ok(await prices.count() > 2);
  for (const price of await prices.all()) {
    const box = await price.boundingBox(), middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    assert.ok(middle.x > board.x && middle.x < board.x + board.width && middle.y > board.y && middle.y < board.y + board.height, 'where it may go is in view');
  }
  const { x, y } = await spot(page, 7);
  await page.touchscreen.tap(x, y);
  await zoneField(prompt).waitFor();
  assert.equal(await zoneField(prompt).inputValue(), '7');
  assert.deepEqual(await violations(page), []);
  const again = await spot(page, 7);
  await page.touchscreen.tap(again.x, again.y);
  await zoneField(prompt).waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a line of sight says what stops it and by which rule', async () => {
  const game = await begin(), { context, page, complaints } = game;
  await toMovement(game);
  await clickPiece(page, 'C1a');
  await page.getByRole('button', { name: say('tool.sight') }).click();
  await page.waitForTimeout(300);
  const finding = page.locator('.finding'), settings = await page.locator('.tool-settings').boundingBox(), land = await page.locator('.board-land').boundingBox();
  assert.ok(settings.y + settings.height <= land.y + 1, 'what it is set to hides nothing of the map');
  const beyond = await spot(page, 9);
  await page.mouse.move(beyond.x, beyond.y);
  await finding.filter({ hasText: say('sight.blocked') }).waitFor();
  assert.equal(await page.locator('.overlay.line.blocked .stop').count(), 1, 'with a cross where it ends');
  await finding.getByRole('button', { name: /^Rule FR-4\.1\.5/ }).waitFor();
  const open = await spot(page, 7);
  await page.mouse.move(open.x, open.y);
  await finding.filter({ hasText: say('sight.clear') }).waitFor();
  assert.deepEqual(await page.locator('.board-land').boundingBox(), land, 'the map has not moved while one looked');
  await page.getByRole('button', { name: say('tool.tape') }).click();
  await page.waitForTimeout(300);
  await clickZone(page, 9);
  await finding.filter({ hasText: say('length.zones', { length: '3' }) }).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

for (const [hands, options, seed] of [['mouse', desk, 11], ['keys', desk, 12], ['touch', phone, 13]]) {
  test(`the teaching game to its end against the computer: ${hands}`, async () => {
    const { context, page, complaints } = await begin(options, 'computer');
    const person = new Person(page, generator(seed), { hands });
    await person.play({ seconds: 150 });
    await person.end.waitFor();
    assert.ok(person.did.length > 20, `${person.did.length} acts`);
    assert.deepEqual(complaints, []);
    await context.close();
  });
}
