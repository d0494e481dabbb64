/*
 * replay.test.mjs MESTRE ENGINE.wasm: a finished game once more: from every viewpoint, by slider, buttons and keys, by a link to a step, out of
 * a file, with its dice verified in the page and on the command line; and files that are damaged.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { openBrowser } from './browser.mjs';
import { pattern, text, violations, visit } from './page.mjs';
import { findAll, readTree } from './person.mjs';
import { engines, folder, generator, Player, playOut, seated, startServe } from './table.mjs';

const [binary, wasm] = process.argv.slice(2);
const say = (key, values) => text('en', key, values);
let host, browser, game, journal, lines;

/* A whole game of two people, as quick as the host takes it. */
before(async () => {
  host = await startServe(binary, join(folder, 'replays.db'));
  const engine = await engines(wasm, host.base);
  const random = generator(41);
  game = await seated(host, { ruleset: 'brevis', scenario: 'two_colonels' });
  await playOut(await Promise.all(Object.values(game.seats).map(async seat => new Player(seat, await engine(seat.opened), random))));
  journal = (await game.seats.A.ask('journal')).journal.text;
  lines = journal.trimEnd().split('\n').length;
  writeFileSync(join(folder, 'good.jsonl'), journal);
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  if (host) assert.deepEqual(await host.stop(), { code: 0, signal: null });
});

const slider = page => page.getByRole('group', { name: say('replay.controls') }).getByRole('slider');
const at = async page => Number(await slider(page).inputValue());
const button = (page, name) => page.getByRole('button', { name: say(name), exact: true });
const piecesOf = async page => findAll(readTree(await page.getByRole('main').ariaSnapshot()), 'button').map(({ name }) => name).filter(name => /^[AB]\d/.test(name));

async function replay(step = '', options = {}) {
  const visited = await visit(browser, `${host.base}#/replay/${game.links.A}${step}`, { viewport: { width: 1280, height: 860 }, ...options });
  await slider(visited.page).waitFor();
  return visited;
}

test('slider, buttons, keys, play and pause all go through the same steps, and the address follows', async () => {
  const { context, page, complaints } = await replay();
  const last = Number(await slider(page).getAttribute('max'));
  assert.ok(last > 20 && last < lines, `${last} steps of ${lines} lines`);
  assert.equal(await at(page), 0);
  const beginning = await piecesOf(page);
  assert.equal(beginning.length, 4);

  await button(page, 'replay.last').click();
  assert.equal(await at(page), last);
  const end = await piecesOf(page);
  assert.ok(end.length > 0 && end.length <= beginning.length, 'whoever its dice have left is there');
  assert.ok(page.url().endsWith(`/${last}`), page.url());
  for (const name of ['replay.on', 'replay.last']) assert.ok(await button(page, name).isDisabled());
  await button(page, 'replay.back').click();
  assert.equal(await at(page), last - 1);
  await button(page, 'replay.on').click();
  await button(page, 'replay.first').click();
  assert.deepEqual(await piecesOf(page), beginning, 'back to the beginning');

  await page.locator('body').press('End');
  assert.equal(await at(page), last);
  assert.deepEqual(await piecesOf(page), end, 'the same end again');
  for (const [key, step] of [['ArrowLeft', last - 1], ['ArrowLeft', last - 2], ['ArrowRight', last - 1], ['Home', 0], ['ArrowRight', 1]]) {
    await page.locator('body').press(key);
    assert.equal(await at(page), step, key);
  }
  await slider(page).focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await at(page), 2, 'the slider has its own keys');
  await slider(page).fill('10');
  assert.equal(await at(page), 10);
  await page.waitForFunction(() => location.hash.endsWith('/10'));

  await page.getByRole('combobox', { name: say('replay.speed') }).selectOption({ label: say('speed.once') });
  await button(page, 'replay.play').click();
  await page.waitForFunction(() => Number(location.hash.split('/').at(-1)) > 13);
  await button(page, 'replay.pause').click();
  const stopped = await at(page);
  await page.waitForTimeout(400);
  assert.equal(await at(page), stopped, 'a pause is a pause');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('each viewpoint shows what that viewer knew, and everything shows all', async () => {
  const { context, page, complaints } = await replay();
  const choose = name => page.getByRole('combobox', { name: say('replay.viewpoint') }).selectOption({ label: name });
  const names = await page.getByRole('combobox', { name: say('replay.viewpoint') }).getByRole('option').allInnerTexts();
  assert.equal(names.length, 4, 'both sides, a spectator, everything');
  /* The first step at which cards of both sides lie face down: the plans are complete. */
  await choose(say('replay.viewer.all'));
  const face = say('look.hidden'), known = say('look.own_hidden', { order: '' });
  let step = 0;
  for (; (await piecesOf(page)).filter(name => name.includes(face)).length < 4; step++) await page.locator('body').press('ArrowRight');
  assert.ok(step > 0 && step < 10, `step ${step}`);
  for (const [viewer, knows] of [[names[0], ['A']], [names[1], ['B']], [say('replay.viewer.spectator'), []], [say('replay.viewer.all'), ['A', 'B']]]) {
    await choose(viewer);
    assert.equal(await at(page), step, 'the step is kept');
    const pieces = await piecesOf(page);
    assert.equal(pieces.length, 4);
    for (const piece of pieces) assert.equal(piece.includes(known), knows.includes(piece[0]), `${viewer}: ${piece}`);
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a link to a step leads there, in the reader’s language, also when the step is beyond the end', async () => {
  const first = await replay('/7');
  await first.page.waitForFunction(() => location.hash.endsWith('/7'));
  assert.equal(await at(first.page), 7);
  const pieces = await piecesOf(first.page);
  await first.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(first.page, 'replay.link').click();
  await first.page.getByRole('status').filter({ hasText: say('replay.copied') }).waitFor();
  assert.equal(await first.page.evaluate(() => navigator.clipboard.readText()), `${host.base}#/replay/${game.links.A}/7`);
  await first.page.locator('body').press('Home');
  for (let i = 0; i < 7; i++) await first.page.locator('body').press('ArrowRight');
  assert.deepEqual(await piecesOf(first.page), pieces, 'stepped or leapt, the same position');
  await first.context.close();
  const french = await visit(browser, `${host.base}#/replay/${game.links.spectator}/99999`, { locale: 'fr-FR' });
  const bar = french.page.getByRole('group', { name: text('fr', 'replay.controls') }).getByRole('slider');
  await bar.waitFor();
  await french.page.waitForFunction(() => { const range = document.querySelector('input[type=range]'); return range.value === range.max; });
  assert.deepEqual(french.complaints, []);
  await french.context.close();
});

test('the journal is saved, verified in the page and by `mestre verify`, and opened again from the file', async () => {
  const { context, page, complaints } = await replay();
  await button(page, 'verify.button').click();
  await page.getByText(pattern('en', 'verify.ok')).waitFor();
  const [, count] = /^(\d+) /.exec(await page.getByText(pattern('en', 'verify.ok')).innerText());
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'replay.export').click()]);
  const file = join(folder, 'saved.jsonl');
  await download.saveAs(file);
  assert.equal(readFileSync(file, 'utf8'), journal);
  assert.match(execFileSync(binary, ['verify', file], { encoding: 'utf8' }), new RegExp(`\\b${count} rolls, all as committed`));
  const there = await endOf(page);

  await page.goto(`${host.base}#/`);
  await page.getByLabel(say('lobby.file.choose')).setInputFiles(file);
  await slider(page).waitFor();
  assert.match(page.url(), /#\/replay\/file/);
  assert.deepEqual(await endOf(page), there);
  await button(page, 'verify.button').click();
  await page.getByText(pattern('en', 'verify.ok')).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

async function endOf(page) {
  await button(page, 'replay.last').click();
  return piecesOf(page);
}

/* A file, opened at the start page. */
async function open(content) {
  const visited = await visit(browser, host.base);
  await visited.page.getByLabel(say('lobby.file.choose')).setInputFiles({ name: 'game.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(content) });
  return visited;
}

test('a damaged file is shown up to the damage, and no journal at all is said to be none', async () => {
  const whole = journal.trimEnd().split('\n');
  const decisions = whole.flatMap((line, i) => line.includes('"do"') ? [i] : []);
  const wrong = decisions[12];
  const damaged = [...whole.slice(0, wrong), '{"do":"nonsense"}', ...whole.slice(wrong + 1)].join('\n');
  for (const content of [damaged, `${whole.slice(0, wrong).join('\n')}\n${whole[wrong].slice(0, 9)}`]) {
    const { context, page, complaints } = await open(content);
    await slider(page).waitFor();
    const said = page.getByText(pattern('en', 'replay.damaged'));
    assert.match(await said.innerText(), new RegExp(`\\b${wrong + 1}\\b`), 'the line is named');
    assert.ok(Number(await slider(page).getAttribute('max')) >= 10, 'what comes before it is shown');
    await button(page, 'replay.last').click();
    assert.ok((await piecesOf(page)).length >= 2, 'the position is shown: its dice may have cost a unit by then');
    await button(page, 'verify.button').click();
    await page.getByRole('status').filter({ hasText: pattern('en', 'verify.damaged') }).waitFor();
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(complaints, []);
    await context.close();
  }
  for (const content of ['', 'Dear diary, today we marched.\n', '{"journal":1}\n', '[]', '\u0000\u0001']) {
    const { context, page, complaints } = await open(content);
    await page.getByRole('heading', { level: 1, name: say('replay.failed') }).waitFor();
    await page.getByText(pattern('en', 'replay.no_journal')).waitFor();
    assert.deepEqual(complaints, [], JSON.stringify(content));
    await context.close();
  }
});

test('a roll that was changed by hand is found, in the page as on the command line', async () => {
  const whole = journal.trimEnd().split('\n');
  const rolled = whole.findIndex(line => /"faces":\[|"dice":\[/.test(line));
  assert.ok(rolled > 0, 'a line with dice');
  const forged = [...whole];
  forged[rolled] = whole[rolled].replace(/("(?:faces|dice)":\[)(\d)/, (_, head, face) => `${head}${face === '6' ? 5 : Number(face) + 1}`);
  const { context, page } = await open(forged.join('\n'));
  await slider(page).waitFor();
  await button(page, 'verify.button').click();
  const finding = page.getByRole('status').filter({ hasText: new RegExp(['verify.wrong_roll', 'verify.damaged'].map(key => pattern('en', key).source).join('|')) });
  await finding.waitFor();
  const file = join(folder, 'forged.jsonl');
  writeFileSync(file, forged.join('\n') + '\n');
  assert.throws(() => execFileSync(binary, ['verify', file], { stdio: 'pipe' }));
  await context.close();
});

test('what is not over yet has no replay', async () => {
  const fresh = await seated(host, { ruleset: 'sample', scenario: 'meadow' });
  const { context, page } = await visit(browser, `${host.base}#/replay/${fresh.links.A}`);
  await page.getByRole('heading', { level: 1, name: say('replay.failed') }).waitFor();
  await page.getByText(say('replay.no_answer')).waitFor();
  await context.close();
});
