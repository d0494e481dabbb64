/*
 * link.test.mjs MESTRE ENGINE.wasm: two browsers and a third that watches, by link, with hidden orders. Every byte that each page receives is
 * kept and searched: nobody is told what another has laid face down before it is turned.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { openBrowser } from './browser.mjs';
import { pattern, text, visit } from './page.mjs';
import { Person } from './person.mjs';
import { engines, folder, generator, startServe } from './table.mjs';

const [binary, wasm] = process.argv.slice(2);
let host, browser, engine;

before(async () => {
  host = await startServe(binary, join(folder, 'links.db'));
  engine = await engines(wasm, host.base);
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  if (host) assert.deepEqual(await host.stop(), { code: 0, signal: null });
});

/* A page and all that it receives: frames in their order, and the bodies of what it fetched. */
async function listener(address, options = {}) {
  const heard = { frames: [], bodies: [], sent: [] };
  const visited = await visit(browser, 'about:blank', { viewport: { width: 1280, height: 860 }, ...options });
  visited.page.on('websocket', socket => {
    socket.on('framereceived', ({ payload }) => heard.frames.push(String(payload)));
    socket.on('framesent', ({ payload }) => heard.sent.push(String(payload)));
  });
  visited.page.on('response', response => heard.bodies.push(response.body().then(body => body.toString('latin1'), () => '')));
  await visited.page.goto(address);
  return { ...visited, heard };
}

const linkOf = address => /#\/play\/([\w-]{43})$/.exec(address)?.[1];

/* A new game by link, made at the form of the page: both pages before the table, and the links. */
async function meet(dice, { watch = false } = {}) {
  const a = await listener(`${host.base}#/game/brevis/two_colonels`);
  const say = (key, values) => text('en', key, values);
  await a.page.getByRole('radio', { name: say('lobby.mode.link') }).check();
  if (dice === 'typed') await a.page.getByRole('radio', { name: say('lobby.dice.typed') }).check();
  const played = a.page.waitForURL(/#\/play\//);
  await a.page.getByRole('button', { name: say('lobby.start') }).click();
  await played;
  if (dice === 'typed') return { a, links: { A: linkOf(a.page.url()), ...await otherLinks(a.page) } };
  await a.page.getByRole('textbox', { name: pattern('en', 'wait.link_for') }).first().waitFor();
  const fields = await a.page.getByRole('textbox', { name: pattern('en', 'wait.link_for') }).all();
  const addresses = await Promise.all(fields.map(field => field.inputValue()));
  assert.equal(addresses.length, 2, 'a link for the other side and one for spectators');
  const b = await listener(addresses[0], { locale: 'fr-FR' });
  const c = watch ? await listener(addresses[1]) : null;
  const links = { A: linkOf(a.page.url()), B: linkOf(addresses[0]), spectator: linkOf(addresses[1]) };
  return { a, b, c, links };
}

/* A game with real dice begins at once, so that there is no waiting room; the links are in the answer that made it. */
async function otherLinks(page) {
  return page.evaluate(() => {
    const [{ links }] = JSON.parse(localStorage.getItem('mestre.games'));
    return { B: links.B, spectator: links.spectator };
  });
}

const updatesOf = heard => heard.frames.map(frame => JSON.parse(frame)).flatMap(({ update }) => update ?? []);

test('a whole game by link: presence, words, hidden orders, and nothing of another’s secrets in any byte', async () => {
  const { a, b, c, links } = await meet('fair', { watch: true });
  await a.page.getByRole('list', { name: text('en', 'wait.players') }).getByText(text('en', 'wait.here')).waitFor();
  await a.page.getByRole('textbox', { name: text('en', 'wait.seed.label') }).fill('words of the first');
  await a.page.getByRole('button', { name: text('en', 'wait.seed.give') }).click();
  await b.page.getByRole('list', { name: text('fr', 'wait.players') }).getByText(text('fr', 'wait.ready')).waitFor();
  await b.page.getByRole('button', { name: text('fr', 'wait.seed.give') }).click();

  const one = new Person(a.page, generator(7)), other = new Person(b.page, generator(8), { language: 'fr' });
  await Promise.all([one.prompt.waitFor(), other.prompt.waitFor()]);
  await a.page.getByRole('tab', { name: text('en', 'panel.chat') }).click();
  await a.page.getByRole('textbox', { name: text('en', 'chat.message') }).fill('Good morning to the other bank!');
  await a.page.getByRole('button', { name: text('en', 'chat.send') }).click();
  const tab = b.page.getByRole('tab', { name: text('fr', 'panel.chat') }), waits = new RegExp(`1 ${text('fr', 'chat.unread')}`);
  await tab.filter({ hasText: waits }).waitFor();
  await b.page.getByRole('status').filter({ hasText: 'Good morning to the other bank!' }).waitFor();          /* it is said to those who listen */
  await tab.click();
  await b.page.getByRole('log').getByText('Good morning to the other bank!').waitFor();
  await tab.filter({ hasNotText: waits }).waitFor();
  await b.page.reload();
  await other.prompt.waitFor();
  await tab.filter({ hasNotText: waits }).waitFor();

  await Promise.all([one.play({ seconds: 150 }), other.play({ seconds: 150 })]);
  await Promise.all([one.end.waitFor(), other.end.waitFor()]);
  for (const { complaints } of [a, b, c]) assert.deepEqual(complaints, []);

  const rules = await engine({ ruleset: 'brevis', scenario: 'two_colonels', options: {} });
  let laid = 0, turned = 0;
  for (const [seat, heard] of [['A', a.heard], ['B', b.heard], ['spectator', c.heard]]) {
    const updates = updatesOf(heard);
    assert.ok(updates.length > 20, `${seat} heard of the game`);
    for (const update of updates) {
      rules.install(Buffer.from(update.state, 'base64'), seat);
      const { units } = rules.view(seat, 'en').state;
      for (const [id, unit] of Object.entries(units)) {
        if (id.startsWith(seat) || unit.order === 'none') continue;
        laid++;
        if (unit.shown) turned++;
        else assert.equal(unit.order, 'hidden', `${seat} knows the order of ${id} in ${update.n}`);
      }
    }
  }
  assert.ok(laid > turned && turned > 0, 'cards were laid face down, and turned');

  /* Nothing of what only another was told or has said: decisions, links, and the host's secret before the end. A has made the links. */
  for (const [seat, { heard }] of [['A', a], ['B', b], ['spectator', c]]) {
    const everything = [...heard.frames.filter(frame => !frame.includes('"created":{')), ...await Promise.all(heard.bodies)].join('\n');
    for (const [name, link] of Object.entries(links)) assert.equal(everything.includes(link), false, `${seat} was told the link of ${name}`);
    const last = heard.frames.findIndex(frame => frame.includes('"over"'));
    const reveal = JSON.parse(heard.frames[last]).over.reveal;
    assert.match(reveal, /^[0-9a-f]{64}$/);
    assert.equal(heard.frames.slice(0, last).some(frame => frame.includes(reveal)), false);
    assert.equal(heard.frames.some(frame => frame.includes('"choice"')), false, 'no decision is told to anybody');
  }
  await a.page.goto(`${host.base}#/`);
  const row = a.page.getByRole('region', { name: text('en', 'lobby.saved') }).getByRole('listitem').first();
  await row.getByRole('link', { name: pattern('en', 'lobby.saved.replay') }).waitFor();
  assert.equal(await row.getByRole('link', { name: pattern('en', 'lobby.saved.go.on') }).count(), 0, 'what is over cannot be gone on with');
  for (const { context } of [a, b, c]) await context.close();
});

/* One course of a game with real dice: A lays `cards`, everything else is the same. What B and a spectator heard until a card of A is turned. */
async function course(cards) {
  const { a, links } = await meet('typed');
  const b = await listener(`${host.base}#/play/${links.B}`);
  const one = new Person(a.page, () => 0), other = new Person(b.page, () => 0);
  await Promise.all([one.prompt.waitFor(), other.prompt.waitFor()]);
  const c = await listener(`${host.base}#/play/${links.spectator}`);
  await c.page.getByRole('main').waitFor();
  await a.page.waitForTimeout(300);
  const card = (person, name) => person.prompt.getByRole('group', { name: person.is('plan.cards') }).getByRole('button', { name, exact: true });
  for (const name of cards) await card(one, name).click();
  await one.prompt.getByRole('button', { name: 'Lay 2 cards' }).click();
  await one.prompt.getByRole('group', { name: one.is('plan.cards') }).waitFor({ state: 'detached' });
  for (const name of ['Ready', 'Fire']) await card(other, name).click();
  await other.prompt.getByRole('button', { name: 'Lay 2 cards' }).click();
  await throwDice([a.page, b.page]);
  await a.page.getByRole('tab', { name: text('en', 'panel.log') }).click();
  await a.page.waitForTimeout(300);
  const without = frame => frame.replace(/"game":"[\w-]+"|"created":\d+|"time":\d+/g, '');
  const heard = [b, c].map(each => each.heard.frames.map(without));
  const own = updatesOf(a.heard).map(({ state }) => state);
  assert.ok(own.length >= 3);
  for (const { context, complaints } of [a, b, c]) {
    assert.deepEqual(complaints, []);
    await context.close();
  }
  return { heard, own };
}

/* Real dice are typed until no more are wanted. */
async function throwDice(pages) {
  for (let quiet = 0; quiet < 10; quiet++) {
    for (const page of pages) {
      const dialog = page.getByRole('dialog', { name: text('en', 'typing.label') });
      if (await dialog.count() === 0) continue;
      quiet = 0;
      const give = dialog.getByRole('button', { name: text('en', 'typing.give') });
      for (let face = 1; !await give.isEnabled(); face = face % 6 + 1) await dialog.getByRole('button', { name: String(face), exact: true }).click();
      await give.click();
      await page.waitForTimeout(100);
    }
    await pages[0].waitForTimeout(30);
  }
}

test('the same public course with two different secret plans gives the others the same bytes', async () => {
  const first = await course(['Attack', 'Run']), second = await course(['Resist', 'Fire']);
  assert.ok(first.heard[0].length > 5);
  assert.deepEqual(first.heard, second.heard);
  assert.notDeepEqual(first.own, second.own);
});
