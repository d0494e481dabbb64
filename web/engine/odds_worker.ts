/*
 * odds_worker.ts: an engine of its own in a worker, so that exact odds never hold up the page. It answers one question after the
 * other; which one comes next is the page's business (odds.ts).
 */
import type { Engine } from './engine';
import { makeEngine } from './load';
import type { AskMessage, FromWorker, OpenMessage, ToWorker } from './odds_protocol';

/** The part of a worker's global scope that is used here. */
interface Scope {
  onmessage: ((message: { data: ToWorker }) => void) | null;
  postMessage(message: FromWorker): void;
}

const scope = globalThis as unknown as Scope;
let opened: OpenMessage['open'] | null = null;
let engine: Promise<Engine> | null = null;

async function make({ parts, ruleset, scenario, options }: OpenMessage['open']): Promise<Engine> {
  const made = await makeEngine(parts);
  made.loadMatch(ruleset, scenario, options);
  return made;
}

function open(match: OpenMessage['open']): void {
  opened = match;
  engine = make(match);
  engine.catch(() => undefined);            /* each question will say so */
}

async function answer({ id, state, seat, decision, policy, language, answers }: AskMessage['ask']): Promise<void> {
  try {
    if (!engine) throw new Error('no match is open');
    const ready = await engine;
    if (state) ready.install(state, seat);
    scope.postMessage({ id, odds: ready.odds(seat, decision, policy, language, answers) });
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError && opened) open(opened);      /* a bug: this instance is of no use any more */
    scope.postMessage({ id, fault: String(error) });
  }
}

scope.onmessage = ({ data }) => {
  if ('open' in data) open(data.open);
  else void answer(data.ask);
};
