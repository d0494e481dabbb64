/*
 * scenes.mjs: every screen of the page, each with what opens it. Screens are reached as a person reaches them; `serve` and `play` are running
 * hosts. A scene gets a page of its own at the desired size and dress, and leaves it showing the screen of its name.
 */
import assert from 'node:assert/strict';
import { text } from './page.mjs';
import { findAll, Person } from './person.mjs';
import { generator, Player, playOut, seated } from './table.mjs';

export const devices = {
  desk: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 },
};

const say = (key, values) => text('en', key, values);

/* A new game from the page of its scenario, and who plays it. */
export async function begin(page, base, { game = 'brevis/two_colonels', mode = 'computer', dice = 'fair' } = {}) {
  await page.goto(`${base}#/game/${game}`);
  await page.getByRole('radio', { name: say(`lobby.mode.${mode}`) }).check();
  await page.getByRole('radio', { name: say(`lobby.dice.${dice}`) }).check();
  await page.getByRole('button', { name: say('lobby.start') }).click();
  return new Person(page, generator(51));
}

async function table(page, hosts, options) {
  const person = await begin(page, hosts.serve.base, options);
  await person.prompt.waitFor();
  return person;
}

/* On until the prompt shows what is wanted. A game that ends before has not shown it. */
async function playTo(person, isThere) {
  let found = false;
  await person.play({ seconds: 60, until: async () => {
    const tree = await person.look();
    found = tree !== null && !tree.over && isThere(tree);
    return found;
  } });
  if (!found) throw new Error(`the game is over before; the last: ${person.did.slice(-8).join(' | ')}`);
}

/* The same, but a game that dice end before is begun anew; what dice decide is preferred. */
async function playToOdds(page, hosts, game, preferred) {
  for (let left = 3; ; left--) {
    const person = await table(page, hosts, { game });
    const any = person.pick.bind(person);
    person.pick = list => list.find(({ name }) => preferred.test(name)) ?? any(list);
    try {
      await playTo(person, weighs);
      return;
    } catch (error) {
      if (left === 1 || !/is over before/.test(error.message)) throw error;
    }
  }
}

/* On a phone the panels are a sheet that is pulled up first. */
async function panel(page, name) {
  const pull = page.getByRole('button', { name: say('sheet.raise') });
  if (await pull.isVisible()) await pull.click();
  const tab = page.getByRole('tab', { name: say(`panel.${name}`) });
  await (await tab.count() > 0 ? tab : page.getByRole('button', { name: say(`panel.${name}`) })).click();
}

const aims = tree => findAll(tree, 'form').length > 0 && findAll(tree, 'button').some(({ name }) => name === say('aim.suggest'));
const ponders = tree => !aims(tree) && findAll(tree, 'button').some(({ name }) => name === say('pending.confirm')) && !JSON.stringify(tree).includes(say('odds.nothing'));
const weighs = tree => ponders(tree) && /\d %/.test(JSON.stringify(tree));
const acts = tree => findAll(tree, 'group').length > 1 && !findAll(tree, 'group').some(({ name }) => /^Cards for/.test(name));

/*
 * Somebody takes aim: the first time that something wants a place it is chosen, and a place suggested. Nothing is left to chance on the way
 * there, so that no game ends or goes another way before: of what is offered always the first is taken, or what the scene prefers, and dice
 * are typed, the first die of a roll high and the next low.
 */
async function aimed(page, person, prefers = () => false) {
  person.pick = list => list.find(({ name }) => prefers(name)) ?? list[0];
  const open = person.prompt.locator('.act.open:enabled'), form = person.prompt.getByRole('form');
  const dialog = page.getByRole('dialog', { name: say('typing.label') }), six = dialog.getByRole('button', { name: '6', exact: true });
  for (let thrown = 0; ; thrown++) {
    await person.play({ seconds: 30, until: async () => await dialog.count() > 0 || await open.count() > 0 || await form.count() > 0 });
    if (await dialog.count() === 0) break;
    for (let i = 0; await six.isEnabled(); i++) await page.keyboard.press((thrown + i) % 2 === 0 ? '6' : '1');
    await dialog.getByRole('button', { name: say('typing.give') }).click();
    while (await six.count() > 0 && await six.isDisabled().catch(() => false)) await page.waitForTimeout(20);
  }
  if (await form.count() === 0) await open.first().click();
  await form.getByRole('button', { name: say('aim.suggest'), exact: true }).click();
  await form.getByRole('status').waitFor();                                     /* the verdict on the place that was found */
  assert.ok(await form.getByRole('button', { name: say('pending.confirm'), exact: true }).isEnabled(), 'a place is aimed at');
}

export const scenes = {
  'start': async (page, { serve }) => {
    await page.goto(serve.base);
    await page.getByRole('button', { name: say('lobby.quick') }).waitFor();
  },
  'start with games begun': async (page, { serve }) => {
    await (await begin(page, serve.base)).prompt.waitFor();
    await page.goto(`${serve.base}#/`);
    await page.getByRole('region', { name: say('lobby.saved') }).waitFor();
  },
  'game': async (page, { serve }) => {
    await page.goto(`${serve.base}#/game/brevis`);
    await page.getByRole('button', { name: say('lobby.start') }).waitFor();
    await page.getByText(say('lobby.options.book')).click();
  },
  'armies': async (page, { serve }) => {
    await page.goto(`${serve.base}#/army/liber`);
    await page.getByRole('button', { name: say('army.suggest') }).click();
    await page.getByRole('region', { name: say('army.suggestion') }).waitFor();
  },
  'army': async (page, { serve }) => {
    await page.goto(`${serve.base}#/army/liber`);
    await page.getByRole('button', { name: say('army.suggest') }).click();
    await page.getByRole('button', { name: say('army.suggestion.keep') }).click();
    await page.getByRole('list').getByRole('button', { expanded: false }).first().click();
  },
  'army, problems': async (page, { serve }) => {
    await page.goto(`${serve.base}#/army/liber`);
    await page.getByRole('button', { name: say('army.begin') }).click();
    await page.getByRole('heading', { level: 2, name: /problems$/ }).waitFor();
  },
  'army, traits': async (page, hosts) => {
    await scenes['army, problems'](page, hosts);
    await page.getByRole('button', { name: say('army.traits.choose', { who: say('army.chief') }) }).click();
  },
  'army, battle': async (page, hosts) => {
    await scenes['army'](page, hosts);
    await page.getByRole('link', { name: say('army.play') }).click();
    await page.getByRole('button', { name: say('lobby.start') }).waitFor();
  },
  'waiting': async (page, { serve }) => {
    await begin(page, serve.base, { mode: 'link' });
    await page.getByRole('button', { name: say('wait.seed.give') }).waitFor();
  },
  'hexes': async (page, hosts) => {
    const person = await table(page, hosts, { game: 'iron/teaching' });
    await playTo(person, tree => findAll(tree, 'button').some(({ name }) => name === say('answer.next')));
    await person.prompt.getByRole('button', { name: say('answer.next') }).click();
  },
  'hexes, aiming': async (page, hosts) => { await aimed(page, await table(page, hosts, { game: 'iron/teaching' })); },
  'hex battle': async (page, hosts) => {
    const person = await table(page, hosts, { game: 'iron/crecy' });
    await person.play({ seconds: 90, until: () => person.did.length >= 24 });
    await person.prompt.waitFor({ timeout: 60000 });
  },
  'hex battle, odds': async (page, hosts) => {
    await playToOdds(page, hosts, 'iron/crecy', /charges|fires at|shoots at|tries to/);
    await page.waitForTimeout(1500);
  },
  'zones': async (page, hosts) => {
    const person = await table(page, hosts, { game: 'reiters/auneau' });
    person.pick = list => list.find(({ name }) => /^Ready/.test(name)) ?? list[0];
    await playTo(person, tree => findAll(tree, 'button').some(({ name }) => name === say('answer.next')));
    await person.prompt.getByRole('button', { name: say('answer.next') }).click();
  },
  'zones, aiming': async (page, hosts) => { await aimed(page, await table(page, hosts, { game: 'reiters/teach' })); },
  'zones, odds': async (page, hosts) => {
    await playToOdds(page, hosts, 'reiters/teach', /: attack zone|fire at|charge at/);
    await page.waitForTimeout(1500);
  },
  'zone battle': async (page, hosts) => {
    const person = await table(page, hosts, { game: 'reiters/auneau' });
    const any = person.pick.bind(person);
    person.pick = list => list.find(({ name }) => /^Ready/.test(name)) ?? any(list);
    await person.play({ seconds: 90, until: () => person.did.length >= 30 });
    await person.prompt.waitFor({ timeout: 60000 });
  },
  'zone battle, sight': async (page, hosts) => {
    await table(page, hosts, { game: 'reiters/auneau' });
    await page.getByRole('button', { name: say('tool.sight') }).click();
    await page.getByRole('combobox', { name: say('tool.from') }).selectOption({ index: 1 });
    await page.getByRole('combobox', { name: say('tool.to') }).selectOption({ index: 12 });
  },
  'figures': async (page, hosts) => {
    const person = await table(page, hosts, { game: 'argad/wayside_cross' });
    await person.play({ seconds: 30, until: () => person.did.length >= 6 });
  },
  'planning': async (page, hosts) => { await (await table(page, hosts)).act(); },
  'acting': async (page, hosts) => { await playTo(await table(page, hosts), acts); },
  'aiming': async (page, hosts) => { await aimed(page, await table(page, hosts, { dice: 'typed' }), name => /^Run/.test(name)); },
  'odds': async (page, hosts) => {
    const person = await table(page, hosts);
    const any = person.pick.bind(person);
    person.pick = list => list.find(({ name }) => /charges|shoots|^Attack|^Fire/.test(name)) ?? any(list);       /* what dice decide */
    await playTo(person, ponders);
    await page.waitForTimeout(1500);
  },
  'great battle': async (page, hosts) => { await table(page, hosts, { game: 'brevis/rocroi' }); },
  'deployment': async (page, hosts) => { await table(page, hosts, { game: 'brevis/pickup' }); },
  'meadow': async (page, hosts) => { await (await table(page, hosts, { game: 'sample/meadow' })).act(); },
  'log': async (page, hosts) => {
    const person = await table(page, hosts);
    const lay = person.prompt.getByRole('button', { name: say('plan.lay', { count: 2 }) });
    await person.play({ until: async () => person.did.length >= 6 && await lay.count() > 0 });         /* a plan that fills the prompt, below a log with something in it */
    await panel(page, 'log');
  },
  'list': async (page, hosts) => {
    await table(page, hosts);
    await panel(page, 'list');
  },
  'words': async (page, { serve }) => {
    const { links } = await seated(serve, { ruleset: 'brevis', scenario: 'two_colonels', mode: 'link' });
    await page.goto(`${serve.base}#/play/${links.B}`);
    await page.getByRole('group', { name: say('prompt.label') }).waitFor();
    await panel(page, 'chat');
    await page.getByRole('textbox', { name: say('chat.message') }).fill('The ford is ours.');
    await page.keyboard.press('Enter');
    await page.getByRole('tabpanel').getByText('The ford is ours.').waitFor();
  },
  'rules': async (page, hosts) => {
    await table(page, hosts);
    await page.getByRole('button', { name: say('panel.rules') }).click();
    await page.getByRole('dialog').waitFor();
  },
  'one rule': async (page, hosts) => {
    const person = await table(page, hosts);
    await person.prompt.getByRole('button', { name: person.is('rule.open') }).first().click();
    await page.getByRole('dialog').waitFor();
  },
  'keys': async (page, hosts) => {
    await table(page, hosts);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  },
  'menu': async (page, hosts) => {
    await table(page, hosts);
    await page.getByRole('button', { name: say('menu.open') }).click();
  },
  'tape': async (page, hosts) => {
    await table(page, hosts);
    await page.getByRole('button', { name: say('tool.tape') }).click();
  },
  'sight': async (page, hosts) => {
    await table(page, hosts, { game: 'brevis/ford_mill' });
    await page.getByRole('button', { name: say('tool.sight') }).click();
  },
  'ranges': async (page, hosts) => {
    await table(page, hosts);
    await page.getByRole('button', { name: say('tool.rings') }).click();
  },
  'real dice': async (page, hosts) => {
    const person = await table(page, hosts, { dice: 'typed' });
    const dialog = page.getByRole('dialog', { name: say('typing.label') });
    await person.play({ seconds: 60, until: async () => await dialog.count() > 0 });
    await dialog.getByRole('button', { name: '3', exact: true }).click();
  },
  'curtain': async (page, { serve }) => {
    await begin(page, serve.base, { mode: 'shared' });
    await page.getByRole('heading', { level: 1, name: /^Now/ }).waitFor();
  },
  'no connection': async (page, hosts) => {
    await page.routeWebSocket(/\/socket$/, socket => {
      const server = socket.connectToServer();
      page.cut = () => { page.isCut = true; socket.close(); server.close(); };
      if (page.isCut) page.cut();
    });
    await table(page, hosts);
    page.cut();
    await page.getByText(say('line.offline')).waitFor();
    await page.waitForTimeout(1000);                                            /* it fades in: contrast is read when it stands */
  },
  'end': async (page, { serve, over }) => {
    await page.goto(`${serve.base}#/play/${over.A}`);
    await page.getByRole('link', { name: say('end.replay') }).waitFor();
  },
  'watching': async (page, { serve }) => {
    const { links } = await seated(serve, { ruleset: 'brevis', scenario: 'fleurus', mode: 'link' });
    await page.goto(`${serve.base}#/play/${links.spectator}`);
    await page.getByRole('main').waitFor();
    await page.getByRole('tab', { name: say('panel.unit') }).waitFor();
  },
  'hint': async (page, hosts) => {
    const person = await table(page, hosts);
    await playTo(person, acts);
    await person.prompt.getByRole('button', { name: say('hint.button'), exact: true }).click();
    await person.prompt.getByRole('region', { name: say('hint.label') }).getByRole('listitem').first().waitFor();
  },
  'analysis': async (page, { serve, over }) => {
    await page.goto(`${serve.base}#/replay/${over.A}/20`);
    await page.getByRole('group', { name: say('replay.controls') }).waitFor();
    await panel(page, 'analysis');
    await page.getByRole('button', { name: say('analysis.begin') }).click();
    await page.getByRole('heading', { name: say('analysis.costly') }).waitFor({ timeout: 120000 });
  },
  'replay': async (page, { serve, over }) => {
    await page.goto(`${serve.base}#/replay/${over.A}/20`);
    await page.getByRole('slider').waitFor();
    await page.getByRole('button', { name: say('verify.button') }).click();
    await page.getByText(/all as committed/).waitFor();
  },
  'nowhere': async (page, { serve }) => {
    await page.goto(`${serve.base}#/nowhere`);
    await page.getByRole('heading', { level: 1, name: say('nowhere.title') }).waitFor();
  },
  'no such link': async (page, { serve }) => {
    await page.goto(`${serve.base}#/play/${'A'.repeat(43)}`);
    await page.getByRole('heading', { level: 1, name: say('opening.failed') }).waitFor();
  },
};

/* A game that is over, for the screens of the end: its links. */
export async function finishedGame(serve, engine) {
  const random = generator(52);
  const { seats, links } = await seated(serve, { ruleset: 'brevis', scenario: 'two_colonels', mode: 'link' });
  await playOut(await Promise.all(Object.values(seats).map(async seat => new Player(seat, await engine(seat.opened), random))));
  return links;
}
