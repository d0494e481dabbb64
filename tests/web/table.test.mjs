/*
 * table.test.mjs MESTRE ENGINE.wasm: what may happen to a table while a game is played at it: two people before one screen, a page that is
 * loaded again, another language, a step back, two tabs of one seat.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { openBrowser } from './browser.mjs';
import { text, violations, visit, watched, wordsOf } from './page.mjs';
import { findAll, Person, readTree } from './person.mjs';
import { startPlay, stopPlay } from './serve.mjs';
import { folder, generator } from './table.mjs';

const [binary] = process.argv.slice(2);
const say = (key, values) => text('en', key, values);
let play, browser;

before(async () => {
  play = await startPlay(binary, '--db', join(folder, 'tables.db'));
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  if (play) assert.deepEqual(await stopPlay(play), { code: 0, signal: null });
});

/* A page at a new game, made at the form. */
async function sit(game, { mode = 'computer', ...options } = {}) {
  const visited = await visit(browser, `${play.address}#/game/${game}`, { viewport: { width: 1280, height: 860 }, ...options });
  const { page } = visited;
  await page.getByRole('radio', { name: say(`lobby.mode.${mode}`) }).check();
  await page.getByRole('button', { name: say('lobby.start') }).click();
  const person = new Person(page, generator(21));
  if (mode !== 'shared') await person.prompt.waitFor();
  return { ...visited, person };
}

const tableOf = async page => readTree(await page.getByRole('main').ariaSnapshot());
const piecesOf = async page => findAll(await tableOf(page), 'button').map(({ name }) => name).filter(name => /^[AB]\d/.test(name));

/* What must become true soon, as it is a matter of time alone. */
async function eventually(check) {
  for (let tries = 0; ; tries++) {
    try {
      return await check();
    } catch (error) {
      if (tries === 60) throw error;
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  }
}

/* Everything that a page has in it under the curtain. */
function everything(page) {
  return page.evaluate(() => ({
    html: document.documentElement.outerHTML,
    live: [...document.querySelectorAll('[aria-live], [role=status], [role=alert], [role=log]')].map(each => each.textContent),
  }));
}

/*
 * While the button is held, the names of the pieces tell its side's cards and nobody else's; before and after they tell nobody's. Whose button it
 * is, as an index of the sides, is read while it is held: until the table has heard of the last decision it may be somebody else's.
 */
async function liftCards(page, button, sides) {
  const hidden = say('look.own_hidden', { order: '' });
  const open = async () => (await piecesOf(page)).filter(piece => piece.includes(hidden));
  await eventually(async () => assert.deepEqual(await open(), []));
  let lifted, name;
  await eventually(async () => {
    await page.mouse.up();
    await button.hover();
    await page.mouse.down();
    name = await button.innerText();
    assert.ok((lifted = await open()).length > 0, 'everybody may look at the own cards');
    assert.equal(await button.innerText(), name);
  });
  await page.mouse.up();
  const own = sides.findIndex(side => name === say('lift.cards', { side }));
  assert.deepEqual(lifted.filter(piece => !piece.startsWith('AB'[own])), []);
  await eventually(async () => assert.deepEqual(await open(), []));
  return own;
}

test('before one screen: the table lies open, a curtain falls before what is secret, and nothing of a seat is under it', async () => {
  const { context, page, complaints, person } = await sit('brevis/two_colonels', { mode: 'shared' });
  const curtain = page.getByRole('heading', { level: 1, name: person.is('curtain.title') });
  const lift = page.getByRole('main').getByRole('button', { name: person.is('lift.cards') });
  const sides = [], words = new Set(), lifted = new Set();
  const isThere = async control => await control.count() > 0;
  for (let falls = 0; falls < 4; falls++) {
    await curtain.waitFor();
    const side = (await curtain.innerText()).replace(say('curtain.title', { side: '' }), '');
    if (!sides.includes(side)) sides.push(side);
    await page.waitForFunction(title => document.title.startsWith(title), say('title.curtain'));
    const { html, live } = await everything(page);
    assert.deepEqual(live, []);
    assert.doesNotMatch(html, /data-piece|play-board|[^\w][AB]\d\b/, 'no piece is in the page');
    for (const word of words) assert.ok(!html.includes(word), `${word} is in the page`);
    if (falls < 2) assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Enter');                            /* the button has the focus */
    await person.prompt.waitFor();
    const before = person.did.length;
    await person.play({ until: async () => await isThere(curtain) || await isThere(lift) });
    if (await isThere(lift)) lifted.add(await liftCards(page, lift, sides));
    await person.play({ until: () => isThere(curtain) });
    for (const name of person.did.slice(before)) if (/^\p{Lu}\p{L}+$/u.test(name)) words.add(name);
    if (await isThere(person.end)) break;
  }
  assert.equal(sides.length, 2, 'both have sat here');
  assert.ok(lifted.size > 0, 'somebody has looked at the own cards');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a page that is loaded again in the middle of a game shows the same and goes on', async () => {
  const { context, page, complaints, person } = await sit('brevis/two_colonels');
  const shown = async () => {
    await page.getByRole('tab', { name: say('panel.log') }).click();
    return {
      pieces: await piecesOf(page), question: await person.prompt.getByRole('paragraph').first().innerText(), log: await page.getByRole('tabpanel').innerText(),
      head: await page.getByRole('banner').ariaSnapshot(),
    };
  };
  for (const acts of [3, 9]) {
    await person.play({ until: async () => person.did.length >= acts && findAll(await person.look() ?? { children: [] }, 'button').length > 0 });
    for (const name of ['pending.cancel', 'plan.clear']) {                       /* what was only thought of is not kept */
      const button = person.prompt.getByRole('button', { name: say(name) });
      if (await button.count() > 0) await button.click();
    }
    const before = await shown();
    assert.ok(before.log.length > 100 && before.pieces.length > 2);
    await page.reload();
    await person.prompt.waitFor();
    await eventually(async () => assert.deepEqual(await shown(), before));
  }
  await person.play({ until: () => person.did.length >= 14 });
  assert.deepEqual(complaints, []);
  await context.close();
});

/* Sentences of one language, long enough not to be found by chance, that the other does not have. */
function sentences(language) {
  const other = language === 'en' ? 'fr' : 'en';
  const mine = wordsOf(language), theirs = new Set(Object.values(wordsOf(other)));
  return Object.keys(mine).filter(key => !/^game\.\w+\.(name|alias)$/.test(key)).map(key => mine[key]).filter(each => each.length > 8 && !each.includes('{') && !theirs.has(each));
}

test('the language changes in the middle of a plan and of a game; nothing else does', async () => {
  const { context, page, complaints, person } = await sit('brevis/two_colonels');
  const change = async (from, to) => {
    await page.getByRole('button', { name: text(from, 'menu.open') }).click();
    await page.getByRole('button', { name: to === 'fr' ? 'Français' : 'English' }).click();
    await page.keyboard.press('Escape');
    person.language = to;
    await person.prompt.waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), to);
    for (const panel of ['log', 'list', 'unit']) {
      await page.getByRole('tab', { name: text(to, `panel.${panel}`) }).click();
      const shown = await page.evaluate(() => document.body.innerText);
      for (const sentence of sentences(from)) assert.ok(!shown.includes(sentence), `${to} shows ${sentence}:\n${shown}`);
    }
    await page.getByRole('tab', { name: text(to, 'panel.log') }).click();
    return page.getByRole('tabpanel').innerText();
  };
  await person.act();
  const planned = () => person.prompt.getByRole('list', { name: person.say('plan.pieces') }).getByRole('button', { name: person.is('plan.takeback') }).count();
  assert.equal(await planned(), 1);
  const french = await change('en', 'fr');
  assert.equal(await planned(), 1, 'the plan is kept');
  await person.play({ until: () => person.did.length >= 8 });
  const english = await change('fr', 'en');
  assert.ok(french.length > 20 && english.length > 20);
  await page.reload();
  await person.prompt.waitFor();
  await person.play({ until: () => person.did.length >= 10 });
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a step back: by button and by key, to the boundary and no farther', async () => {
  const { context, page, complaints, person } = await sit('brevis/two_colonels');
  const undo = person.prompt.getByRole('button', { name: say('prompt.undo'), exact: true });
  const again = person.end.getByRole('button', { name: say('end.again') });
  const backwards = [say('prompt.undo'), say('prompt.restart')];
  const acts = async () => findAll(await person.look() ?? { children: [] }, 'button').filter(({ marks }) => !marks.includes('disabled'))
    .map(({ name }) => name).filter(name => !person.is('rule.open').test(name));
  /* What is shown once something is asked and nothing moves any more. */
  const settled = async () => {
    for (let last = null, tries = 0; tries < 200; tries++) {
      if (await again.count() > 0) await again.click();
      const now = { pieces: await piecesOf(page), acts: await acts() };
      if (now.acts.some(name => !backwards.includes(name)) && isDeepStrictEqual(now, last)) return now;
      last = now;
      await page.waitForTimeout(80);
    }
    throw new Error('nothing is asked');
  };
  /* On until an act can be taken back where before it nothing could: the position before that act. */
  const goOn = async () => {
    for (let now = await settled(), count = 0; count < 80; count++) {
      await person.act();
      const next = await settled();
      if (!now.acts.includes(backwards[0]) && next.acts.includes(backwards[0])) return now;
      now = next;
    }
    throw new Error('nothing can be taken back');
  };
  for (const back of [() => undo.click(), () => page.keyboard.press('u')]) {
    const before = await goOn();
    await back();
    const now = await settled();
    assert.deepEqual(now.pieces, before.pieces);
    assert.ok(!now.acts.includes(backwards[0]), 'to the boundary and no farther');
    if (!before.acts.includes(say('pending.confirm'))) assert.deepEqual(now.acts, before.acts);
  }
  await goOn();
  const start = person.prompt.getByRole('button', { name: say('prompt.restart') });
  await start.click();
  await undo.waitFor({ state: 'detached' });
  await person.play({ until: () => person.did.length >= 20, seconds: 60 });
  assert.deepEqual(complaints, []);
  await context.close();
});

test('of two tabs that decide at once one is told so, and both go on with the same game', async () => {
  const first = await sit('brevis/two_colonels');
  const second = await first.context.newPage();
  let hold = false;
  const held = [];
  await second.routeWebSocket(/\/socket$/, socket => {
    const server = socket.connectToServer();
    server.onMessage(message => { if (hold) held.push(() => socket.send(message)); else socket.send(message); });
  });
  const tab = await watched(second, first.page.url());
  const other = new Person(second, generator(22));
  await other.prompt.waitFor();
  const lay = person => person.prompt.getByRole('button', { name: 'Lay 2 cards', disabled: false });
  for (const person of [first.person, other]) await person.play({ until: async () => await lay(person).count() > 0 });
  hold = true;
  await lay(first.person).click();
  await first.person.prompt.getByRole('group', { name: first.person.is('plan.cards') }).waitFor({ state: 'detached' });
  await lay(other).click();
  await second.waitForTimeout(300);
  hold = false;
  for (const release of held.splice(0)) release();
  await second.getByRole('alert').filter({ hasText: say('trouble.stale') }).waitFor();
  await eventually(async () => assert.deepEqual(await piecesOf(second), await piecesOf(first.page)));
  await eventually(async () => assert.equal(await first.person.prompt.getByRole('button').count() > 0, true));
  await first.person.play({ until: () => first.person.did.length >= 6 });
  const laid = async page => (await piecesOf(page)).map(name => name.replace(/, planned order: .*/, ''));        /* what is not laid yet is of one tab */
  await eventually(async () => assert.deepEqual(await laid(second), await laid(first.page)));
  assert.deepEqual([...first.complaints, ...tab.complaints], []);
  await first.context.close();
});
