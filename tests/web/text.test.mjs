/* text.test.mjs: both catalogues say the same things, every text is used, and no words hide in the components. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';

const web = new URL('../../web/', import.meta.url);
const read = name => readFileSync(new URL(name, web), 'utf8');
const files = language => readdirSync(new URL('text/', web)).filter(name => name.endsWith(`.${language}.json`)).sort();
const whole = language => Object.assign({}, ...files(language).map(name => JSON.parse(read(`text/${name}`))));
const catalogues = { en: whole('en'), fr: whole('fr') };
const sources = readdirSync(web, { recursive: true }).filter(name => /\.tsx?$/.test(name)).map(name => ({ name, source: read(name) }));
const holes = text => (text.match(/\{\w+\}/g) ?? []).sort();

test('the catalogues have the same keys in the same order, no key twice, and the same holes', () => {
  assert.deepEqual(Object.keys(catalogues.fr), Object.keys(catalogues.en));
  for (const key of Object.keys(catalogues.en)) assert.deepEqual(holes(catalogues.fr[key]), holes(catalogues.en[key]), key);
  for (const language of ['en', 'fr'])
    assert.equal(files(language).reduce((sum, name) => sum + (read(`text/${name}`).match(/^ {2}"[^"]+":/gm) ?? []).length, 0),
      Object.keys(catalogues[language]).length, language);
});

test('no text is empty, padded or left untranslated', () => {
  const shared = new Set(['theme.auto', 'game.iron.name', 'measure.cm', 'typing.faces', 'table.centimetres', 'page.name', 'menu.open', 'lobby.home', 'lobby.level.mestre', 'length.zone', 'length.zones',
    'army.unnamed', 'army.numbered', 'army.in', 'army.with', 'army.times', 'army.point', 'army.points', 'army.trait.one', 'army.trait.many', 'army.traits', 'army.budget.choice', 'army.effect.value']);
  for (const [key, text] of Object.entries(catalogues.en)) {
    for (const language of ['en', 'fr']) assert.match(catalogues[language][key], /^\S(.*\S)?$/, `${language} ${key}`);
    if (!shared.has(key)) assert.notEqual(catalogues.fr[key], text, key);
  }
});

/* That every key which is used exists is the compiler's to check. */
test('every text is used', () => {
  const used = [];
  for (const { source } of sources)
    for (const [, quoted, template] of source.matchAll(/'([a-z]+(?:\.\w+)+)'|`([a-z]+(?:\.(?:\w+|\$\{[^}`]+\}))+)`/g))
      used.push(new RegExp(`^${(quoted ?? template).replaceAll('.', '\\.').replace(/\$\{[^}]+\}/g, '\\w+')}$`));
  const keys = Object.keys(catalogues.en);
  assert.deepEqual(keys.filter(key => !used.some(pattern => pattern.test(key))), []);
});

test('components hold no words of their own', () => {
  for (const { name, source } of sources.filter(file => file.name.endsWith('.tsx'))) {
    const words = [...source.matchAll(/>([^<>{}=;()]*[A-Za-z]{2}[^<>{}=;()]*)<\//g)].map(match => match[1].trim());
    assert.deepEqual(words.filter(word => word !== 'mestre --help'), [], name);
  }
});
