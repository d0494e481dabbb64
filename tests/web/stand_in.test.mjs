/*
 * stand_in.test.mjs MESTRE ENGINE.wasm: two browsers by link, and a third that watches. One allows the computer to play for him and leaves; the other calls it, and the
 * game goes on; the first comes back, sees who played, and takes his seat back. Then the same with sockets, and a host that is killed in the middle.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { openBrowser } from './browser.mjs';
import { pattern, text, violations, visit } from './page.mjs';
import { Person } from './person.mjs';
import { Seat, Socket } from './socket.mjs';
import { engines, folder, generator, Player, playOut, seated, startServe } from './table.mjs';

const [binary, wasm, pictures] = process.argv.slice(2);
const AWAY = 2;                       /* seconds */
let host, browser;

before(async () => {
  host = await startServe(binary, join(folder, 'stand_ins.db'), '--away', String(AWAY));
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  if (host) assert.deepEqual(await host.stop(), { code: 0, signal: null });
});

const desk = { viewport: { width: 1280, height: 860 } };

/* A picture of a page, where one is wished for. */
async function picture(page, name) {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
}

/* The dialog of the stand-in, by the menu and the keyboard. */
async function openDialog(page, language) {
  await page.getByRole('button', { name: text(language, 'menu.open') }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: text(language, 'standin.open') }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: text(language, 'standin.title') });
  await dialog.waitFor();
  return dialog;
}

test('one leaves, the other calls the computer to his seat, and he comes back', async () => {
  const say = key => text('en', key), dit = key => text('fr', key);
  const a = await visit(browser, `${host.base}#/game/brevis/two_colonels`, desk);
  await a.page.getByRole('radio', { name: say('lobby.mode.link') }).check();
  await a.page.getByRole('button', { name: say('lobby.start') }).click();
  const fields = a.page.getByRole('textbox', { name: pattern('en', 'wait.link_for') });
  await fields.first().waitFor();
  const [address, watching] = await Promise.all((await fields.all()).map(field => field.inputValue()));
  const b = await visit(browser, address, { ...desk, locale: 'fr-FR' });
  const c = await visit(browser, watching, desk);

  /* B gives his leave in the waiting room; nobody can do that for him, and a spectator for nobody. */
  const allowed = b.page.getByRole('combobox', { name: dit('standin.choose') });
  await allowed.waitFor();
  assert.equal(await allowed.inputValue(), 'person');
  await b.page.getByRole('option', { name: dit('lobby.level.random') }).waitFor({ state: 'attached' });
  await allowed.selectOption({ label: dit('lobby.level.random') });
  await picture(b.page, 'waiting');
  assert.deepEqual(await violations(b.page), []);
  assert.equal(await c.page.getByRole('combobox', { name: say('standin.choose') }).count(), 0);
  for (const { page } of [a, b]) await page.getByRole('button', { name: pattern(page === a.page ? 'en' : 'fr', 'wait.seed.give') }).click();
  const one = new Person(a.page, generator(3)), other = new Person(b.page, generator(4), { language: 'fr' });
  await Promise.all([one.prompt.waitFor(), other.prompt.waitFor()]);
  await picture(a.page, 'both');

  /* While he is here, and for a while longer, nobody can call it. */
  const call = a.page.getByRole('button', { name: pattern('en', 'standin.call') });
  assert.equal(await call.count(), 0);
  const left = Date.now();
  await b.page.close();
  await a.page.getByRole('listitem').filter({ hasText: pattern('en', 'presence.away') }).waitFor();
  await call.waitFor();
  assert.ok(Date.now() - left >= AWAY * 1000 - 100, 'not before its time');
  await picture(a.page, 'away');
  assert.equal(await c.page.getByRole('button', { name: pattern('en', 'standin.call') }).count(), 0, 'a spectator calls nobody');
  await one.use(call);
  for (const { page } of [a, c]) await page.getByRole('listitem').filter({ hasText: pattern('en', 'presence.stand_in') }).waitFor();
  await a.page.getByRole('status').filter({ hasText: pattern('en', 'live.sits') }).waitFor({ state: 'attached' });
  await call.waitFor({ state: 'detached' });

  /* The game goes on with nobody at the other seat. */
  const log = a.page.getByRole('region', { name: say('log.title') });
  await a.page.getByRole('tab', { name: say('panel.log') }).click();
  await one.play({ seconds: 90, until: async () => await log.getByText(pattern('en', 'log.stand_in')).count() >= 2 });
  await picture(a.page, 'plays');
  assert.deepEqual(await violations(a.page), []);

  /* He comes back: it is said plainly, and his seat is his again. */
  const again = await b.context.newPage();
  const complaints = [];
  again.on('pageerror', error => complaints.push(error.message));
  await again.goto(address);
  const back = new Person(again, generator(5), { language: 'fr' });
  await back.prompt.getByText(pattern('fr', 'standin.playing')).waitFor();
  await picture(again, 'back');
  assert.deepEqual(await violations(again), []);
  await back.press(back.prompt.getByRole('button', { name: dit('standin.back') }));
  await back.prompt.getByText(pattern('fr', 'standin.playing')).waitFor({ state: 'detached' });
  await a.page.getByRole('listitem').filter({ hasText: pattern('en', 'presence.here') }).waitFor();
  await a.page.getByRole('status').filter({ hasText: pattern('en', 'live.rises') }).waitFor({ state: 'attached' });
  let answered = 0;
  await Promise.all([
    back.play({ seconds: 90, until: async () => (answered = back.did.length) >= 3 }),
    one.play({ seconds: 90, until: async () => answered >= 3 }),
  ]);
  await again.getByRole('tab', { name: dit('panel.log') }).click();
  await again.getByRole('region', { name: dit('log.title') }).getByText(pattern('fr', 'log.stand_in')).first().waitFor();
  await picture(again, 'again');

  /* And he hands it over himself, looks on, and takes his leave away, which takes his seat back too. */
  const dialog = await openDialog(again, 'fr');
  await picture(again, 'dialog');
  assert.deepEqual(await violations(again), []);
  await dialog.getByRole('button', { name: dit('standin.now') }).click();
  await dialog.getByRole('button', { name: dit('standin.back') }).waitFor();
  await a.page.getByRole('listitem').filter({ hasText: pattern('en', 'presence.stand_in') }).waitFor();
  await dialog.getByRole('combobox', { name: dit('standin.choose') }).selectOption('person');
  await dialog.getByRole('button', { name: dit('standin.now') }).and(again.locator(':disabled')).waitFor();
  await a.page.getByRole('listitem').filter({ hasText: pattern('en', 'presence.here') }).waitFor();
  await again.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  assert.deepEqual([...a.complaints, ...c.complaints, ...complaints], []);
  for (const { context } of [a, b, c]) await context.close();
});

/* What a seat was told, without what is of the moment. */
const told = seat => seat.texts.map(line => JSON.parse(line)).map(({ n, by, events, stand_ins: standIns }) => ({ n, by, events, standIns }));

test('a host that is killed has lost nothing of it, and the journal of such a game replays and verifies', async () => {
  const database = join(folder, 'killed_stand_ins.db');
  let mine = await startServe(binary, database, '--away', '0');
  const engine = await engines(wasm, mine.base);
  const { links, seats } = await seated(mine, { ruleset: 'sample', scenario: 'meadow' });
  await seats.A.when(() => seats.A.n >= 0);
  assert.equal((await seats.A.ask('take_over', { seat: 'B' })).error.code, 'no_stand_in');
  assert.ok((await seats.B.ask('stand_in', { player: 'random' })).done);
  assert.equal((await seats.A.ask('take_over', { seat: 'B' })).error.code, 'not_away');
  await seats.B.socket.close();
  await seats.A.when(() => seats.A.presence?.seats.B === false);
  assert.ok((await seats.A.ask('take_over', { seat: 'B' })).done);
  await mine.kill();

  mine = await startServe(binary, database, '--away', '0');
  const a = await Seat.open(await Socket.connect(mine), { link: links.A });
  assert.deepEqual(a.opened.stand_ins, { B: { player: 'random', sits: true, wait: 0 } });
  const player = new Player(a, await engine(a.opened), generator(11));
  await playOut([player], 12);
  await a.when(() => a.updates.some(({ by, stand_ins: sat }) => by === 'B' && sat?.B === 'random'));          /* it plays */
  const b = await Seat.open(await Socket.connect(mine), { link: links.B });
  assert.equal((await b.decide({ do: 'pass' })).error.code, 'not_yours');
  assert.ok((await b.ask('take_back')).done);
  await mine.kill();

  mine = await startServe(binary, database, '--away', '0');
  const once = await Seat.open(await Socket.connect(mine), { link: links.A });
  const other = await Seat.open(await Socket.connect(mine), { link: links.B });
  assert.deepEqual(other.opened.stand_ins, { B: { player: 'random', sits: false } });
  assert.deepEqual(told(once).slice(0, a.texts.length), told(a), 'the past is told as it was');
  await playOut([new Player(once, await engine(once.opened), generator(12)), new Player(other, await engine(other.opened), generator(13))]);
  await other.when(() => other.over !== null);
  assert.equal((await other.ask('stand_in', { player: 'person' })).error.code, 'over');
  const { journal } = await once.ask('journal');
  const lines = journal.text.trimEnd().split('\n').map(line => JSON.parse(line)), stood = lines.filter(({ player: name }) => name !== undefined);
  assert.ok(stood.length >= 1 && stood.every(({ seat, player: name }) => seat === 'B' && name === 'random'), 'the journal says who decided');
  assert.ok(lines.some(({ seat, player: name }) => seat === 'B' && name === undefined), 'and what he decided himself');
  assert.equal(journal.text.includes('stand_in'), false, 'its lines are the decisions of the seats');
  const file = join(folder, 'stood_in.jsonl');
  writeFileSync(file, journal.text);
  const replayed = execFileSync(binary, ['replay', file]).toString();
  assert.equal(replayed.match(/^\d+ B \(random\): /gm)?.length, stood.length);
  execFileSync(binary, ['verify', file]);

  const { context, page, complaints } = await visit(browser, `${mine.base}#/replay/${links.A}`, desk);
  await page.getByRole('tab', { name: text('en', 'panel.log') }).click();
  await page.getByRole('button', { name: text('en', 'replay.last') }).click();
  await page.getByRole('region', { name: text('en', 'log.title') }).getByText(pattern('en', 'log.stand_in')).first().waitFor();
  await picture(page, 'replay');
  assert.deepEqual(complaints, []);
  await context.close();
  assert.deepEqual(await mine.stop(), { code: 0, signal: null });
});
