/*
 * load.ts: the engine and the documents of a game, fetched once and kept.
 *
 * The list of the games (games.json) is small and says which documents an engine needs; how their scenarios look is another (scenes.json); each game has a module of its own, which is
 * compiled once, and every Engine is another instance of it. All addresses are relative, so that the page may live below any path.
 */
import { Engine, type Journal, type Language, type Seat, type Fields } from './engine';

export type BothLanguages = Readonly<Record<Language, string>>;

export interface GameOption {
  readonly name: string;             /* its texts are "option.<name>" and "option.<name>.<value>" */
  readonly rule: string;
  readonly low: number;
  readonly high: number;
  readonly standard: number;
}

export interface Scenario {
  readonly id: string;
  readonly title?: BothLanguages;
  readonly year?: number;
  readonly minutes?: number;
  readonly turns?: number;
  readonly options?: Readonly<Record<string, number>>;                              /* those that it means otherwise than the book */
  readonly lesson: boolean;                                                         /* it is there to learn by */
  readonly guide?: string;                                                          /* the document of its guided game, for loadLesson() */
  readonly sides: readonly { readonly seat: Seat; readonly name: BothLanguages }[];
}

/** What only the page of a game shows of a scenario. */
export interface Scene {
  readonly intro?: BothLanguages;
  readonly board: { readonly board: string } & Readonly<Record<string, unknown>>;   /* of Match.board what a small drawing wants: no armies, no profiles */
  readonly units: Readonly<Record<string, Fields>>;                                 /* of those that stand on the board at first: x, y and heading */
}

/** Options that go together, under a name. */
export interface Preset {
  readonly id: string;
  readonly name: BothLanguages;
  readonly note: BothLanguages;
  readonly options: Readonly<Record<string, number>>;
}

export interface Game {
  readonly id: string;
  readonly version: number;
  readonly title: BothLanguages;
  readonly documents: readonly string[];
  readonly seats: number;
  readonly players: readonly string[];
  readonly options: readonly GameOption[];
  readonly presets?: readonly Preset[];
  readonly scenarios: readonly Scenario[];
  readonly armies?: readonly string[];      /* the belligerents of its army lists; missing: it has no lists */
}

/** What an engine is made from: it can be sent to a worker as it is. */
export interface Parts {
  readonly module: WebAssembly.Module;
  readonly documents: readonly (readonly [name: string, text: string])[];
}

/** A file of the host did not come. */
export class LoadError extends Error {
  constructor(readonly file: string, readonly status: number) {
    super(`${file}: ${status || 'no answer'}`);
  }
}

async function fetchFile(file: string): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(file);
  } catch {
    throw new LoadError(file, 0);
  }
  if (!answer.ok) throw new LoadError(file, answer.status);
  return answer;
}

/* Kept once it has come; what failed is asked for again the next time. */
function once<T>(kept: Map<string, Promise<T>>, name: string, get: (name: string) => Promise<T>): Promise<T> {
  let promise = kept.get(name);
  if (!promise) {
    promise = get(name);
    kept.set(name, promise);
    promise.catch(() => kept.delete(name));
  }
  return promise;
}

async function compile(file: string): Promise<WebAssembly.Module> {
  const answer = await fetchFile(file);
  if (answer.headers.get('content-type') === 'application/wasm') return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}

const modules = new Map<string, Promise<WebAssembly.Module>>();
const lists = new Map<string, Promise<readonly Game[]>>();
const scenes = new Map<string, Promise<Readonly<Record<string, Scenes>>>>();
const texts = new Map<string, Promise<string>>();
const catalogues = new Map<string, Readonly<Record<string, string>>>();

const moduleOf = (ruleset: string): string => `engine_${ruleset}.wasm`;

function loadModule(file: string): Promise<WebAssembly.Module> {
  return once(modules, file, compile);
}

/** Every game that the engine plays. */
export function loadGames(): Promise<readonly Game[]> {
  return once(lists, 'games.json', async file => (await fetchFile(file)).json() as Promise<readonly Game[]>);
}

/** What a game's page shows of its scenarios, by their ids. */
export type Scenes = Readonly<Record<string, Scene>>;

export async function loadScenes(ruleset: string): Promise<Scenes> {
  const all = await once(scenes, 'scenes.json', async file => (await fetchFile(file)).json() as Promise<Readonly<Record<string, Scenes>>>);
  return all[ruleset] ?? {};
}

function loadDocument(name: string): Promise<string> {
  return once(texts, `data/${name}`, async file => (await fetchFile(file)).text());
}

export async function loadGame(ruleset: string): Promise<Game> {
  const game = (await loadGames()).find(({ id }) => id === ruleset);
  if (!game) throw new LoadError(`data/${ruleset}`, 404);
  return game;
}

function keepWords(game: Game, documents: Parts['documents']): void {
  for (const language of ['en', 'fr'] as const) {
    const merged: Record<string, string> = {};
    for (const [name, text] of documents)
      if (name === `text/${language}.json` || name === `${game.id}/${language}.json`) Object.assign(merged, JSON.parse(text));
    catalogues.set(`${game.id} ${language}`, merged);
  }
}

async function loadParts(game: Game, module: string, names: readonly string[]): Promise<Parts> {
  const [compiled, documents] = await Promise.all([
    loadModule(module),
    Promise.all(names.map(async name => [name, await loadDocument(name)] as const)),
  ]);
  keepWords(game, documents);
  return { module: compiled, documents };
}

/**
 * Module and documents of a game, with one scenario (none: only those that all scenarios share), which may bring its own text. words() knows
 * the game from then on.
 */
export function loadRuleset(ruleset: string, scenario?: string, scenarioText?: string): Promise<Parts> {
  return loadScenario(moduleOf(ruleset), ruleset, scenario, scenarioText);
}

/** The same with the module of all games, which can think ahead. */
export function loadTeaching(ruleset: string, scenario: string, scenarioText?: string): Promise<Parts> {
  return loadScenario('engine.wasm', ruleset, scenario, scenarioText);
}

async function loadScenario(module: string, ruleset: string, scenario?: string, scenarioText?: string): Promise<Parts> {
  const game = await loadGame(ruleset);
  const file = `${ruleset}/scenarios/${scenario ?? ''}.json`;
  const isListed = scenarioText === undefined && game.scenarios.some(({ id }) => id === scenario);
  const parts = await loadParts(game, module, isListed ? [...game.documents, file] : game.documents);
  return scenarioText === undefined ? parts : { ...parts, documents: [...parts.documents, [file, scenarioText]] };
}

/** Module and documents of a game's army lists, or null when it has none. words() knows the game from then on. */
export async function loadArmyParts(ruleset: string): Promise<Parts | null> {
  const game = await loadGame(ruleset);
  return game.armies ? loadParts(game, moduleOf(ruleset), game.documents) : null;
}

/** The document of a scenario's guided game, fetched when it is first wanted. */
export async function loadLesson(ruleset: string, scenario: string): Promise<string> {
  const guide = (await loadGame(ruleset)).scenarios.find(({ id }) => id === scenario)?.guide;
  if (guide === undefined) throw new LoadError(`data/${ruleset}/lessons/${scenario}.json`, 404);
  return loadDocument(guide);
}

/** An Engine of its own from parts, with every document in it. */
export async function makeEngine(parts: Parts): Promise<Engine> {
  const engine = await Engine.load(parts.module);
  for (const [name, text] of parts.documents) engine.addDocument(name, text);
  return engine;
}

/** An Engine that is ready for loadMatch(ruleset, scenario). */
export async function loadEngine(ruleset: string, scenario: string, scenarioText?: string): Promise<Engine> {
  return makeEngine(await loadRuleset(ruleset, scenario, scenarioText));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/* What the first line of a journal says that it needs; the engine will judge the rest. */
function namesOf(journal: string): { ruleset: string; scenario: string; scenarioText: string } {
  let header: unknown = null;
  try {
    header = JSON.parse(journal.split('\n', 1)[0] ?? '');
  } catch {
    /* The engine says it better. */
  }
  const name = (key: string): string => (isObject(header) && typeof header[key] === 'string' ? header[key] : '');
  return { ruleset: name('ruleset'), scenario: name('scenario'), scenarioText: name('scenario_text') };
}

/**
 * A journal in an Engine of its own, checked, and the text of its scenario where the journal brings it. Throws an EngineFault when not even
 * its first line is good.
 */
export async function loadJournal(text: string): Promise<{ engine: Engine; journal: Journal; scenarioText?: string }> {
  const { ruleset, scenario, scenarioText } = namesOf(text);
  const games = await loadGames();
  /* Of a game that is not there any engine can say so. */
  const known = games.find(({ id }) => id === ruleset) ?? games[0];
  if (!known) throw new LoadError('games.json', 404);
  const engine = await makeEngine(known.id === ruleset ? await loadRuleset(ruleset, scenario) : { module: await loadModule(moduleOf(known.id)), documents: [] });
  return { engine, journal: engine.openJournal(text), ...(scenarioText && { scenarioText }) };
}

/** The game's texts by their keys; empty until one of its engines has been loaded. */
export function words(ruleset: string, language: Language): Readonly<Record<string, string>> {
  return catalogues.get(`${ruleset} ${language}`) ?? {};
}
