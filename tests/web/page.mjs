/* page.mjs: for tests of the page in a browser: its words, a visit to it, what axe says of it. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const folder = new URL('../../web/text/', import.meta.url);

function catalogue(language) {
  const files = readdirSync(folder).filter(name => name.endsWith(`.${language}.json`));
  return Object.assign({}, ...files.map(name => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))));
}

const catalogues = { en: catalogue('en'), fr: catalogue('fr') };

export const wordsOf = language => catalogues[language];

/* The page's text of a key, as the page itself makes it. A key that is not there is a mistake of the test. */
export function text(language, key, values = {}) {
  const found = catalogues[language][key];
  assert.notEqual(found, undefined, `no text ${key} in ${language}`);
  return found.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/* A text as a pattern in which everything in braces may be anything. Names of controls have plain spaces where the text has narrow or fixed ones. */
export function pattern(language, key) {
  const parts = text(language, key).split(/\{\w+\}/);
  return new RegExp(`^${parts.map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')).join('.*')}$`);
}

/* A fresh profile with the page open, the complaints it makes, and every request it sends. */
export async function visit(browser, address, options = {}) {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(15000);
  const page = await context.newPage();
  return { context, ...await watched(page, address) };
}

/* The same for one more page of a profile. */
export async function watched(page, address) {
  const complaints = [], requests = [];
  page.on('console', message => { if (['error', 'warning'].includes(message.type())) complaints.push(message.text()); });
  page.on('pageerror', error => complaints.push(error.stack ?? error.message));
  page.on('response', response => { if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`); });
  page.on('request', request => requests.push(request.url()));
  await page.goto(address);
  return { page, complaints, requests };
}

/*
 * What axe finds wrong, one line a finding. Its whole answer would be half a megabyte, so that only this leaves the page. Contrast is read when
 * what fades in stands.
 */
export async function violations(page) {
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(`${axe};0`);
  const { passes, found } = await page.evaluate(async () => {
    const ends = document.getAnimations().filter(each => Number.isFinite(each.effect?.getComputedTiming().endTime) && each.playState === 'running');
    await Promise.all(ends.map(each => each.finished.catch(() => undefined)));
    const { passes, violations } = await globalThis.axe.run({ resultTypes: ['violations'] });
    return { passes: passes.length, found: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 300)).join(' ')}`) };
  });
  assert.ok(passes > 10, 'axe looked at the page');
  return found;
}
