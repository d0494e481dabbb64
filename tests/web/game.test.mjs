/*
 * game.test.mjs MESTRE: whole games against the computer, at the real page of the real program, through roles and names alone: with the
 * mouse and in French, with nothing but the keyboard, with one finger on a phone, a game of another ruleset, one with commanders, and one on
 * hexes as its guide says.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { openBrowser } from './browser.mjs';
import { text, violations, visit } from './page.mjs';
import { Person } from './person.mjs';
import { startPlay, stopPlay } from './serve.mjs';
import { folder, generator } from './table.mjs';

const [binary] = process.argv.slice(2);
let play, browser;

before(async () => {
  play = await startPlay(binary, '--db', join(folder, 'games.db'));
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  if (play) assert.deepEqual(await stopPlay(play), { code: 0, signal: null });
});

/* The end is told, every roll of it can be verified, and nothing went wrong on the way. */
async function ended(person, complaints) {
  const { page } = person;
  await person.end.waitFor();
  await person.use(person.end.getByRole('button', { name: person.say('end.verify') }));
  await person.end.getByRole('status').filter({ hasText: person.is('verify.ok') }).waitFor();
  assert.match(await page.title(), new RegExp(person.say('title.over')));
  assert.deepEqual(complaints, []);
}

test('the teaching game with the mouse, in French, from the shelf to the saved journal', async () => {
  const { context, page, complaints } = await visit(browser, play.address, { locale: 'fr-FR', reducedMotion: 'no-preference', viewport: { width: 1440, height: 900 } });
  const person = new Person(page, generator(1), { language: 'fr' });
  await person.use(page.getByRole('link', { name: person.say('game.brevis.name') }));
  await person.use(page.getByRole('navigation', { name: person.say('lobby.scenarios') }).getByRole('link').first());
  const form = page.getByRole('form', { name: person.is('lobby.form') });
  assert.ok(await form.getByRole('radio', { name: person.say('lobby.mode.computer') }).isChecked());
  await person.use(form.getByRole('button', { name: person.say('lobby.start') }));
  await person.use(page.getByRole('button', { name: person.say('menu.open') }));
  await person.use(page.getByRole('group', { name: person.say('speed.label') }).getByRole('button', { name: person.say('speed.once') }));
  await page.keyboard.press('Escape');
  await person.play();
  await ended(person, complaints);
  const [download] = await Promise.all([page.waitForEvent('download'), person.use(person.end.getByRole('button', { name: person.say('end.export') }))]);
  const file = join(folder, 'journal.jsonl');
  await download.saveAs(file);
  assert.match(execFileSync(binary, ['verify', file], { encoding: 'utf8' }), /rolls, all as committed/);
  await context.close();
});

test('the teaching game with the keyboard alone', async () => {
  const { context, page, complaints } = await visit(browser, play.address, { viewport: { width: 1280, height: 860 } });
  const person = new Person(page, generator(2), { hands: 'keys' });
  const pointed = await page.evaluateHandle(() => {
    const seen = [];
    for (const name of ['pointerdown', 'mousedown', 'touchstart']) addEventListener(name, event => seen.push(event.type), { capture: true });
    return seen;
  });
  await person.use(page.getByRole('button', { name: text('en', 'lobby.quick') }));
  await person.play();
  await ended(person, complaints);
  assert.deepEqual(await pointed.jsonValue(), [], 'no pointer was used');
  await context.close();
});

test('the teaching game with one finger on a phone', async () => {
  const { context, page, complaints } = await visit(browser, play.address, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 });
  const person = new Person(page, generator(3), { hands: 'touch' });
  const pointed = await page.evaluateHandle(() => {
    const seen = new Set();
    addEventListener('pointerdown', event => seen.add(event.pointerType), { capture: true });
    return seen;
  });
  await person.use(page.getByRole('button', { name: text('en', 'lobby.quick') }));
  await person.play();
  await ended(person, complaints);
  assert.deepEqual(await pointed.evaluate(seen => [...seen]), ['touch']);
  assert.deepEqual(await violations(page), []);
  await context.close();
});

test('the meadow, which is another ruleset, with the mouse', async () => {
  const { context, page, complaints } = await visit(browser, `${play.address}#/game/sample/meadow`, { viewport: { width: 1440, height: 900 } });
  const person = new Person(page, generator(4));
  await person.use(page.getByRole('button', { name: person.say('lobby.start') }));
  await person.play();
  await ended(person, complaints);
  await context.close();
});

test('first blood, with its commanders, with the mouse', async () => {
  const { context, page, complaints } = await visit(browser, `${play.address}#/game/liber/first_blood`, { viewport: { width: 1440, height: 900 } });
  const person = new Person(page, generator(6));
  await person.use(page.getByRole('button', { name: person.say('lobby.start') }));
  await person.play();
  await ended(person, complaints);
  assert.ok(person.did.some(name => /^(Colonel Breuner|Lt-Col\. Weiss|Captain Haas) /.test(name)), 'a commander did something');
  await context.close();
});

/* One move on hexes, with every number typed: the unit, its new hex, and the wind it faces there. */
async function march(person, unit, column, row, wind) {
  const { prompt } = person;
  await person.use(prompt.getByRole('button', { name: unit, exact: true }));
  await person.use(prompt.getByRole('button', { name: `${unit} moves`, exact: true }));
  await person.type(prompt.getByRole('textbox', { name: person.say('aim.column'), exact: true }), String(column));
  await person.type(prompt.getByRole('textbox', { name: person.say('aim.row'), exact: true }), String(row));
  await person.use(prompt.getByRole('button', { name: person.say('aim.face', { wind: person.say(`list.wind.${wind}`) }), exact: true }));
  await person.use(prompt.getByRole('button', { name: person.say('pending.confirm') }));
}

test('a lesson in arms with the mouse: its guide’s first moves on the hexes, then whatever is offered, to the end', async () => {
  const { context, page, complaints } = await visit(browser, play.address, { viewport: { width: 1440, height: 900 } });
  const person = new Person(page, generator(5));
  const note = page.getByRole('complementary', { name: person.say('guide.label') });
  const noted = title => note.getByRole('heading', { name: title, exact: true }).waitFor();
  await person.use(page.getByRole('link', { name: person.say('game.iron.name') }));
  await person.use(page.getByRole('navigation', { name: person.say('lobby.scenarios') }).getByRole('link', { name: /A lesson in arms/ }));
  await person.use(page.getByRole('button', { name: person.say('lobby.start') }));
  await noted('Welcome, captain');
  await person.use(person.prompt.getByRole('button', { name: 'Activate the command of Umfraville', exact: true }));
  await noted('Bring up the bows');
  await march(person, 'E-LB1 (longbowmen)', 4, 7, 'north');
  await noted('Second thoughts');
  await march(person, 'E-LB2 (longbowmen)', 5, 7, 'north');
  await noted('Nock, draw, loose');
  await person.use(person.prompt.getByRole('button', { name: 'E-LB1 (longbowmen)', exact: true }));
  await person.use(person.prompt.getByRole('button', { name: /^E-LB1 \(longbowmen\) fires at A \(longbowmen\)/ }));
  await noted('The odds of a shot');
  await person.use(person.prompt.getByRole('button', { name: person.say('pending.confirm') }));
  await person.play();
  await ended(person, complaints);
  await noted('The lesson is over');
  await context.close();
});
