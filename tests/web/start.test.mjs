/* start.test.mjs MESTRE: the start page as a person and a browser meet it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { openBrowser } from './browser.mjs';
import { pattern, text, violations, visit } from './page.mjs';
import { Person } from './person.mjs';
import { startPlay, stopPlay, withPlay } from './serve.mjs';
import { folder, generator } from './table.mjs';

const binary = process.argv[2];
let play, browser;

before(async () => {
  play = await startPlay(binary, '--db', join(folder, 'start.db'));
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  if (play) await stopPlay(play);
});

/* The start page with all that comes to it of itself. */
async function start(options = {}) {
  const visited = await visit(browser, play.address, options);
  await visited.page.getByRole('heading', { level: 1, name: 'Mestre' }).waitFor();
  await visited.page.getByRole('button', { name: text(options.locale === 'fr-FR' ? 'fr' : 'en', 'lobby.quick') }).waitFor();
  return visited;
}

async function cookieOf(address) {
  const response = await fetch(address);
  await response.arrayBuffer();
  return response.headers.get('set-cookie').split(';')[0];
}

test('without the token there is only an explanation', async () => {
  for (const path of ['', 'app.js', 'style.css', '?token=', `?token=${'A'.repeat(43)}`, `?token=${play.token}x`, 'nothing']) {
    const response = await fetch(play.base + path);
    assert.equal(response.status, 403, path);
    assert.match(response.headers.get('content-type'), /^text\/plain/);
    assert.equal(response.headers.get('set-cookie'), null);
    const body = await response.text();
    assert.match(body, /This table is private/);
    assert.match(body, /Cette table est privée/);
    assert.ok(!body.includes(play.token));
  }
});

test('the token opens the page and becomes a cookie that scripts and other sites cannot use', async () => {
  const response = await fetch(play.address);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
  const policy = response.headers.get('content-security-policy');
  assert.match(policy, /script-src 'self' 'wasm-unsafe-eval'(;|$)/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.match(response.headers.get('set-cookie'), new RegExp(`^mestre_${play.port}=${play.token}; Path=/; HttpOnly; SameSite=Strict$`));
  await response.arrayBuffer();
});

test('a file that did not change is not sent again, compressed or not', async () => {
  const cookie = await cookieOf(play.address);
  const tags = new Set();
  for (const coding of ['gzip', 'identity', 'gzip;q=0']) {
    const headers = { cookie, 'accept-encoding': coding };
    const first = await fetch(`${play.base}app.js`, { headers });
    assert.equal(first.status, 200);
    assert.equal(first.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(first.headers.get('content-encoding'), coding === 'gzip' ? 'gzip' : null);
    assert.equal(first.headers.get('vary'), 'accept-encoding');
    const etag = first.headers.get('etag');
    assert.match(etag, /^"[\w-]+"$/);
    tags.add(etag);
    assert.ok((await first.text()).length > 1000);
    const again = await fetch(`${play.base}app.js`, { headers: { ...headers, 'if-none-match': `"other", W/${etag}` } });
    assert.equal(again.status, 304);
    assert.equal(again.headers.get('etag'), etag);
    assert.equal(await again.text(), '');
    const other = await fetch(`${play.base}app.js`, { headers: { ...headers, 'if-none-match': '"other"' } });
    assert.equal(other.status, 200);
    await other.arrayBuffer();
  }
  assert.equal(tags.size, 2, 'each representation has its own tag');
});

test('HEAD answers without a body, and what is not there is 404', async () => {
  const cookie = await cookieOf(play.address);
  const head = await fetch(`${play.base}style.css`, { method: 'HEAD', headers: { cookie } });
  assert.equal(head.status, 200);
  assert.ok(Number(head.headers.get('content-length')) > 1000);
  assert.equal(await head.text(), '');
  const missing = await fetch(`${play.base}nothing.html`, { headers: { cookie } });
  assert.equal(missing.status, 404);
  await missing.arrayBuffer();
});

test('the page speaks the language of the browser, switches, and remembers', async () => {
  const { context, page, complaints } = await start({ locale: 'fr-FR' });
  await page.getByRole('heading', { level: 2, name: text('fr', 'games.title') }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
  assert.equal(await page.title(), text('fr', 'page.title'));
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { level: 2, name: text('en', 'games.title') }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  assert.equal(await page.title(), text('en', 'page.title'));
  assert.equal(await page.getByRole('button', { name: 'English' }).getAttribute('aria-pressed'), 'true');
  await page.reload();
  await page.getByRole('heading', { level: 2, name: text('en', 'games.title') }).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the token leaves the address bar, and the cookie keeps the page open', async () => {
  const { context, page } = await start();
  assert.equal(page.url(), play.base);
  const response = await page.reload();
  assert.equal(response.status(), 200);
  await context.close();
});

test('six games are on the shelf, and only those that are whole can be opened', async () => {
  const { context, page } = await start();
  for (const id of ['brevis', 'liber', 'reiters', 'iron', 'argad', 'sample']) {
    const name = text('en', `game.${id}.name`), isWhole = ['sample', 'brevis', 'liber', 'iron', 'reiters', 'argad'].includes(id);
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name }) });
    assert.equal(await card.count(), 1, id);
    assert.equal(await card.getByRole('link', { name }).count(), Number(isWhole), id);
    assert.equal(await card.getByText(text('en', 'state.coming')).count(), Number(!isWhole), id);
    const frame = await card.boundingBox(), last = await card.locator('.state').boundingBox();
    assert.ok(last.y + last.height <= frame.y + frame.height && frame.height < 480, `${id}: a card of ${frame.height}, its end at ${last.y - frame.y}`);
  }
  assert.equal(await page.getByText(text('en', 'notice.text')).count(), 1);
  await context.close();
});

/* Bytes as they went over the network, by the last part of the address. */
async function weighed(page) {
  const session = await page.context().newCDPSession(page);
  const names = new Map(), bytes = new Map();
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request }) => names.set(requestId, new URL(request.url)));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = names.get(requestId);
    if (url?.protocol === 'http:') bytes.set(url.pathname, (bytes.get(url.pathname) ?? 0) + encodedDataLength);
  });
  return bytes;
}

/* Of the start page; of it and all that a first game adds, the game's module included; of that module. */
const most = { front: 96 * 1024, whole: 490 * 1024, module: 200 * 1024 };

test('the first load is at most 96 KB, with the first game 490 KB, and nothing comes from elsewhere', async () => {
  const { context, page, requests, complaints } = await visit(browser, 'about:blank');
  const bytes = await weighed(page);
  const sum = () => [...bytes.values()].reduce((all, each) => all + each, 0);
  await page.goto(play.address);
  await page.getByRole('button', { name: text('en', 'lobby.quick') }).waitFor();
  await page.waitForTimeout(300);
  const front = sum();
  await page.getByRole('button', { name: text('en', 'lobby.quick') }).click();
  await page.getByRole('group', { name: text('en', 'prompt.label') }).waitFor();
  await page.waitForTimeout(1000);
  const whole = sum(), list = [...bytes].map(([path, length]) => `${path} ${length}`).join('\n');
  const modules = [...bytes].filter(([path]) => path.endsWith('.wasm'));
  console.log(`# the start page: ${front} bytes; with the first game: ${whole} bytes, of which ${modules.join(', ')}`);
  assert.equal(modules.length, 1, list);
  assert.ok(modules[0][1] > 10000 && modules[0][1] <= most.module, list);
  assert.ok(front <= most.front, `${front} bytes`);
  assert.ok(whole <= most.whole, `${whole} bytes:\n${list}`);
  for (const request of requests) assert.ok(request === 'about:blank' || request.startsWith(play.base), request);
  assert.deepEqual(complaints, []);
  await context.close();
});

for (const colorScheme of ['light', 'dark']) {
  for (const [device, viewport] of [['desk', { width: 1440, height: 900 }], ['tablet', { width: 820, height: 1180 }], ['phone', { width: 360, height: 740 }]]) {
    test(`axe finds nothing, nothing overflows, nobody complains: ${colorScheme}, ${device}`, async () => {
      const { context, page, complaints, requests } = await start({ colorScheme, viewport });
      assert.deepEqual(await violations(page), []);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= viewport.width, `${width} wide in ${viewport.width}`);
      for (const request of requests) assert.ok(request.startsWith(play.base), request);
      assert.deepEqual(complaints, []);
      await context.close();
    });
  }
}

test('a game has its scenarios with a drawing each, and everything is settled before it begins', async () => {
  const { context, page, complaints } = await start({ locale: 'fr-FR' });
  const say = key => text('fr', key);
  await page.getByRole('link', { name: say('game.brevis.name') }).click();
  const scenarios = page.getByRole('navigation', { name: say('lobby.scenarios') }).getByRole('link');
  await scenarios.first().locator('svg').first().waitFor();
  const count = await scenarios.count();
  assert.ok(count >= 5, `${count} scenarios`);
  for (const link of await scenarios.all()) assert.ok(await link.locator('svg path, svg rect, svg circle').count() > 0, 'a thumbnail');
  const form = page.getByRole('form', { name: pattern('fr', 'lobby.form') });
  const first = await form.getAttribute('aria-label');
  const names = JSON.parse(readFileSync(new URL('../../data/brevis/fr.json', import.meta.url), 'utf8'));
  await form.getByText(say('lobby.options.book')).click();
  await form.getByText(names['option.split_shot'], { exact: true }).waitFor();                     /* the game’s texts may come after the form */
  await scenarios.last().click();
  await page.waitForFunction(label => document.querySelector('form')?.getAttribute('aria-label') !== label, first);
  await form.getByText(say('lobby.options.book')).click();
  const options = form.getByRole('combobox');
  assert.ok(await options.count() > 2, 'the options of the rules, and the level');
  const [, marked] = /^(.*)\(/.exec(say('lobby.option.standard').replace('{label}', '')) ?? [null, ''];
  const option = options.last();
  const choices = await option.getByRole('option').allInnerTexts();
  assert.equal(choices.filter(each => pattern('fr', 'lobby.option.standard').test(each)).length, 1, `${marked}${choices}`);
  await option.selectOption({ index: choices.findIndex(each => !pattern('fr', 'lobby.option.standard').test(each)) });
  await form.getByText(pattern('fr', 'lobby.options.changed')).waitFor();
  assert.ok(await form.getByRole('radio', { name: say('lobby.mode.link') }).isDisabled(), 'a private table has no links');
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('battles on hexes are drawn in small, and their sides have names', async () => {
  const { context, page, complaints } = await start();
  const say = key => text('en', key);
  await page.getByRole('link', { name: say('game.iron.name') }).click();
  const scenarios = page.getByRole('navigation', { name: say('lobby.scenarios') }).getByRole('link');
  await scenarios.first().locator('svg').first().waitFor();
  assert.equal(await scenarios.count(), 7);
  const list = await page.evaluate(async () => (await (await fetch('games.json')).json()).find(({ id }) => id === 'iron').scenarios);
  for (const { title, sides } of list) {
    const link = scenarios.filter({ hasText: title.en });
    for (const part of ['path.hill, path.wood, path.stream, path.edge, path.mire, path.field', 'path.side[data-seat=A]', 'path.side[data-seat=B]'])
      assert.ok((await link.locator(part).evaluateAll(paths => paths.map(path => path.getAttribute('d')).join(''))).length > 10, `${title.en}: ${part}`);
    await link.click();
    await page.getByRole('heading', { level: 2, name: title.en }).waitFor();
    for (const { seat, name } of sides) {
      await page.getByRole('radio', { name: name.en, exact: false }).first().waitFor();
      assert.ok(!name.en.endsWith(` ${seat}`), `${title.en}: ${name.en}`);
    }
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

test('options that go together are one choice, and what the scenario means otherwise than the book is said', async () => {
  const { context, page, complaints } = await start();
  const say = key => text('en', key), names = JSON.parse(readFileSync(new URL('../../data/argad/en.json', import.meta.url), 'utf8'));
  const [preset] = JSON.parse(readFileSync(new URL('../../data/argad/presets.json', import.meta.url), 'utf8')).presets;
  const sent = [];
  page.on('websocket', socket => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(payload))));
  await page.goto(`${play.base}#/game/argad/wayside_cross`);
  await page.reload();
  const form = page.getByRole('form', { name: pattern('en', 'lobby.form') }), rules = form.getByRole('group', { name: say('lobby.presets') });
  const given = form.getByRole('list', { name: say('lobby.options.given') });
  assert.equal(await given.innerText(), `${names['option.morale']} ${names['option.morale.0']}`);
  const whole = rules.getByRole('radio', { name: say('lobby.preset.whole') }), sheet = rules.getByRole('radio', { name: preset.name.en });
  assert.ok(await whole.isChecked() && await rules.getByText(preset.note.en).isVisible());
  await sheet.check();
  const changed = Object.keys(preset.options).length - 2;                                          /* morale is off in the scenario already, volleys by the book */
  await form.getByText(say('lobby.options.changed').replace('{count}', String(changed))).click();
  const early = form.getByRole('combobox', { name: names['option.early_fire'] });
  assert.equal(await early.inputValue(), '0');
  await early.selectOption('1');
  assert.ok(await rules.getByRole('radio', { name: say('lobby.preset.own') }).isChecked());
  await early.selectOption('0');
  assert.ok(await sheet.isChecked() && await rules.getByRole('radio').count() === 2);
  await whole.check();
  await form.getByText(say('lobby.options.scenario')).waitFor();
  await sheet.check();
  assert.deepEqual(await violations(page), []);
  await form.getByRole('button', { name: say('lobby.start') }).click();
  await page.waitForURL(/#\/own\//);
  const [made] = sent.filter(each => 'create' in each);
  assert.deepEqual(made.create.options, preset.options);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('what was begun can be gone on with and deleted', async () => {
  const { context, page, complaints } = await start();
  await page.getByRole('button', { name: text('en', 'lobby.quick') }).click();
  const person = new Person(page, generator(5));
  await person.play({ until: () => person.did.length >= 3 });
  const address = page.url();
  await page.goto(`${play.base}#/`);
  const section = page.getByRole('region', { name: text('en', 'lobby.saved') });
  const row = section.getByRole('listitem').first();
  await row.getByRole('link', { name: pattern('en', 'lobby.saved.go.on') }).click();
  await person.prompt.waitFor();
  assert.equal(page.url(), address);
  await page.goto(`${play.base}#/`);
  await section.waitFor();
  assert.deepEqual(await violations(page), []);
  const count = await section.getByRole('listitem').count();
  await row.getByRole('button', { name: pattern('en', 'lobby.saved.delete') }).click();
  await row.getByRole('button', { name: text('en', 'lobby.delete.sure') }).click();
  await page.waitForFunction(left => document.querySelectorAll('.saved-games li').length === left, count - 1);
  await page.goto(address);
  await page.getByRole('heading', { name: text('en', 'opening.failed') }).waitFor();
  await page.getByText(text('en', 'opening.unknown_link')).waitFor();
  assert.deepEqual(complaints.filter(each => !each.includes('unknown_link')), []);
  await context.close();
});

test('the chosen colours win over those of the system', async () => {
  const { context, page } = await start({ colorScheme: 'light' });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole('button', { name: text('en', 'theme.dark') }).click();
  const dark = await paper();
  assert.notEqual(dark, light);
  assert.deepEqual(await violations(page), []);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await paper(), dark);
  await context.close();
});

test('the keyboard reaches every control, in the order of the page', async () => {
  const { context, page } = await start();
  const names = [];
  for (let i = 0; i < 7; i++) {
    await page.keyboard.press('Tab');
    names.push(await page.evaluate(() => document.activeElement?.textContent));
  }
  const say = key => text('en', key);
  assert.deepEqual(names, [say('page.skip'), say('theme.auto'), say('theme.light'), say('theme.dark'), 'English', 'Français', say('lobby.quick')]);
  await context.close();
});

test('addresses that lead nowhere say so', async () => {
  const { context, page, complaints } = await start();
  for (const [hash, title] of [['#/nowhere', 'nowhere.title'], ['#/play/', 'nowhere.title'], ['#/practice/none/none', 'nowhere.title'], ['#/own/none/A', 'opening.failed'], ['#/replay-own/none', 'replay.failed']]) {
    await page.goto(`${play.base}${hash}`);
    await page.getByRole('heading', { level: 1, name: text('en', title) }).waitFor();
    assert.deepEqual(await violations(page), [], hash);
    await page.getByRole('link', { name: text('en', 'message.back') }).click();
    await page.getByRole('heading', { level: 2, name: text('en', 'games.title') }).waitFor();
  }
  assert.deepEqual(complaints.filter(each => !/404|unknown_link/.test(each)), []);
  await context.close();
});

test('SIGTERM and SIGINT end it with 0, also while clients are connected', async () => {
  for (const signal of ['SIGTERM', 'SIGINT']) {
    await withPlay(binary, [], async other => {
      const response = await fetch(other.address);
      await response.arrayBuffer();
      other.child.kill(signal);
      assert.deepEqual(await other.ended, { code: 0, signal: null }, signal);
      assert.equal(other.log(), '');
    });
  }
});

test('every start has a token of its own', async () => {
  await withPlay(binary, [], async other => { assert.notEqual(other.token, play.token); });
});
