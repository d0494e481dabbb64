/*
 * scenes.mjs: every screen of the page, each with what opens it. Screens are reached as a person reaches them; `serve` and `play` are running
 * hosts. A scene gets a page of its own at the desired size and dress, and leaves it showing the screen of its name.
 */
import { text } from './page.mjs';
import { findAll, Person } from './person.mjs';
import { generator, Player, playOut, seated } from './table.mjs';

export const devices = {
  desk: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 },
};

const say = (key, values) => text('en', key, values);

async function begin(page, base, { game = 'brevis/two_colonels', mode = 'computer', dice = 'fair' } = {}) {
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

/* On until the prompt has a button with this text. */
async function playTo(person, isThere) {
  await person.play({ seconds: 60, until: async () => {
    const tree = await person.look();
    return tree !== null && !tree.over && isThere(tree);
  } });
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

/* Somebody has taken aim. The other side may have answered meanwhile: then a later aim will do; a list of what happened is put away first. A game that ends before shows its end. */
async function aimed(page, person) {
  for (let tries = 2; ; tries--) {
    await playTo(person, aims);
    const close = page.getByRole('button', { name: say('playback.close'), exact: true });
    if (await close.isVisible().catch(() => false)) await close.click({ timeout: 2000 }).catch(() => undefined);
    try { await page.getByRole('button', { name: say('aim.suggest') }).click({ timeout: 3000 }); return; } catch { if (tries === 0) return; }
  }
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
    const person = await table(page, hosts, { game: 'iron/crecy' });
    const any = person.pick.bind(person);
    person.pick = list => list.find(({ name }) => /charges|fires at|shoots at|tries to/.test(name)) ?? any(list);      /* what dice decide */
    await playTo(person, weighs);
    await page.waitForTimeout(1500);
  },
  'planning': async (page, hosts) => { await (await table(page, hosts)).act(); },
  'acting': async (page, hosts) => { await playTo(await table(page, hosts), acts); },
  'aiming': async (page, hosts) => { await aimed(page, await table(page, hosts)); },
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
    await person.play({ until: () => person.did.length >= 16 });
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
