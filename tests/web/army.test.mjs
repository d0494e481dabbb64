/*
 * army.test.mjs MESTRE DATA: armies in the browser, by roles and names only: a legal army is built, an illegal one is mended by following what is
 * said about it, an army goes to another browser by its code, what is damaged is told and not lost, and two armies meet at a table.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { openBrowser } from './browser.mjs';
import { pattern, text, violations, visit } from './page.mjs';
import { startPlay, stopPlay } from './serve.mjs';
import { folder } from './table.mjs';

const [binary, data] = process.argv.slice(2);
const say = (key, values) => text('en', key, values);
const words = ruleset => JSON.parse(readFileSync(join(data, ruleset, 'en.json'), 'utf8'));
const liber = words('liber');
const points = count => say('army.points', { count: String(count) });
let play, browser;

before(async () => {
  play = await startPlay(binary, '--db', join(folder, 'army.db'));
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  if (play) await stopPlay(play);
});

/* A page of a new profile at an address of the private table. */
async function open(hash, options = {}) {
  const { context, page, complaints } = await visit(browser, play.address, options);
  await page.goto(`${play.base}${hash}`);
  return { context, page, complaints };
}

const order = page => page.getByRole('heading', { level: 2, name: say('army.order_of_battle') });
const verdict = page => page.getByRole('status').filter({ hasText: say('army.cost.of', { limit: '' }) });
const problems = page => page.getByRole('region', { name: new RegExp(`${pattern('en', 'army.problem.many').source}|${pattern('en', 'army.problem.one').source}`) });
const fixes = page => problems(page).getByRole('button', { name: new RegExp(`^${say('army.fix')}`) });
const unitNamed = (place, id) => place.getByRole('button', { name: new RegExp(`^${liber[`unit.${id}`]}`, 'i'), expanded: false });

/* A new army from the shelf. */
async function begin(page, nation, limit) {
  const form = page.getByRole('form', { name: say('army.new') });
  await form.getByRole('combobox', { name: say('army.nation') }).selectOption({ label: nation });
  if (limit !== undefined) {
    await form.getByRole('spinbutton', { name: say('army.limit') }).fill(String(limit));
    await page.keyboard.press('Tab');
  }
  await form.getByRole('button', { name: say('army.begin') }).click();
  await order(page).waitFor();
}

/* Takes the fix of the first problem until nothing is wrong: what was fixed. */
async function mend(page) {
  const done = [];
  for (let i = 0; i < 40 && await fixes(page).count() > 0; i++) {
    const fix = fixes(page).first();
    done.push(await fix.innerText());
    await fix.click();
  }
  return done;
}

async function chooseGift(page, kind, who, set, id) {
  await page.getByRole('button', { name: say(`army.${kind}.choose`, { who }) }).click();
  const sheet = page.getByRole('dialog', { name: say(`army.${kind}.of`, { who }) });
  await sheet.getByRole('button', { name: new RegExp(`^${liber[`${set}.${id}`]}`) }).click();
  await sheet.getByRole('button', { name: say('army.done') }).click();
}

test('a legal Swedish army of 1,000 points, from the page of the game, and everything is there after a reload', async () => {
  const { context, page, complaints } = await open('#/game/liber');
  await page.getByRole('link', { name: say('lobby.armies') }).click();
  await page.getByRole('heading', { level: 1, name: say('army.shelf') }).waitFor();
  assert.deepEqual(await violations(page), [], 'the shelf');
  await begin(page, liber['belligerent.sweden'], 1000);
  const chief = page.getByRole('region', { name: say('army.chief') }), who = say('army.chief');
  await chief.getByRole('combobox', { name: say('army.rank', { who }) }).selectOption('3');
  await chooseGift(page, 'virtues', who, 'virtue', 'presence');
  await chooseGift(page, 'traits', who, 'trait', 'bold');
  await chooseGift(page, 'traits', who, 'trait', 'hero');
  await page.getByRole('textbox', { name: say('army.commander.name', { who }) }).fill('Gustav Adolf');
  const add = name => page.getByRole('group', { name: say('army.add.title') }).getByRole('button', { name: new RegExp(`^${say('army.add', { name })}`) }).click();
  const unit = (place, id, cost) => place.getByRole('button', { name: say('army.add.unit', { name: liber[`unit.${id}`], points: points(cost) }) }).click();
  await add(liber['formation.infantry_regiment']);
  const foot = page.getByRole('region', { name: new RegExp(`^${liber['formation.infantry_regiment']}`, 'i') });
  await unit(foot, 'modern_battalion', 110);
  await foot.getByRole('textbox', { name: pattern('en', 'army.regiment.name') }).fill('Yellow brigade');
  await page.keyboard.press('Enter');
  const yellow = page.getByRole('region', { name: 'Yellow brigade' });
  await unit(yellow, 'modern_battalion', 110);
  await yellow.getByRole('combobox', { name: say('army.rank', { who: 'Yellow brigade' }) }).selectOption('1');
  await page.getByRole('button', { name: say('army.traits.choose', { who: 'Yellow brigade' }) }).click();
  const traits = page.getByRole('dialog');
  assert.ok(await traits.getByRole('button', { name: new RegExp(`^${liber['trait.bold']}.*${say('army.taken', { who })}`) }).isDisabled(), 'a trait is there once');
  await traits.getByRole('searchbox').fill('facing');
  await traits.getByRole('button', { name: new RegExp(`^${liber['trait.alert']}`) }).click();
  await page.keyboard.press('Escape');
  await yellow.getByRole('listitem').filter({ hasText: liber['trait.alert'] }).first().waitFor();
  await add(liber['formation.cavalry_regiment']);
  const horse = page.getByRole('region', { name: new RegExp(`^${liber['formation.cavalry_regiment']}`, 'i') });
  await unit(horse, 'mounted_arquebusiers', 65);
  await unitNamed(horse, 'mounted_arquebusiers').first().click();
  await horse.getByRole('checkbox', { name: new RegExp(`^${liber['upgrade.mounted_arquebusiers.veteran']}`) }).check();
  await horse.getByText(pattern('en', 'army.reason.value')).first().waitFor();
  await add(liber['formation.battery']);
  const cost = async () => Number(/^[\d,]+/.exec(await verdict(page).innerText())[0].replace(',', ''));
  assert.match(await verdict(page).innerText(), new RegExp(say('army.legal')));
  const before = await cost();
  assert.ok(before > 600 && before <= 1000, `${before} points`);
  await page.keyboard.press('Control+z');
  assert.ok(await cost() < before, 'the battery is taken back');
  await page.keyboard.press('Control+Shift+z');
  assert.equal(await cost(), before);
  await page.getByRole('textbox', { name: say('army.name') }).fill('The Lion of the North');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'The Lion of the North' }).waitFor();
  assert.deepEqual(await violations(page), [], 'the bench');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'The Lion of the North' }).waitFor();
  assert.equal(await cost(), before);
  assert.equal(await page.getByRole('textbox', { name: say('army.commander.name', { who }) }).inputValue(), 'Gustav Adolf');
  await page.getByRole('region', { name: 'Yellow brigade' }).waitFor();
  await page.getByRole('link', { name: say('army.shelf.of', { game: liber['game.title'] }) }).click();
  await page.getByRole('listitem').filter({ hasText: 'The Lion of the North' }).getByText(say('army.legal')).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

/* Wrong in a dozen ways: the rank of the chief, virtues, traits twice, a unit of another nation, options that exclude each other, a battery with a commander and no gun. */
const wrong = {
  format: 1, ruleset: 'liber', belligerent: 'sweden', structure: 'standard', limit: 1000, chief: { rank: 0, virtues: ['zeal'], traits: ['bold'] },
  regiments: [
    { type: 'infantry_regiment', commander: { rank: 1, virtues: [], traits: ['bold'] }, units: [{ type: 'tercio' }, { type: 'modern_battalion', options: ['veteran', 'irregular'] }] },
    { type: 'battery', commander: { rank: 1, virtues: [], traits: [] }, units: [] },
  ],
};

const bring = (page, name, content) => page.getByLabel(say('army.import.file')).setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });

test('an illegal army becomes a legal one by following what is said about it', async () => {
  const { context, page, complaints } = await open('#/army/liber');
  await bring(page, 'wrong.json', JSON.stringify(wrong, null, 2));
  await problems(page).waitFor();
  const count = await problems(page).getByRole('listitem').count();
  assert.ok(count >= 8, `${count} problems`);
  assert.deepEqual(await violations(page), [], 'problems');
  const item = problems(page).getByRole('listitem').filter({ hasText: new RegExp(liber['unit.tercio'], 'i') }).first();
  await item.getByRole('button', { name: pattern('en', 'army.problem.show') }).click();
  const here = page.getByRole('list', { name: say('army.problems.here') }).filter({ hasText: /LM-ARMY-05/ });
  await here.waitFor();
  assert.ok(await here.isVisible(), 'the same problem stands beside its unit');
  await item.getByRole('button', { name: text('en', 'rule.open', { id: 'LM-ARMY-05' }) }).click();
  const rule = page.getByRole('dialog', { name: 'LM-ARMY-05' });
  const { rules } = JSON.parse(readFileSync(join(data, 'liber', 'rules.json'), 'utf8'));
  assert.ok((await rule.innerText()).includes(rules.find(({ id }) => id === 'LM-ARMY-05').en.split(/[A-Z]{2}-[A-Z]+-\d/)[0].trim()), 'the text of the rule');
  await page.keyboard.press('Escape');
  const fixed = await mend(page);
  assert.match(await verdict(page).innerText(), new RegExp(say('army.legal')), fixed.join('\n'));
  assert.ok(fixed.length >= 5 && fixed.length < 20, fixed.join('\n'));
  for (const _ of fixed) await page.getByRole('button', { name: say('army.undo'), exact: true }).click();
  assert.equal(await problems(page).getByRole('listitem').count(), count, 'every fix can be taken back');
  assert.equal(await page.getByRole('button', { name: say('army.undo'), exact: true }).getAttribute('aria-disabled'), 'true');
  await page.getByRole('button', { name: say('army.redo'), exact: true }).click();
  assert.deepEqual(complaints, []);
  await context.close();
});

/* A suggestion that is kept: on the bench afterwards. */
async function suggested(page, nation, limit) {
  const form = page.getByRole('form', { name: say('army.new') });
  await form.getByRole('combobox', { name: say('army.nation') }).selectOption({ label: nation });
  if (limit !== undefined) {
    await form.getByRole('spinbutton', { name: say('army.limit') }).fill(String(limit));
    await page.keyboard.press('Tab');
  }
  await form.getByRole('button', { name: say('army.suggest') }).click();
  const suggestion = page.getByRole('region', { name: say('army.suggestion') });
  const first = await suggestion.innerText();
  await suggestion.getByRole('button', { name: say('army.suggestion.other') }).click();
  await page.waitForFunction(([name, before]) => document.querySelector(`[aria-label="${name}"]`)?.innerText !== before, [say('army.suggestion'), first]);
  await suggestion.getByText(say('army.legal')).waitFor();
  await suggestion.getByRole('button', { name: say('army.suggestion.keep') }).click();
  await order(page).waitFor();
}

async function codeOf(page) {
  await page.getByRole('button', { name: say('army.share'), exact: true }).click();
  const sheet = page.getByRole('dialog', { name: say('army.share.title') });
  const code = await sheet.getByRole('textbox', { name: say('army.code'), exact: true }).inputValue(), link = await sheet.getByRole('textbox', { name: say('army.link'), exact: true }).inputValue();
  await page.keyboard.press('Escape');
  return { code, link };
}

test('an army goes to another browser by its code, its link and its file; a damaged one is told and leaves everything as it was', async () => {
  const { context, page, complaints } = await open('#/army/liber');
  await suggested(page, liber['belligerent.spain'], 500);
  const { code, link } = await codeOf(page), sum = await verdict(page).innerText();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: pattern('en', 'army.shelf.of') }).click().then(() => page.getByRole('button', { name: pattern('en', 'army.file.save.name') }).click())]);
  const file = readFileSync(await download.path(), 'utf8');
  assert.equal(JSON.parse(file).belligerent, 'spain');
  const other = await open(`#${new URL(link).hash.slice(1)}`);
  await other.page.getByRole('heading', { level: 1, name: say('army.shared') }).waitFor();
  assert.deepEqual(await violations(other.page), [], 'a shared army');
  await other.page.getByRole('button', { name: say('army.shared.keep') }).click();
  await order(other.page).waitFor();
  assert.equal(await verdict(other.page).innerText(), sum);
  assert.equal((await codeOf(other.page)).code, code, 'there and back');
  await other.page.goto(`${play.base}#/army/liber`);
  const cards = other.page.getByRole('region', { name: say('army.mine') }).getByRole('listitem');
  await cards.first().waitFor();
  const damaged = code.slice(0, 12) + (code[12] === 'x' ? 'y' : 'x') + code.slice(13);
  const field = other.page.getByRole('textbox', { name: say('army.import.code') });
  for (const bad of [damaged, 'L1-', 'hello', '{"format":1', JSON.stringify({ ...JSON.parse(file), regiments: 7 })]) {
    await field.fill(bad);
    await other.page.getByRole('button', { name: say('army.import.read') }).click();
    await other.page.getByRole('alert').filter({ hasText: say('army.import.failed', { reason: '' }).trim() }).waitFor();
  }
  assert.equal(await cards.count(), 1, 'nothing was taken over');
  await field.fill(`  ${link} `);
  await other.page.getByRole('button', { name: say('army.import.read') }).click();
  await order(other.page).waitFor();
  await other.page.goto(`${play.base}#/army/liber/code/${damaged}`);
  await other.page.getByRole('heading', { level: 1, name: say('army.code.bad') }).waitFor();
  assert.deepEqual(await violations(other.page), [], 'a damaged code');
  await other.page.getByRole('link', { name: say('army.to_shelf') }).click();
  await other.page.getByLabel(say('army.import.file')).waitFor();
  assert.equal(await cards.count(), 2);
  await bring(other.page, 'spain.json', file);
  await order(other.page).waitFor();
  assert.equal(await verdict(other.page).innerText(), sum);
  assert.deepEqual([...complaints, ...other.complaints], []);
  await context.close();
  await other.context.close();
});

test('what the browser has kept badly is said and stays, and the rest is as it was', async () => {
  const { context, page, complaints } = await open('#/army/liber');
  await suggested(page, liber['belligerent.france'], 500);
  await page.evaluate(() => {
    localStorage.setItem('mestre.army.torn', '{"ruleset":"liber","when":1,"army":{"format":1,"ru');
    localStorage.setItem('mestre.army.odd', '{"ruleset":"liber","when":2,"army":{"format":1,"ruleset":"liber","belligerent":"spain","surprise":true}}');
  });
  await page.goto(`${play.base}#/army/liber/odd`);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: say('army.damaged') }).waitFor();
  await page.getByText('surprise').waitFor();
  await page.getByRole('link', { name: say('army.to_shelf') }).click();
  const cards = page.getByRole('region', { name: say('army.mine') }).getByRole('listitem');
  await cards.filter({ hasText: say('army.damaged') }).nth(1).waitFor();
  assert.equal(await cards.count(), 3);
  assert.deepEqual(await violations(page), []);
  await page.getByText(say('army.damaged.unreadable')).waitFor();
  const whole = cards.filter({ hasText: say('army.legal') });
  await whole.getByRole('button', { name: pattern('en', 'army.rename.name') }).click();
  await whole.getByRole('textbox', { name: say('army.name') }).fill('Picardie');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: say('army.duplicate.name', { name: 'Picardie' }) }).click();
  await page.getByRole('link', { name: say('army.copy_of', { name: 'Picardie' }), exact: true }).waitFor();
  await page.getByRole('button', { name: say('army.delete.name', { name: say('army.copy_of', { name: 'Picardie' }) }) }).click();
  await page.getByRole('button', { name: say('army.undo.delete') }).click();
  await page.getByRole('link', { name: say('army.copy_of', { name: 'Picardie' }), exact: true }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem('mestre.army.torn')), '{"ruleset":"liber","when":1,"army":{"format":1,"ru');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a list of whole regiments is built on the same bench, on a phone, in French, and taken into battle', async () => {
  const { context, page, complaints } = await open('#/army/brevis', { locale: 'fr-FR', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const dire = (key, values) => text('fr', key, values), mots = JSON.parse(readFileSync(join(data, 'brevis', 'fr.json'), 'utf8'));
  const form = page.getByRole('form', { name: dire('army.new') });
  await form.getByRole('combobox', { name: dire('army.nation') }).selectOption({ label: mots['belligerent.sweden'] });
  await form.getByRole('button', { name: dire('army.begin') }).tap();
  const more = id => page.getByRole('button', { name: new RegExp(dire('army.more', { name: mots[`regiment.${id}`], points: '' }).replace(/[,\s]+$/, '')) });
  for (const id of ['C1', 'C1', 'A1']) await more(id).tap();
  const wrongs = page.getByRole('region', { name: /problème/ });
  await wrongs.getByRole('button', { name: new RegExp(`^${dire('army.fix')}`) }).first().tap();
  await page.getByRole('status').filter({ hasText: dire('army.legal') }).waitFor();
  assert.deepEqual(await violations(page), []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing overflows');
  await page.getByRole('link', { name: dire('army.play') }).tap();
  await page.getByRole('heading', { level: 1, name: dire('army.battle') }).waitFor();
  await page.getByRole('button', { name: dire('army.suggestion.other') }).tap();
  assert.deepEqual(await violations(page), [], 'before the battle');
  await page.getByRole('button', { name: dire('lobby.start') }).tap();
  await page.getByRole('group', { name: dire('prompt.label') }).waitFor({ timeout: 30000 });
  assert.deepEqual(complaints, []);
  await context.close();
});

test('two structured armies meet at the table', async () => {
  const { context, page, complaints } = await open('#/army/liber');
  await suggested(page, liber['belligerent.sweden'], 500);
  await page.getByRole('textbox', { name: say('army.name') }).fill('Blue brigade');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: say('army.play') }).click();
  await page.getByRole('radio', { name: say('army.enemy.mine') }).check();
  await page.getByRole('combobox', { name: say('army.enemy.which') }).selectOption({ label: 'Blue brigade' });
  await page.getByRole('radio', { name: say('army.enemy.suggestion') }).check();
  await page.getByRole('combobox', { name: say('army.nation') }).selectOption({ label: liber['belligerent.hre'] });
  await page.getByRole('radio', { name: new RegExp('^Blue brigade') }).check();
  await page.getByRole('button', { name: say('lobby.start') }).click();
  await page.getByRole('group', { name: say('prompt.label') }).waitFor({ timeout: 30000 });
  await page.goto(`${play.base}#/`);
  await page.getByRole('region', { name: say('lobby.saved') }).getByText(/Blue brigade/).first().waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test('parts are moved, doubled, allied and taken away by the keyboard, which stays with them', async () => {
  const { context, page, complaints } = await open('#/army/liber');
  await bring(page, 'small.json', JSON.stringify({
    format: 1, ruleset: 'liber', belligerent: 'sweden', structure: 'standard', limit: 1000, chief: { rank: 2, virtues: ['zeal'], traits: ['bold'] },
    regiments: [
      { type: 'infantry_regiment', name: 'Foot', commander: { rank: 0, virtues: [], traits: [] }, units: [{ type: 'modern_battalion' }, { type: 'modern_battalion', options: ['veteran'] }] },
      { type: 'cavalry_regiment', name: 'Horse', commander: { rank: 0, virtues: [], traits: [] }, units: [{ type: 'cuirassiers' }] },
    ],
    elite: { type: 'cuirassiers', drilled: true },
  }));
  await order(page).waitFor();
  const order3 = async () => (await page.getByRole('heading', { level: 3 }).allInnerTexts()).map(each => each.trim());
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
  assert.deepEqual((await order3()).slice(1, 3), ['Foot', 'Horse']);
  await page.getByRole('button', { name: say('army.down', { name: 'Foot' }) }).focus();
  await page.keyboard.press('Enter');
  assert.deepEqual((await order3()).slice(1, 3), ['Horse', 'Foot']);
  assert.equal(await focused(), say('army.down', { name: 'Foot' }), 'the keyboard follows');
  const foot = page.getByRole('region', { name: 'Foot' }), horse = page.getByRole('region', { name: 'Horse' });
  await unitNamed(foot, 'modern_battalion').nth(1).focus();
  await page.keyboard.press('Enter');
  await foot.getByText(pattern('en', 'army.reason.value')).waitFor();
  await foot.getByRole('button', { name: pattern('en', 'army.up') }).last().press('Enter');
  assert.match(await foot.getByRole('button', { expanded: true }).innerText(), new RegExp(liber['upgrade.modern_battalion.veteran']), 'it is still open');
  await foot.getByRole('button', { name: say('army.duplicate'), exact: true }).press('Enter');
  assert.equal(await foot.getByText(liber['upgrade.modern_battalion.veteran'], { exact: true }).count() >= 2, true);
  await foot.getByRole('button', { name: pattern('en', 'army.remove') }).last().press('Enter');
  await horse.getByRole('combobox', { name: say('army.ally.of', { name: 'Horse' }) }).selectOption({ label: say('army.allied', { nation: liber['belligerent.france'] }) });
  assert.match(await verdict(page).innerText(), new RegExp(say('army.legal')));
  const elite = page.getByRole('region', { name: say('army.elite') });
  await elite.getByRole('button', { expanded: false }).first().press('Enter');
  await elite.getByText(say('army.reason.value', { name: liber['value.discipline'], from: '3', to: '4', by: liber['upgrade.drilled'] })).waitFor();
  await elite.getByRole('button', { name: pattern('en', 'army.remove') }).press('Enter');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('what is not there is said', async () => {
  const { context, page } = await open('#/army/liber/nothing');
  await page.getByRole('heading', { level: 1, name: say('army.missing.title') }).waitFor();
  await page.goto(`${play.base}#/army/sample`);
  await page.getByText(say('army.no_lists')).waitFor();
  await context.close();
});
