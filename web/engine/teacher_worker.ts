/*
 * teacher_worker.ts: an engine of its own in a worker that thinks: about a hint, or about a whole game. It does one thing and is ended then; the page
 * ends it earlier when nobody waits for the answer any more (teacher.ts).
 */
import { makeEngine } from './load';
import type { AnalyseMessage, FromTeacher, HintMessage, ToTeacher } from './teacher_protocol';

/** The part of a worker's global scope that is used here. */
interface Scope {
  onmessage: ((message: { data: ToTeacher }) => void) | null;
  postMessage(message: FromTeacher): void;
}

const scope = globalThis as unknown as Scope;

async function advise({ parts, ruleset, scenario, options, state, seat, level, language }: HintMessage['hint']): Promise<FromTeacher> {
  const engine = await makeEngine(parts);
  engine.loadMatch(ruleset, scenario, options);
  engine.install(state, seat);
  return { advice: engine.hint(seat, level, language) };
}

async function analyse({ parts, journal, level }: AnalyseMessage['analyse']): Promise<FromTeacher> {
  const engine = await makeEngine(parts);
  engine.openJournal(journal);
  for (let progress = engine.beginAnalysis(level); progress.line < progress.lines;) {
    progress = engine.analyseNext();
    scope.postMessage({ progress });
  }
  return { analyses: { en: engine.analysis('en'), fr: engine.analysis('fr') } };
}

scope.onmessage = ({ data }) => {
  const answer = 'hint' in data ? advise(data.hint) : analyse(data.analyse);
  answer.catch((error: unknown): FromTeacher => ({ fault: String(error) })).then(said => scope.postMessage(said));
};
