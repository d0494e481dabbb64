/*
 * figure_game.test.mjs MESTRE ENGINE.wasm: single figures, planned in secret by two browsers, to the end of a game by link. Every byte that each
 * page receives is kept and searched: nobody learns the other's plan, nor where a hidden figure is, before the rules show it. And a lesson, as
 * its notes say, against the computer.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { openBrowser } from './browser.mjs';
import { pattern, text, visit } from './page.mjs';
import { Person } from './person.mjs';
import { engines, folder, generator, startServe } from './table.mjs';

const [binary, wasm] = process.argv.slice(2);
const ruleset = 'argad';
const words = Object.fromEntries(['en', 'fr'].map(language => [language, JSON.parse(readFileSync(new URL(`../../data/${ruleset}/${language}.json`, import.meta.url), 'utf8'))]));
let host, browser, engine;

before(async () => {
  host = await startServe(binary, join(folder, 'figures.db'));
  engine = await engines(wasm, host.base);
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  if (host) assert.deepEqual(await host.stop(), { code: 0, signal: null });
});

/* Somebody at a page that plans: everything by roles and names, in the words of the game. All that the page receives is kept. */
class Planner {
  frames = [];
  bodies = [];
  sent = [];

  static async at(address, language) {
    const planner = new Planner(), options = { viewport: { width: 1280, height: 860 }, locale: language === 'fr' ? 'fr-FR' : 'en-GB' };
    const visited = await visit(browser, 'about:blank', options);
    Object.assign(planner, visited, { language, person: new Person(visited.page, generator(3), { language }) });
    planner.page.on('websocket', socket => {
      socket.on('framereceived', ({ payload }) => planner.frames.push(String(payload)));
      socket.on('framesent', ({ payload }) => planner.sent.push(JSON.parse(payload)));
    });
    planner.page.on('response', response => planner.bodies.push(response.body().catch(() => Buffer.alloc(0))));
    await planner.page.goto(address);
    return planner;
  }

  say(key, values) { return text(this.language, key, values); }
  get prompt() { return this.person.prompt; }

  /* The button of a kind of decision: the game's words for it, without the piece. */
  deed(kind) {
    const said = words[this.language][`do.${kind}`].replace(/\{unit\}[^\p{L}]*/u, '').replace(/\{\w+\}.*/, '').trim();
    return new RegExp(`^${said.replace(/[.*+?^$()|[\]\\]/g, '\\$&')}`, 'i');
  }

  /* By the name or the id of a figure. */
  pill(name, marks = {}) { return this.prompt.getByRole('list', { name: this.say('plan.pieces') }).getByRole('button', { name: new RegExp(`(^| )${name}( |$)`), ...marks }).first(); }

  async choose(name) {
    await this.pill(name).click();
    await this.pill(name, { pressed: true }).waitFor();
  }

  /* False when it may not do that now. */
  async begin(name, kind) {
    await this.choose(name);
    const group = this.prompt.getByRole('group', { name: this.person.is('plan.deeds') }), deed = group.getByRole('button', { name: this.deed(kind) }).first();
    await group.waitFor();
    if (await deed.count() === 0) return false;
    await deed.click();
    return true;
  }

  /* A place by distance and direction, or whatever the page suggests when that cannot be; false: there was none. */
  async go(name, kind, far, direction) {
    if (!await this.begin(name, kind)) return false;
    const form = this.prompt.getByRole('form'), field = key => form.getByRole('textbox', { name: new RegExp(`^${this.say(key)}`) });
    const yes = form.getByRole('button', { name: this.say('pending.confirm') });
    if (far !== undefined) {
      await field('aim.length').fill(String(far));
      await field('aim.direction').fill(String(direction));
      await field('aim.direction').press('Tab');
    } else {
      await form.getByRole('button', { name: this.say('aim.suggest') }).click();
    }
    const given = await yes.isEnabled();
    await (given ? yes : form.getByRole('button', { name: this.say('pending.cancel') })).click();
    await form.waitFor({ state: 'detached' });
    return given;
  }

  get yes() { return this.prompt.getByRole('button', { name: new RegExp(`${this.deed('ready').source}|^${this.say('plan.allthesame')}$`, 'i') }); }

  get given() { return this.sent.flatMap(decisionsIn).filter(({ do: kind }) => kind === 'ready').length; }

  /* Does its newest view ask it for something that it has not given yet? */
  isAsked(rules, seat) {
    const last = this.updates.at(-1);
    return last !== undefined && last.n !== this.answered && viewOf(rules, seat, last).asked.includes(seat);
  }

  /* The plan is given, also when the page asks first whether somebody was forgotten. */
  async confirm() {
    const before = this.given;
    this.answered = this.updates.at(-1)?.n;
    for (let end = Date.now() + 8000; this.given === before;) {
      assert.ok(Date.now() < end, `nothing was given: ${await this.prompt.ariaSnapshot().catch(() => 'no question')}`);
      const name = await this.yes.first().innerText({ timeout: 1000 }).catch(() => null);
      if (name !== null) await this.yes.first().click({ timeout: 1000 }).catch(() => undefined);
      for (let i = 0; i < 20 && this.given === before; i++) {
        if (await this.yes.first().innerText({ timeout: 100 }).catch(() => null) !== name) break;
        await this.page.waitForTimeout(20);
      }
    }
  }

  get updates() { return this.frames.map(frame => JSON.parse(frame)).flatMap(({ update }) => update ?? []); }

  /* What it has been told, as text and as bytes: frames as they came, what their states hold, and every file. */
  async heard() {
    const states = this.updates.flatMap(({ state }) => (state ? [Buffer.from(state, 'base64')] : []));
    return { text: this.frames.join('\n'), bytes: Buffer.concat([...states, ...await Promise.all(this.bodies)]), states };
  }
}

/* A new game by link, made at the form of the page. */
async function meet(scenario, { dice = 'fair', watch = false } = {}) {
  const a = await Planner.at(`${host.base}#/game/${ruleset}/${scenario}`, 'en');
  await a.page.getByRole('radio', { name: a.say('lobby.mode.link') }).check();
  if (dice === 'typed') await a.page.getByRole('radio', { name: a.say('lobby.dice.typed') }).check();
  const played = a.page.waitForURL(/#\/play\//);
  await a.page.getByRole('button', { name: a.say('lobby.start') }).click();
  await played;
  const links = await a.page.evaluate(() => JSON.parse(localStorage.getItem('mestre.games'))[0].links);
  const b = await Planner.at(`${host.base}#/play/${links.B}`, dice === 'typed' ? 'en' : 'fr');
  if (dice === 'fair') for (const each of [a, b]) await each.page.getByRole('button', { name: each.say('wait.seed.give') }).click();
  await Promise.all([a.prompt.waitFor(), b.prompt.waitFor()]);
  const c = watch ? await Planner.at(`${host.base}#/play/${links.spectator}`, 'en') : null;
  for (const each of [a, b]) await each.page.getByRole('button', { name: each.say('guide.hide') }).click({ timeout: 3000 }).catch(() => undefined);
  return { a, b, c };
}

async function part(...planners) {
  for (const { context, complaints } of planners) {
    assert.deepEqual(complaints, []);
    await context.close();
  }
}

/* Every decision that a page has sent. */
function decisionsIn(value) {
  if (Array.isArray(value)) return value.flatMap(decisionsIn);
  if (value === null || typeof value !== 'object') return [];
  return [...('do' in value && typeof value.do === 'string' ? [value] : []), ...Object.values(value).flatMap(decisionsIn)];
}

const int32 = value => { const bytes = Buffer.alloc(4); bytes.writeInt32LE(value); return bytes; };

/* Is a place known to who was told this? As text, as two numbers side by side, or, of a way, as one of its numbers anywhere in a state. */
function holds({ text: said, bytes, states }, [x, y], { apart = false } = {}) {
  const pair = Buffer.concat([int32(x), int32(y)]);
  if (said.includes(`${x},${y}`) || bytes.includes(`${x},${y}`) || bytes.includes(pair)) return true;
  return apart && states.some(state => state.includes(int32(x)) || state.includes(int32(y)));
}

/* A seat's view of an update, as the page has it. */
function viewOf(rules, seat, update) {
  rules.install(Buffer.from(update.state, 'base64'), seat);
  return rules.view(seat, 'en').state;
}

/* The secrets of the plan that `one` has just given are in nothing that `other` has been told; its own page does hold them. */
async function keepsPlan(one, other, rules, seats, before) {
  const given = one.sent.flatMap(decisionsIn).slice(before);
  const ways = given.flatMap(({ at }) => (Array.isArray(at) ? [at] : []));
  const told = await other.heard(), own = await one.heard();
  const known = new Set(Object.values(viewOf(rules, seats[1], other.updates.at(-1)).units).flatMap(({ x, y }) => [x, y]));
  for (const at of ways) {
    assert.ok(holds(own, at, { apart: true }), `${seats[0]} itself knows of ${at}`);
    assert.equal(holds(told, at, { apart: !known.has(at[0]) && !known.has(at[1]) }), false, `${seats[1]} was told of ${at}`);
  }
  assert.equal(/"do":/.test(told.text), false, 'no decision is told to anybody');
  return ways.length;
}

/* Whatever an update shows of enemies, it is nothing of what they were told to do. */
function showsNoPlan(rules, seat, updates) {
  let hidden = 0;
  for (const update of updates) {
    for (const [id, unit] of Object.entries(viewOf(rules, seat, update).units)) {
      if (id.startsWith(seat) || !/^[AB]\d/.test(id)) continue;
      const { order, target, points, shot_at: shot, strike_at: strike, loaded } = unit;
      assert.deepEqual({ order, target, points, shot, strike, loaded }, { order: 'hidden', target: 255, points: 255, shot: 255, strike: 255, loaded: 255 }, `${seat} of ${id} in ${update.n}`);
      hidden++;
    }
  }
  return hidden;
}

/* What each side does in a turn, by name, kind, centimetres and direction. Odd distances make numbers that nothing else has. */
const plans = {
  A: [[['Brigadier Le Goff', 'move', 9.37, 231]], [['Kerdoncuff', 'move', 6.13, 262]], [['Trividic', 'move', 7.29, 288]]],
  B: [[['Yann ar Mor', 'move', 13.31, 86]], [['Lomig', 'move', 9.47, 88]], [['Fañch', 'move', 11.83, 101]]],
};

/* One side plans and confirms, then the other, in turn: in between nothing of the first plan may be with the second. */
async function planTurn(rules, at, turn) {
  const seats = turn % 2 ? ['A', 'B'] : ['B', 'A'];
  let secrets = 0;
  for (const seat of seats) {
    const one = at[seat], before = one.sent.flatMap(decisionsIn).length;
    for (const [name, kind, far, direction] of plans[seat][(turn - 1) % 3])
      if (await one.pill(name).count() > 0) await one.go(name, kind, far, direction);
    await one.confirm();
    if (seat === seats[1]) break;
    while (one.updates.at(-1).n === one.answered) await one.page.waitForTimeout(20);
    await one.page.waitForTimeout(100);
    assert.equal(viewOf(rules, seats[1], at[seats[1]].updates.at(-1)).phase, 'plot');
    secrets += await keepsPlan(one, at[seats[1]], rules, seats, before);
  }
  return secrets;
}

test('a whole game by link in two browsers, and no plan in any byte that the other receives', async () => {
  const { a, b, c } = await meet('wayside_cross', { watch: true });
  const rules = await engine({ ruleset, scenario: 'wayside_cross', options: { morale: 0 } });
  const at = { A: a, B: b }, over = () => Promise.all([a, b].map(({ person }) => person.end.count())).then(counts => counts.every(count => count > 0));
  let secrets = 0;
  for (const end = Date.now() + 240000; !await over();) {
    assert.ok(Date.now() < end, 'it takes too long');
    const asked = ['A', 'B'].filter(seat => at[seat].isAsked(rules, seat)), states = asked.map(seat => viewOf(rules, seat, at[seat].updates.at(-1)));
    const planning = states.length === 2 && states.every(({ phase, game }) => phase === 'plot' && game.turn === states[0].game.turn);
    if (planning) secrets += await planTurn(rules, at, states[0].game.turn);
    else for (const [i, { phase }] of states.entries()) if (phase !== 'plot') await at[asked[i]].confirm();
    await a.page.waitForTimeout(30);
  }
  assert.ok(await over(), 'the game has come to its end');
  assert.ok(secrets >= 5, `${secrets} secret places were looked for`);
  assert.ok(showsNoPlan(rules, 'A', a.updates) > 50 && showsNoPlan(rules, 'B', b.updates) > 50);
  for (const update of c.updates) {
    const { units } = viewOf(rules, 'spectator', update);
    for (const [id, unit] of Object.entries(units)) if (/^[AB]\d/.test(id)) assert.ok(unit.order === 'hidden' && unit.points === 255, `a spectator of ${id}`);
  }
  await part(a, b, c);
});

test('hidden men are in no byte that the other side receives, until they are seen', async () => {
  const { a, b } = await meet('tax_convoy');
  const scenario = JSON.parse(readFileSync(new URL(`../../data/${ruleset}/scenarios/tax_convoy.json`, import.meta.url), 'utf8'));
  const begun = new Map(scenario.figures.map(({ id, at }) => [id, at]));
  const rules = await engine({ ruleset, scenario: 'tax_convoy', options: {} });
  /* Everybody knows the places that the scenario proposes: the rebels take others. */
  const pills = b.prompt.getByRole('list', { name: b.say('plan.pieces') }).getByRole('button');
  const names = (await pills.allInnerTexts()).map(each => each.split('\n')[0].trim());
  let placed = 0;
  for (const name of names.slice(0, 5)) if (await b.go(name, 'place').catch(() => false)) placed++;
  assert.ok(placed >= 3, `${placed} were placed anew`);
  await b.confirm();
  await a.confirm();
  let looked = 0;
  for (let turn = 1; turn <= 2; turn++) {
    for (let i = 0; i < 6; i++) {
      await a.page.waitForTimeout(100);
      const [mine, theirs] = [viewOf(rules, 'A', a.updates.at(-1)), viewOf(rules, 'B', b.updates.at(-1))], told = await a.heard(), own = await b.heard();
      for (const [id, { status }] of Object.entries(mine.units)) {
        const { x, y } = theirs.units[id], start = begun.get(id);
        if (!id.startsWith('B') || status !== 'unseen' || (start && start[0] === x && start[1] === y)) continue;
        assert.ok(holds(own, [x, y]), `the side itself knows of ${id}`);
        assert.equal(holds(told, [x, y]), false, `A was told that ${id} is at ${x}, ${y}`);
        looked++;
      }
      for (const one of [a, b]) if (await one.yes.count() > 0) await one.confirm();
      if (mine.game.turn > turn) break;
    }
  }
  assert.ok(looked > 5, `${looked} hidden places were looked for`);
  assert.ok(showsNoPlan(rules, 'A', a.updates) > 0);
  await part(a, b);
});

/* One course of a game with real dice, in which A plans as told and everything else is the same: what B and a spectator heard. */
async function course(plan) {
  const { a, b, c } = await meet('wayside_cross', { dice: 'typed', watch: true });
  await a.confirm();
  await b.confirm();
  await a.yes.first().waitFor();
  await b.yes.first().waitFor();
  await plan(a);
  await a.confirm();
  await a.page.waitForTimeout(300);
  const without = frame => frame.replace(/"game":"[\w-]+"|"created":\d+|"time":\d+/g, '');
  const heard = [b, c].map(({ frames }) => frames.map(without)), own = a.updates.map(({ state }) => state);
  await part(a, b, c);
  return { heard, own };
}

test('two different secret plans give the others the same bytes', async () => {
  const first = await course(async a => {
    await a.go('Brigadier Le Goff', 'move', 9.37, 231);
    await a.choose('Trividic');
    await a.prompt.getByRole('button', { name: new RegExp(`^${words.en['order.crouch']}`, 'i') }).click();
  });
  const second = await course(async a => { await a.go('Kerdoncuff', 'move', 5.11, 250); });
  assert.ok(first.heard[0].length > 3);
  assert.deepEqual(first.heard, second.heard);
  assert.notDeepEqual(first.own, second.own);
});

test('the lesson, as its notes say, and then whatever is proposed, to its end', async () => {
  const a = await Planner.at(`${host.base}#/game/${ruleset}/wayside_cross`, 'en');
  const lesson = JSON.parse(readFileSync(new URL(`../../data/${ruleset}/lessons/wayside_cross.json`, import.meta.url), 'utf8'));
  const note = a.page.getByRole('complementary', { name: a.say('guide.label') });
  const noted = id => note.getByRole('heading', { name: lesson.notes.find(each => each.id === id).title.en, exact: true }).waitFor();
  await a.page.getByRole('button', { name: a.say('lobby.start') }).click();
  await noted('welcome_a');
  await a.confirm();
  await noted('plan_a');
  await a.page.locator('.overlay.ring').waitFor();
  const card = await note.boundingBox(), ring = await a.page.locator('.overlay.ring').boundingBox(), man = await a.page.locator('.pieces [data-piece="A1"]').boundingBox();
  for (const seen of [ring, man])
    assert.ok(seen.x > card.x + card.width || seen.x + seen.width < card.x || seen.y > card.y + card.height || seen.y + seen.height < card.y, 'the card hides nothing that it speaks of');
  assert.ok(await a.go('Brigadier Le Goff', 'move', 14.7, 227));                /* to the ring behind the wall */
  await noted('way');
  await note.getByRole('button', { name: a.say('guide.next') }).click();
  await noted('orders_a');
  await a.choose('Kerdoncuff');
  await noted('confirm');
  await a.confirm();
  const rules = await engine({ ruleset, scenario: 'wayside_cross', options: { morale: 0 } });
  for (const end = Date.now() + 120000; await a.person.end.count() === 0;) {
    assert.ok(Date.now() < end, 'it takes too long');
    if (a.isAsked(rules, 'A')) await a.confirm();
    await a.page.waitForTimeout(30);
  }
  await noted('over');
  await part(a);
});
