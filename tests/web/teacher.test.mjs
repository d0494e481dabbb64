/*
 * teacher.test.mjs MESTRE ENGINE.wasm: hints at a decision and the analysis of a finished game, in the page: the same as on the command line, in both
 * languages, by mouse and keyboard, and stopped when nobody waits for them.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { openBrowser } from './browser.mjs';
import { pattern, text, violations, visit } from './page.mjs';
import { Person } from './person.mjs';
import { begin } from './scenes.mjs';
import { engines, folder, generator, Player, playOut, seated, startServe } from './table.mjs';

const [binary, wasm] = process.argv.slice(2);
const say = (key, values) => text('en', key, values);
const mestre = (...args) => execFileSync(binary, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
const file = join(folder, 'played.jsonl');
let host, browser, game, engine;

before(async () => {
  host = await startServe(binary, join(folder, 'teacher.db'));
  engine = await engines(wasm, host.base);
  const random = generator(41);
  game = await seated(host, { ruleset: 'brevis', scenario: 'two_colonels' });
  await playOut(await Promise.all(Object.values(game.seats).map(async seat => new Player(seat, await engine(seat.opened), random))));
  writeFileSync(file, (await game.seats.A.ask('journal')).journal.text);
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  if (host) assert.deepEqual(await host.stop(), { code: 0, signal: null });
});

test('the module of the page analyses and hints as the command line does, in every game', async () => {
  for (const [ruleset, scenario] of [['sample', 'meadow'], ['brevis', 'two_colonels'], ['liber', 'first_blood'], ['reiters', 'teach'], ['iron', 'teaching'], ['argad', 'wayside_cross']]) {
    const record = join(folder, `record-${ruleset}`);
    mestre('sim', '--ruleset', ruleset, '--scenario', scenario, '--a', 'greedy', '--b', 'random', '--games', '1', '--seed', '3', '--record', record);
    const journal = join(record, readdirSync(record)[0]), own = await engine({ ruleset, scenario, options: {} });
    own.openJournal(readFileSync(journal, 'utf8'));
    let progress = own.beginAnalysis('sergeant');
    while (progress.line < progress.lines) progress = own.analyseNext();
    const told = JSON.parse(mestre('analyse', '--json', '--lang', 'fr', '--level', 'sergeant', journal));
    for (const [key, value] of Object.entries(own.analysis('fr'))) assert.deepEqual(value, told[key], `${ruleset}: ${key}`);
    const { seat, hint } = JSON.parse(mestre('analyse', '--json', '--lang', 'en', '--at', '9', journal));
    own.journalGo(9, 'all', 'en');
    assert.deepEqual(own.hint(seat, 'teacher', 'en'), hint, ruleset);
    assert.throws(() => own.hint('spectator', 'teacher', 'en'), /seat/);
  }
});

const hints = person => person.prompt.getByRole('region', { name: person.say('hint.label') });
const ask = person => person.prompt.getByRole('button', { name: person.say('hint.button'), exact: true }).click();

/* The hint has been thought of: there are things to do. What the page shows instead is told. */
async function answered(person) {
  const thought = hints(person).getByRole('status').filter({ hasNotText: person.say('hint.thinking') });
  await thought.waitFor({ timeout: 60000 });
  assert.equal(await thought.innerText(), person.say('hint.there'));
}

test('a hint has three things to do at most, with chances and rules, and one click makes it ready', async () => {
  const { context, page, complaints, requests } = await visit(browser, 'about:blank', { viewport: { width: 1440, height: 900 } });
  const person = await begin(page, host.base);
  await person.prompt.waitFor();
  assert.ok(!requests.some(request => request.endsWith('/engine.wasm')), 'nothing is fetched before it is asked for');
  await ask(person);
  await answered(person);
  const entries = hints(person).getByRole('listitem');
  assert.ok(await entries.count() <= 3);
  assert.ok(requests.some(request => request.endsWith('/teacher_worker.js')));
  for (const entry of await entries.all()) {
    assert.match(await entry.innerText(), /\d+ % to win/);
    assert.ok(await entry.getByRole('button', { name: pattern('en', 'rule.open') }).count() > 0, 'rules are named');
  }
  assert.deepEqual(await violations(page), []);

  /* A card of a plan is laid, and the hint goes with the position that it was about. */
  await entries.first().getByRole('button', { name: pattern('en', 'hint.show_this') }).click();
  await person.prompt.getByRole('button', { name: pattern('en', 'plan.takeback') }).waitFor();
  assert.equal(await hints(person).count(), 0);

  /* Something to do: it waits for a yes, or is aimed at, with the others still at hand. */
  await person.play({ until: async () => await person.prompt.locator('.acts .act:enabled').count() > 1 && await person.prompt.getByRole('button', { name: pattern('en', 'plan.cards') }).count() === 0 });
  await ask(person);
  await answered(person);
  await entries.first().getByRole('button', { name: pattern('en', 'hint.show_this') }).click();
  const yes = person.prompt.getByRole('button', { name: say('pending.confirm'), exact: true });
  await yes.waitFor();
  assert.ok(await yes.isEnabled(), 'it may be given');
  await person.prompt.getByRole('button', { name: say('pending.cancel'), exact: true }).click();
  await entries.first().waitFor();
  await ask(person);
  assert.equal(await hints(person).count(), 0, 'asked again it is put away');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a hint outlasts what the other plans in secret meanwhile, and goes with the plan that it was about', async () => {
  const { seats: { A, B }, links } = await seated(host, { ruleset: 'brevis', scenario: 'two_colonels' });
  const other = new Player(B, await engine(B.opened), generator(7));
  const { context, page, complaints } = await visit(browser, `${host.base}#/play/${links.A}`);
  const person = new Person(page, generator(51));
  await person.prompt.waitFor();
  await ask(person);
  const heard = A.n;
  for (let card = other.choose(); card !== null; card = other.choose()) await B.reached((await B.decide(card)).decided.n);
  await A.reached(B.n);
  assert.ok(A.n > heard, 'the seat was told that there are cards now');
  await answered(person);
  await hints(person).getByRole('button', { name: pattern('en', 'hint.show_this') }).first().click();
  await person.prompt.getByRole('button', { name: pattern('en', 'plan.takeback') }).waitFor();
  assert.equal(await hints(person).count(), 0);
  assert.deepEqual(complaints, []);
  await context.close();
});

async function analysed(language, options) {
  const visited = await visit(browser, `${host.base}#/replay/${game.links.A}/0`, options), { page } = visited;
  const pull = page.getByRole('button', { name: text(language, 'sheet.raise') });
  await page.getByRole('group', { name: text(language, 'replay.controls') }).waitFor();
  if (await pull.isVisible()) await pull.click();
  await page.getByRole('tab', { name: text(language, 'panel.analysis') }).click();
  return visited;
}

const start = (page, language) => page.getByRole('button', { name: text(language, 'analysis.begin') });
const curve = (page, language) => page.getByRole('slider', { name: pattern(language, 'analysis.curve') });

test('a finished game has its curve, its turning points and its luck, as the command line tells them', async () => {
  const { turning, curve: points, costly } = JSON.parse(mestre('analyse', '--json', '--lang', 'en', file));
  const { context, page, complaints } = await analysed('en', { viewport: { width: 1440, height: 900 } });
  await start(page, 'en').click();
  await curve(page, 'en').waitFor({ timeout: 120000 });
  const list = page.getByRole('region', { name: say('analysis.turning') }).getByRole('listitem');
  assert.equal(await list.count(), turning.length);
  for (const [i, { line }] of turning.entries()) {
    const { text: what } = points.find(point => point.line === line);
    assert.ok((await list.nth(i).innerText()).includes(what), what);
    await list.nth(i).getByRole('button').click();
    await page.waitForFunction(step => location.hash.endsWith(`/${step}`), line);
    assert.equal(await curve(page, 'en').getAttribute('aria-valuenow'), String(line));
  }
  assert.equal(await page.getByRole('region', { name: say('analysis.costly') }).getByRole('listitem').count(), costly.length);
  await curve(page, 'en').focus();
  for (const [key, step] of [['Home', 0], ['ArrowRight', 1], ['ArrowUp', 2], ['ArrowLeft', 1]]) {
    await page.keyboard.press(key);
    await page.waitForFunction(at => location.hash.endsWith(`/${at}`), step);
  }
  assert.match(await curve(page, 'en').getAttribute('aria-valuetext'), /\d+\.\d %/);
  await page.getByRole('combobox', { name: say('replay.viewpoint') }).selectOption({ label: say('replay.viewer.spectator') });
  await curve(page, 'en').waitFor();
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violations(page), []);
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a costly decision is shown with the better one, which can be tried where it could have been taken', async () => {
  const record = join(folder, 'record-better');
  mestre('sim', '--ruleset', 'reiters', '--scenario', 'teach', '--a', 'greedy', '--b', 'random', '--games', '1', '--seed', '3', '--record', record);
  const journal = join(record, readdirSync(record)[0]), { costly, curve: points } = JSON.parse(mestre('analyse', '--json', '--lang', 'en', journal));
  assert.ok(costly.length > 0);
  const { context, page, complaints } = await visit(browser, host.base, { viewport: { width: 1440, height: 900 } });
  await page.getByLabel(say('lobby.file.choose')).setInputFiles(journal);
  await page.getByRole('tab', { name: say('panel.analysis') }).click();
  await start(page, 'en').click();
  const list = page.getByRole('region', { name: say('analysis.costly') }).getByRole('listitem');
  await list.first().waitFor({ timeout: 120000 });
  assert.equal(await list.count(), costly.length);
  for (const [i, line] of costly.entries()) {
    const entry = list.nth(i), show = entry.getByRole('button', { name: say('analysis.show'), exact: true });
    assert.ok((await entry.innerText()).includes(points.find(point => point.line === line).better_text));
    await show.click();
    await page.waitForFunction(step => location.hash.endsWith(`/${step}`), line - 1);
    assert.equal(await show.getAttribute('aria-pressed'), 'true');
  }
  const tried = list.first().getByRole('status');
  await list.first().getByRole('button', { name: say('analysis.try') }).click();
  await tried.filter({ hasText: say('analysis.tried') }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: say('replay.last') }).click();
  await tried.waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
  await context.close();
});

test('an analysis can be stopped, and is told in French on a phone', async () => {
  const { context, page, complaints } = await analysed('fr', { locale: 'fr-FR', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await start(page, 'fr').click();
  await page.getByRole('button', { name: text('fr', 'analysis.stop') }).click();
  await start(page, 'fr').click();
  await curve(page, 'fr').waitFor({ timeout: 120000 });
  assert.deepEqual(await violations(page), []);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `${width} wide`);
  assert.deepEqual(complaints, []);
  await context.close();
});
