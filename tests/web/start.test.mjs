/* start.test.mjs MESTRE: the start page as a person and a browser meet it. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import test, { after, before } from 'node:test';
import { openBrowser } from './browser.mjs';
import { startPlay, stopPlay, withPlay } from './serve.mjs';

const binary = process.argv[2];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const catalogue = language => JSON.parse(readFileSync(new URL(`../../web/text/${language}.json`, import.meta.url), 'utf8'));
const text = { en: catalogue('en'), fr: catalogue('fr') };

let play, browser;

before(async () => {
  play = await startPlay(binary);
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  if (play) await stopPlay(play);
});

/* A fresh browser profile with the page open, and the complaints it made. */
async function visit(options = {}) {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on('console', message => { if (['error', 'warning'].includes(message.type())) complaints.push(message.text()); });
  page.on('pageerror', error => complaints.push(error.message));
  page.on('response', response => { if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`); });
  await page.goto(play.address);
  await page.getByRole('heading', { level: 1, name: 'Mestre' }).waitFor();
  return { context, page, complaints };
}

async function violations(page) {
  await page.evaluate(`${axe};0`);
  const result = await page.evaluate(() => globalThis.axe.run());
  assert.ok(result.passes.length > 10, 'axe looked at the page');
  return result.violations.map(found => `${found.id}: ${found.nodes.map(node => node.html).join(' ')}`);
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
    assert.match(await first.text(), /Mestre/);
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
  const { context, page, complaints } = await visit({ locale: 'fr-FR' });
  await page.getByRole('heading', { level: 2, name: text.fr['games.title'] }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
  assert.equal(await page.title(), text.fr['page.title']);
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { level: 2, name: text.en['games.title'] }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  assert.equal(await page.getByRole('button', { name: 'English' }).getAttribute('aria-pressed'), 'true');
  await page.reload();
  await page.getByRole('heading', { level: 2, name: text.en['games.title'] }).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the token leaves the address bar, and the cookie keeps the page open', async () => {
  const { context, page } = await visit();
  assert.equal(page.url(), play.base);
  const response = await page.reload();
  assert.equal(response.status(), 200);
  await context.close();
});

test('all six rulesets are there, and only those that are whole claim to be playable', async () => {
  const { context, page } = await visit();
  for (const id of ['brevis', 'liber', 'reiters', 'iron', 'argad', 'sample']) {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: text.en[`game.${id}.name`] }) });
    assert.equal(await card.count(), 1, id);
    const state = text.en[id === 'sample' || id === 'brevis' ? 'state.ready' : 'state.coming'];
    assert.equal(await card.getByText(state).count(), 1, id);
  }
  assert.equal(await page.getByText(text.en['notice.text']).count(), 1);
  await context.close();
});

for (const colorScheme of ['light', 'dark']) {
  for (const [device, viewport] of [['desk', { width: 1280, height: 860 }], ['phone', { width: 360, height: 740 }]]) {
    test(`axe finds nothing, nothing overflows, nobody complains: ${colorScheme}, ${device}`, async () => {
      const { context, page, complaints } = await visit({ colorScheme, viewport });
      assert.deepEqual(await violations(page), []);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= viewport.width, `${width} wide in ${viewport.width}`);
      assert.deepEqual(complaints, []);
      await context.close();
    });
  }
}

test('the chosen colours win over those of the system', async () => {
  const { context, page } = await visit({ colorScheme: 'light' });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole('button', { name: text.en['theme.dark'] }).click();
  const dark = await paper();
  assert.notEqual(dark, light);
  assert.deepEqual(await violations(page), []);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await paper(), dark);
  await context.close();
});

test('the keyboard reaches every control', async () => {
  const { context, page } = await visit();
  const names = [];
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press('Tab');
    names.push(await page.evaluate(() => document.activeElement?.textContent));
  }
  assert.deepEqual(names, [text.en['page.skip'], text.en['theme.auto'], text.en['theme.light'], text.en['theme.dark'], 'English', 'Français']);
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
