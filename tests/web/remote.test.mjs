/*
 * remote.test.mjs DATA MODULE: a seat at a host, with a host of the test's own that can be slow, busy or dead. Its referee is the
 * engine, so that what is legal is legal.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const [data, modulePath] = process.argv.slice(2);
const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const work = mkdtempSync(join(tmpdir(), 'remote-'));
process.on('exit', () => rmSync(work, { recursive: true }));

const documents = ['text/en.json', 'text/fr.json', ...readdirSync(join(data, 'sample')).filter(name => name.endsWith('.json')).map(name => `sample/${name}`)];
const games = [{ id: 'sample', documents, scenarios: [{ id: 'meadow' }] }];

/* The page's files, from the disk. */
globalThis.fetch = async name => {
  if (name === 'games.json') return new Response(JSON.stringify(games));
  return new Response(readFileSync(name === 'engine_sample.wasm' ? modulePath : join(data, name.replace(/^data\//, ''))));
};
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true });

const outfile = join(work, 'client.mjs');
buildSync({
  stdin: {
    contents: `export { Wire } from './net/socket'; export { openRemote } from './game/remote'; export { isAsked } from './game/session'; export { loadEngine } from './engine/load';`,
    resolveDir: join(root, 'web'),
  },
  bundle: true, format: 'esm', outfile, alias: { '@preact/signals': '@preact/signals-core' },
});
const { Wire, openRemote, isAsked, loadEngine } = await import(pathToFileURL(outfile));

const moment = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

/* One game of seats A and B of which the page has A. */
class Host {
  plug = null;
  updates = [];
  decides = 0;
  before = () => true;         /* called with each list before it is judged: false drops the request */
  after = () => true;          /* and before it is answered: false sends no answer */
  standIns = {};               /* and of those who may play for people */
  battle = {};                 /* what `opened` says of a battle between armies */

  static async make() {
    const host = new Host();
    host.referee = await loadEngine('sample', 'meadow');
    host.referee.loadMatch('sample', 'meadow', {});
    host.referee.begin(7, 'A', 'en');
    host.update(null);
    return host;
  }

  connect() {
    const plug = { onmessage: null, onclose: null, close() {} };
    plug.send = text => queueMicrotask(() => { if (plug === this.plug) this.receive(JSON.parse(text)); });
    this.plug = plug;
    queueMicrotask(() => this.say({ welcome: { protocol: 1, version: '0', host: 'serve' } }));
    return plug;
  }

  die() {
    const { plug } = this;
    this.plug = null;
    plug.onclose?.();
  }

  say(message) {
    this.plug?.onmessage?.({ data: JSON.stringify(message) });
  }

  update(by) {
    const state = Buffer.from(this.referee.stateBytes('A')).toString('base64');
    this.updates.push({ channel: 1, n: this.updates.length, by, events: [], state, may_undo: false });
    this.say({ update: this.updates.at(-1) });
  }

  /* Whatever B may do first. */
  letOtherDecide() {
    this.referee.decide('B', this.referee.offers('B', 'en')[0], 'en');
    this.update('B');
  }

  take(decisions) {
    for (const [at, decision] of decisions.entries()) {
      const verdict = this.referee.decide('A', decision, 'en');
      if (verdict.verdict === 'refused') return { refused: { channel: 1, at, refusal: { ...verdict.refusal, text: undefined } } };
      this.update('A');
    }
    return { decided: { channel: 1, n: this.updates.length - 1 } };
  }

  receive({ id, open, decide }) {
    if (open) {
      this.say({ id, opened: { channel: 1, game: 'g', seat: 'A', mode: 'link', ruleset: 'sample', version: 1, scenario: 'meadow', options: {},
        players: { A: 'person', B: 'person' }, stand_ins: this.standIns, created: 0, dice: { kind: 'typed' }, began: true, n: this.updates.length - 1, chats: 0, ...this.battle } });
      for (const update of this.updates.slice(open.from)) this.say({ update });
    } else if (decide) {
      this.decides++;
      if (!this.before()) return;
      const answer = decide.n === this.updates.length - 1 ? this.take(decide.decisions) : { error: { code: 'stale', text: 'stale' } };
      if (this.after()) this.say({ id, ...answer });
    } else this.say({ id, done: {} });
  }
}

async function sitDown() {
  const host = await Host.make();
  const session = await openRemote(new Wire(() => host.connect()), { link: 'a' });
  return { host, session };
}

const plan = [{ do: 'order', unit: 'A1', choice: 'march' }, { do: 'order', unit: 'A2', choice: 'fire' }];

const numbers = session => session.steps.peek().map(step => step.n);

test('a list is taken and its steps are there when the answer is', async () => {
  const { session } = await sitDown();
  assert.deepEqual(await session.decide(plan), { ok: true });
  assert.deepEqual(numbers(session), [0, 1, 2]);
  assert.equal(session.view.peek().state.units.A1.order, 'march');
});

test('a battle between armies brings its own scenario, and says what it is called', async () => {
  const host = await Host.make();
  const text = readFileSync(join(data, 'sample/scenarios/meadow.json'), 'utf8').replace('"meadow"', '"battle-1"');
  const title = { en: 'Spain against Sweden', fr: 'Espagne contre Suède' }, armies = [{ belligerent: 'spain' }, { belligerent: 'sweden' }];
  host.battle = { scenario: 'battle-1', scenario_text: text, title, armies };
  const session = await openRemote(new Wire(() => host.connect()), { link: 'a' });
  assert.equal(session.match.scenario, 'battle-1');
  const { scenario, scenarioText, title: called, armies: given } = session.info.peek();
  assert.deepEqual({ scenario, scenarioText, called, given }, { scenario: 'battle-1', scenarioText: text, called: title, given: armies });
  assert.deepEqual(await session.decide(plan), { ok: true });
  assert.equal(session.view.peek().state.units.A1.order, 'march');
});

test('while a stand-in sits the person is not asked, and a new connection knows of it', async () => {
  const { host, session } = await sitDown();
  assert.ok(isAsked(session));
  host.say({ thinking: { channel: 1, seat: 'A' } });
  host.say({ stand_ins: { channel: 1, seats: { A: { player: 'greedy', sits: true }, B: { player: 'greedy', sits: false, wait: 5000 } } } });
  assert.equal(isAsked(session), false);
  assert.equal(session.thinking.peek(), null, 'who considers is told again');
  const { A, B } = session.standIns.peek();
  assert.deepEqual(A, { player: 'greedy', sits: true, from: null });
  assert.ok(Math.abs(B.from - Date.now() - 5000) < 1000);
  host.standIns = { A: { player: 'greedy', sits: false } };
  host.die();
  for (let i = 0; i < 50 && !isAsked(session); i++) await moment(20);
  assert.deepEqual(session.standIns.peek(), { A: { player: 'greedy', sits: false, from: null } });
  assert.ok(isAsked(session));
  session.close();
});

test('another seat that decides at the same moment only delays it', async () => {
  const { host, session } = await sitDown();
  let first = true;
  host.before = () => {
    if (first) host.letOtherDecide();
    first = false;
    return true;
  };
  assert.deepEqual(await session.decide(plan), { ok: true });
  assert.equal(host.decides, 2);
  assert.deepEqual(numbers(session), [0, 1, 2, 3]);
});

test('what another page of the same seat did is not done twice', async () => {
  const { host, session } = await sitDown();
  let first = true;
  host.before = () => {
    if (first) host.take([{ do: 'order', unit: 'A3', choice: 'hold' }]);
    first = false;
    return true;
  };
  assert.equal((await session.decide(plan)).code, 'stale');
  assert.equal(host.decides, 1);
});

test('a host that dies before it has taken a list gets it again', async () => {
  const { host, session } = await sitDown();
  let first = true;
  host.before = () => {
    if (!first) return true;
    first = false;
    host.die();
    return false;
  };
  assert.deepEqual(await session.decide(plan), { ok: true });
  assert.equal(host.decides, 2);
  assert.deepEqual(numbers(session), [0, 1, 2]);
});

test('a host that dies after it has taken a list does not get it again', async () => {
  const { host, session } = await sitDown();
  host.after = () => {
    host.die();
    return false;
  };
  assert.deepEqual(await session.decide(plan), { ok: true });
  assert.equal(host.decides, 1);
  assert.deepEqual(numbers(session), [0, 1, 2]);
});

test('a refusal comes with its sentence and changes nothing', async () => {
  const { session } = await sitDown();
  const outcome = await session.decide([{ do: 'activate', unit: 'A1' }]);
  assert.equal(outcome.ok, false);
  assert.match(outcome.refusal.text, /SA-/);
  assert.deepEqual(numbers(session), [0]);
});

test('while the host is away nothing is decided, and it is said', async () => {
  const { host, session } = await sitDown();
  host.die();
  assert.equal(session.line.peek(), 'offline');
  assert.equal((await session.decide(plan)).code, 'offline');
  await moment(150);
  assert.equal(session.line.peek(), 'online');
  assert.deepEqual(await session.decide(plan), { ok: true });
});

test('an update that was lost is asked for', async () => {
  const { host, session } = await sitDown();
  const { plug } = host;
  host.plug = null;
  host.letOtherDecide();
  host.plug = plug;
  host.letOtherDecide();
  await moment(20);
  assert.deepEqual(numbers(session), [0, 1, 2]);
});

test('a game that cannot go on, or is deleted, says so and takes no decisions', async () => {
  for (const [code, line] of [['broken', 'broken'], ['unknown_link', 'gone']]) {
    const { host, session } = await sitDown();
    host.say({ trouble: { channel: 1, code, text: 'a sentence' } });
    assert.equal(session.line.peek(), line);
    assert.equal((await session.decide(plan)).ok, false);
    assert.equal(host.decides, 0);
  }
});
