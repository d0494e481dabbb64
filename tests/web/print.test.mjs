/* print.test.mjs MESTRE: the printed pages of armies, in A4 and Letter, English and French: counted in the PDF, complete, and nothing beside its place. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { openBrowser } from './browser.mjs';
import { text, violations, visit } from './page.mjs';
import { startPlay, stopPlay } from './serve.mjs';
import { folder } from './table.mjs';

const binary = process.argv[2];
const data = new URL('../../data/', import.meta.url);
let play, browser;

before(async () => {
  play = await startPlay(binary, '--db', join(folder, 'print.db'));
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  if (play) await stopPlay(play);
});

const mestre = (...words) => JSON.parse(execFileSync(binary, ['army', ...words], { encoding: 'utf8' }));

/* A legal army at the limit, with an elite unit beside if that is wanted. */
function suggested(ruleset, nation, limit, elite) {
  if (elite) return { ...suggested(ruleset, nation, limit - elite.points), limit, elite: elite.unit };
  return mestre('suggest', '--ruleset', ruleset, '--belligerent', nation, '--limit', String(limit), '--seed', '3');
}

const read = name => JSON.parse(readFileSync(new URL(name, data), 'utf8'));
const catalogue = (ruleset, language) => read(`${ruleset}/${language}.json`);

/* The print page of an army that the browser keeps. */
async function opened(army, { paper = 'a4', bothSides = false, ...options } = {}) {
  const { context, page, complaints } = await visit(browser, 'about:blank', options);
  await page.addInitScript(([kept, choices]) => {
    localStorage.setItem('mestre.army.printed', kept);
    localStorage.setItem('mestre.print', choices);
  }, [JSON.stringify({ ruleset: army.ruleset, when: 1, army }), JSON.stringify({ paper, bothSides })]);
  await page.goto(`${play.address}#/army/${army.ruleset}/printed/print`);
  await page.locator('.print-leaf').first().waitFor();
  return { context, page, complaints };
}

async function printed(page) {
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: false })).toString('latin1');
  const boxes = [...pdf.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)].map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))]);
  return { count: pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0, boxes };
}

/* Everything that is outside of the sheet, card or column that it belongs to, as it will be printed. */
async function outside(page) {
  await page.emulateMedia({ media: 'print' });
  const found = await page.evaluate(() => {
    const wrong = [], slack = 0.75;
    const name = element => `${element.className || element.tagName} "${element.textContent.slice(0, 40)}"`;
    const isOut = (inner, box) => inner.left < box.left - slack || inner.top < box.top - slack || inner.right > box.right + slack || inner.bottom > box.bottom + slack;
    const within = (element, box, what) => {
      const inner = element.getBoundingClientRect();
      if (inner.width === 0 && inner.height === 0) return;
      if (isOut(inner, box)) wrong.push(`${what}: ${name(element)}`);
    };
    const texts = (root, what) => {
      const box = root.getBoundingClientRect(), walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), range = document.createRange();
      while (walk.nextNode()) {
        range.selectNodeContents(walk.currentNode);
        for (const rect of range.getClientRects())
          if (isOut(rect, box)) wrong.push(`${what}: "${walk.currentNode.textContent.slice(0, 40)}"`);
      }
    };
    for (const leaf of document.querySelectorAll('.print-leaf')) {
      texts(leaf, 'sheet');
      const body = leaf.querySelector('.print-body').getBoundingClientRect();
      for (const element of leaf.querySelectorAll('.print-piece, .print-slot, .print-head')) within(element, body, 'body');
      for (const column of leaf.querySelectorAll('.print-column')) texts(column, 'column');
      for (const card of leaf.querySelectorAll('.print-card-inner')) {
        texts(card, 'card');
        for (const element of card.querySelectorAll('*:not(svg *)')) within(element, card.getBoundingClientRect(), 'card');
      }
    }
    return { wrong, leaves: document.querySelectorAll('.print-leaf').length, cards: document.querySelectorAll('.print-card-inner').length };
  });
  assert.ok(found.leaves > 0 && found.cards > 0);
  return found.wrong;
}

const plainly = string => string.toLocaleLowerCase().replaceAll('’', '\'').replace(/\s+/g, ' ');

/* Names of everything that the owner of the army wants to find on his roster. */
function wantedOf(army, language) {
  const words = catalogue(army.ruleset, language), list = mestre('list', '--ruleset', army.ruleset, '--belligerent', army.belligerent, '--json');
  const wanted = [words[`belligerent.${army.belligerent}`]];
  const gifts = (set, ids) => ids.flatMap(id => [words[`${set}.${id}`], words[`${set}.${id}.tip`]]);
  const commander = who => { if (who) wanted.push(words[`rank.${who.rank}`], ...gifts('virtue', who.virtues), ...gifts('trait', who.traits)); };
  const unit = (type, options = []) => {
    const { special, weapons } = list.types.find(({ id }) => id === type);
    wanted.push(words[`unit.${type}`], ...options.map(option => words[`upgrade.${type}.${option}`]));
    if (options.length === 0) wanted.push(...special.map(id => words[`special.${id}`]), ...weapons.map(id => words[`weapon.${id}`] ?? words[`special.${id}`]));
  };
  commander(army.chief);
  for (const regiment of army.regiments) {
    const entry = list.entries.find(({ id }) => id === regiment);
    if (entry) wanted.push(entry.name[language]);
    commander(regiment.commander);
    for (const { type, options } of entry?.units ?? regiment.units) unit(type, options);
  }
  if (army.structure) wanted.push(words[`structure.${army.structure}`]);
  assert.ok(wanted.length > 10 && wanted.every(word => typeof word === 'string'), JSON.stringify(wanted));
  return new Set(wanted);
}

/* The units as the engine deploys them for a battle: what the cards must agree with. */
function deployed(army) {
  const file = join(folder, 'army.json'), battle = join(folder, 'battle.json');
  writeFileSync(file, JSON.stringify(army));
  execFileSync(binary, ['army', 'battle', file, file, '--seed', '1', '--out', battle]);
  const [hello] = execFileSync(binary, ['bot', '--ruleset', army.ruleset, '--scenario', battle], { encoding: 'utf8', input: '{"quit":1}\n' }).split('\n');
  return JSON.parse(hello).hello.board.pieces.filter(({ seat, profile }) => seat === 'A' && profile);
}

/* What the roster has of each unit, number by number. */
function rows(page) {
  return page.evaluate(() => [...document.querySelectorAll('.print-leaf .print-unit')].map(row => ({
    numbers: [...row.querySelectorAll('.print-value')].map(cell => cell.textContent), boxes: row.querySelectorAll('.print-boxes i').length,
    points: row.querySelector('.print-unit-points').textContent, text: row.querySelector('.print-unit-name').textContent,
  })));
}

function expectedRow({ profile, points }, list) {
  const dice = [...new Set(profile.firearms.map(({ dice: count }) => count))], { values, defence } = list.types[0];
  return {
    numbers: [...Object.keys(values).map(name => (name in profile ? String(profile[name]) : dice.join('/') || '–')), ...Object.keys(defence).map(name => String(profile.defence[name]))],
    boxes: profile.endurance, points: list.structured ? String(points) : '',
  };
}

const unitsOf = army => {
  const list = mestre('list', '--ruleset', army.ruleset, '--belligerent', army.belligerent, '--json');
  return army.regiments.reduce((sum, regiment) => sum + (regiment.units ?? list.entries.find(({ id }) => id === regiment).units).length, 0) + (army.elite ? 1 : 0);
};

const commandersOf = army => (army.chief ? 1 : 0) + army.regiments.filter(({ commander }) => commander).length;

const sizes = { a4: [595, 842], letter: [612, 792] };

const guards = { points: 120, unit: { type: 'cuirassiers', drilled: true } };

for (const [what, ruleset, nation, limit, paper, language, colorScheme, bothSides, elite] of [
  ['a Swedish army of 1,000 points', 'liber', 'sweden', 1000, 'a4', 'en', 'dark', true, guards],
  ['a Spanish army of 3,000 points', 'liber', 'spain', 3000, 'letter', 'fr', 'light', false],
  ['an army of whole regiments', 'brevis', 'spain', 12, 'a4', 'fr', 'light', false],
]) {
  test(`${what}, ${paper}, ${language}: as many pages as the preview has, all that is in it, and nothing overflows`, async () => {
    const army = suggested(ruleset, nation, limit, elite), units = unitsOf(army);
    const { context, page, complaints } = await opened(army, { paper, bothSides, colorScheme, locale: language === 'fr' ? 'fr-FR' : 'en-GB' });
    const sheets = kind => page.locator(`.print-leaf .print-sheet.${kind}`).count();
    const pages = await page.locator('.print-leaf').count();
    await page.getByText(text(language, pages === 1 ? 'print.pages.one' : 'print.pages.many', { count: String(pages) })).waitFor();

    const roster = plainly(await page.locator('.print-roster .print-body').allInnerTexts().then(all => all.join(' ')));
    for (const word of wantedOf(army, language)) assert.ok(roster.includes(plainly(word)), `"${word}" is not on the roster`);
    const list = mestre('list', '--ruleset', ruleset, '--belligerent', nation, '--json'), words = catalogue(ruleset, language), told = await rows(page), pieces = deployed(army);
    assert.equal(told.length, units);
    assert.deepEqual(told.map(({ numbers, boxes, points }) => ({ numbers, boxes, points })), pieces.map(piece => expectedRow(piece, list)));
    pieces.forEach(({ profile }, i) => {
      for (const id of profile.special) assert.ok(plainly(told[i].text).includes(plainly(words[`special.${id}`])), `${told[i].text} has ${id}`);
    });
    assert.equal(await page.locator('.print-unit-card').count(), units);
    assert.equal(await page.locator('.print-commander-card').count(), commandersOf(army));
    assert.equal(await page.locator('.print-order-card').count(), units * 5);
    assert.equal(await page.locator('.print-order-back').count(), bothSides ? units * 5 : 0);
    assert.ok(await sheets('print-reference') <= 2 && await sheets('print-reference') >= 1, 'the reference sheet has one or two pages');
    const cited = new Set(await page.locator('.print-leaf .print-rule').allInnerTexts());
    for (const rule of JSON.stringify(read(`${ruleset}/print/sheet.json`)).match(/\b[A-Z]{2}-[A-Z]+-\d+\b/g)) assert.ok(cited.has(rule), rule);

    assert.deepEqual(await outside(page), []);
    const { count, boxes } = await printed(page);
    assert.equal(count, pages);
    assert.equal(boxes.length, pages);
    for (const box of boxes) assert.deepEqual(box, sizes[paper]);
    assert.deepEqual(complaints, []);
    await context.close();
  });
}

test('in print there are only the sheets, black on white in the dark dress too', async () => {
  const { context, page } = await opened(suggested('liber', 'sweden', 500), { colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const seen = await page.evaluate(() => {
    const colours = new Set(), beside = [];
    for (const element of document.body.querySelectorAll('*')) {
      const { width, height } = element.getBoundingClientRect(), inSheet = element.closest('.print-sheets');
      if (!inSheet && !element.querySelector('.print-sheets') && width * height > 0) beside.push(element.outerHTML.slice(0, 80));
      if (inSheet && element.childNodes.length && [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue.trim())) colours.add(getComputedStyle(element).color);
    }
    const sheet = getComputedStyle(document.querySelector('.print-sheet'));
    return { beside, colours: [...colours], paper: sheet.backgroundColor, page: getComputedStyle(document.body).backgroundColor };
  });
  assert.deepEqual(seen.beside, []);
  assert.equal(seen.paper, 'rgb(255, 255, 255)');
  assert.equal(seen.page, 'rgb(255, 255, 255)');
  for (const colour of seen.colours) assert.ok(colour.match(/\d+/g).every((part, i, all) => Number(part) <= 0x44 && part === all[0]), `${colour} is no black`);
  await context.close();
});

test('each part can be left out, what was chosen is remembered, and the page is sound', async () => {
  const { context, page, complaints } = await opened(suggested('liber', 'spain', 500), { viewport: { width: 390, height: 844 } });
  const say = key => text('en', key), part = name => page.getByRole('checkbox', { name: say(`print.part.${name}`), exact: true });
  assert.deepEqual(await violations(page), []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390, 'nothing is wider than the phone');
  for (const name of ['cards', 'orders', 'reference']) await part(name).uncheck();
  assert.equal(await page.locator('.print-leaf .print-sheet:not(.print-roster)').count(), 0);
  await part('roster').uncheck();
  assert.equal(await page.locator('.print-leaf').count(), 0);
  assert.ok(await page.getByRole('button', { name: say('print.go') }).isDisabled());
  await part('roster').check();
  await page.getByRole('radio', { name: say('print.paper.letter') }).check();
  const { boxes } = await printed(page);
  assert.ok(boxes.length > 0 && boxes.every(box => String(box) === String(sizes.letter)), String(boxes));
  const kept = JSON.parse(await page.evaluate(() => localStorage.getItem('mestre.print')));
  assert.deepEqual(kept.parts, { roster: true, cards: false, reference: false, orders: false });
  assert.equal(kept.paper, 'letter');
  await page.evaluate(() => { window.print = () => { document.body.dataset.asked = 'yes'; }; });
  await page.getByRole('button', { name: say('print.go') }).click();
  assert.equal(await page.evaluate(() => document.body.dataset.asked), 'yes');
  assert.deepEqual(complaints, []);
  await context.close();
});
