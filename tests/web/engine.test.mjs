/*
 * engine.test.mjs MESTRE FAIR_GAME DATA: the engine in a real browser, with the files that the program serves: loading, odds in the
 * worker while the page goes on, a journal replayed and its dice verified.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { openBrowser } from './browser.mjs';
import { startPlay, stopPlay } from './serve.mjs';

const [binary, fairGame, data] = process.argv.slice(2);
const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const folder = mkdtempSync(join(tmpdir(), 'mestre-engine-'));
let play, browser, page;
const requests = [], problems = [];

before(async () => {
  const entry = join(folder, 'probe.ts');
  const engine = join(root, 'web/engine');
  writeFileSync(entry, ['load', 'odds', 'verify'].map(name => `export * from ${JSON.stringify(join(engine, name))};`).join('\n'));
  buildSync({ entryPoints: [entry], bundle: true, format: 'esm', outfile: join(folder, 'probe.js') });
  play = await startPlay(binary, '--web-dir', folder, '--db', join(folder, 'games.db'));
  browser = await openBrowser();
  page = await browser.newPage();
  page.on('request', request => requests.push(new URL(request.url()).pathname));
  page.on('console', message => { if (message.type() === 'error') problems.push(message.text()); });
  page.on('pageerror', error => problems.push(String(error)));
  await page.goto(play.address);
});

after(async () => {
  await browser?.close();
  if (play) await stopPlay(play);
  rmSync(folder, { recursive: true });
});

test('every game is loaded and begins', async () => {
  const found = await page.evaluate(async () => {
    const { loadEngine, loadGames, words } = await import('./probe.js');
    const list = [];
    for (const { id, scenarios } of await loadGames())
      for (const scenario of scenarios) {
        const engine = await loadEngine(id, scenario.id);
        engine.loadMatch(id, scenario.id);
        engine.begin(1, 'A', 'fr');
        list.push([engine.view('A', 'fr').offers.length, Object.keys(words(id, 'fr')).length]);
      }
    return list;
  });
  assert.ok(found.length >= 9);
  for (const [offers, texts] of found) assert.ok(offers >= 0 && texts > 50);
  const modules = requests.filter(path => path.endsWith('.wasm'));
  assert.ok(modules.length >= 3 && new Set(modules).size === modules.length, `each module once: ${modules}`);
  assert.deepEqual(problems, []);
});

test('odds come from the worker while the page goes on', async () => {
  const { answers, beats } = await page.evaluate(async () => {
    const { loadEngine, loadGames, openOdds } = await import('./probe.js');
    const game = (await loadGames()).find(({ scenarios }) => scenarios.some(({ lesson }) => lesson));
    const scenario = game.scenarios.find(({ lesson }) => lesson).id;
    const [engine, other] = [await loadEngine(game.id, scenario), await loadEngine(game.id, scenario)];
    const desk = await openOdds(game.id, scenario, {});
    for (const one of [engine, other]) one.loadMatch(game.id, scenario);
    engine.begin(4, 'A', 'en');
    const answers = [];
    let beats = 0;
    const timer = setInterval(() => beats++, 1);
    for (let step = 0; step < 200; step++) {
      const seat = engine.view('spectator', 'en').state.asked[0];
      if (!seat) break;
      const decision = engine.sample(seat, step % engine.offers(seat, 'en').length, step + 1);
      if (!decision) continue;
      if (step % 3 === 0) {
        const state = engine.stateBytes(seat);
        other.install(state, seat);
        const [asked, own] = [await desk.odds(state, seat, decision, 'decline', 'en'), other.odds(seat, decision, 'decline', 'en')];
        answers.push([asked.outcomes, JSON.stringify(asked) === JSON.stringify(own)]);
      }
      engine.decide(seat, decision, 'en');
    }
    clearInterval(timer);
    desk.close();
    return { answers, beats };
  });
  assert.ok(answers.length >= 5, `${answers.length} answers`);
  for (const [outcomes, same] of answers) assert.ok(outcomes >= 1 && same);
  assert.ok(answers.some(([outcomes]) => outcomes > 1));
  assert.ok(beats > 0);
  assert.ok(requests.includes('/odds_worker.js'));
  assert.deepEqual(problems, []);
});

test('a journal is replayed and its dice verified', async () => {
  const seed = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
  const journal = (...cheat) => execFileSync(fairGame, [data, 'sample', 'meadow', 'g', seed, 'x', 'y', ...cheat], { encoding: 'utf8' });
  const verify = text => page.evaluate(async text => {
    const { loadJournal, verifyJournal } = await import('./probe.js');
    const { engine, journal } = await loadJournal(text);
    const { ok, doubt, rolls } = await verifyJournal(engine, text);
    return { ok, doubt, rolls, lines: journal.lines, line: engine.journalGo(3, 'A', 'fr').line };
  }, text);
  const good = await verify(journal());
  assert.equal(good.ok, true);
  assert.ok(good.rolls > 5 && good.lines > 20);
  assert.equal(good.line, 3);
  assert.deepEqual((await verify(journal('2'))).doubt, 'wrong_roll');
  assert.deepEqual(problems, []);
});
