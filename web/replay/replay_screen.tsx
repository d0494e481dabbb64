/* replay_screen.tsx: a finished game once more, from any viewpoint, step by step, with its dice verified. */
import { effect, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { EngineFault, type Viewer } from '../engine/engine';
import { Desk, DeskContext, useDesk, type Panel } from '../play/desk';
import { save } from '../file';
import { filmOf } from '../play/film';
import { FilmBar } from '../play/film_bar';
import { RuleDrawer } from '../play/knowing/rule_drawer';
import { Sequence } from '../play/knowing/sequence';
import { ToolBar } from '../play/knowing/tool_bar';
import { Menu } from '../play/menu';
import { Message } from '../message';
import { reducedMotion } from '../play/motion';
import { speed } from '../play/pace';
import { headlines } from '../play/playback';
import { Side } from '../play/side';
import { setStage } from '../play/stage';
import { bringBoard } from '../table/make';
import { text } from '../text';
import { GameAnalysis } from './analysis';
import { Controls } from './controls';
import { ReelPlayer } from './player';
import { Reel, ReplaySession } from './replay_session';
import { Verdict } from './verdict';

function Table(): JSX.Element {
  const desk = useDesk();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current ? setStage(desk, place.current) : undefined, [desk]);
  return (
    <main class="play-table" data-region="table" tabIndex={-1} aria-label={text('region.table')}>
      <div class="play-board" ref={place} />
      <ToolBar />
    </main>
  );
}

/* What the step was, in its own sentences. */
function Happened(): JSX.Element {
  const { session } = useDesk();
  const step = session.steps.value.at(-1);
  const sentences = step ? headlines(session, step) : [];
  return (
    <div class="happened" role="status" tabIndex={0}>
      {sentences.length === 0 ? <p class="unnoticed">{text('replay.unnoticed')}</p> : sentences.map((sentence, i) => <p key={i}>{sentence}</p>)}
    </div>
  );
}

function Film(): JSX.Element {
  const { screening } = useDesk();
  return <FilmBar skip={() => screening.finish()} paced={false} />;
}

/* The address of the page has the step. What came out of a file is nowhere else. */
function StepLink(): JSX.Element | null {
  const said = useSignal('');
  if (location.hash.startsWith('#/replay/file')) return null;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.href);
      said.value = text('replay.copied');
    } catch {
      said.value = text('replay.copy_by_hand');
    }
  };
  return <><button type="button" class="act" onClick={() => void copy()}>{text('replay.link')}</button><span class="copied" role="status">{said.value}</span></>;
}

function Acts({ reel }: { reel: Reel }): JSX.Element {
  return (
    <div class="reel-acts">
      <StepLink />
      <button type="button" class="act" onClick={() => save(reel.name, reel.text)}>{text('replay.export')}</button>
      <Verdict journal={reel.text} />
    </div>
  );
}

function Parts({ player, viewer, choose }: { player: ReelPlayer; viewer: Viewer; choose: (viewer: Viewer) => void }): JSX.Element {
  const { reel } = player;
  return (
    <div class="play replay">
      <header class="play-head" data-region="head" tabIndex={-1}><Sequence /><Menu /></header>
      <Table />
      <section class="play-prompt" data-region="prompt" tabIndex={-1} aria-label={text('replay.controls')}>
        {reel.journal.damage && <p class="doubt">{text('replay.damaged', { line: String(reel.journal.damage.line), reason: reel.journal.damage.text })}</p>}
        <Controls player={player} viewer={viewer} choose={choose} />
        <Film />
        <Happened />
        <Acts reel={reel} />
      </section>
      <Side />
      <RuleDrawer />
    </div>
  );
}

/* A step that moves pieces in time is shown as a film to one who comes from the step before it. */
function showFilms(player: ReelPlayer, { session, screening }: Desk): () => void {
  player.reel.came = (from, at) => {
    const step = at === from + 1 && !reducedMotion.peek() && speed.peek() !== 'once' ? session.steps.value[at] : undefined;
    const film = step ? filmOf(session.match, step.events) : null;
    if (film) screening.start({ n: at, film }, () => undefined);
    else screening.stop();
  };
  const end = effect(() => { player.busy.value = screening.reel.value !== null; });
  return () => {
    end();
    player.reel.came = null;
    screening.stop();
    player.busy.value = false;
  };
}

/** `address` is where this replay is found again; the step is added to it. */
function Running({ reel, first, address }: { reel: Reel; first: number; address: string }): JSX.Element {
  const viewer = useSignal<Viewer>('all');
  const player = useMemo(() => new ReelPlayer(reel), [reel]);
  const analysis = useMemo(() => new GameAnalysis(reel), [reel]);
  const panel = useSignal<Panel>('log');
  const desk = useMemo(() => {
    const session = new ReplaySession(reel, viewer.value), made = new Desk(session, session);
    made.panel.value = panel.peek();
    made.review = { analysis, at: reel.at, last: reel.journal.lines, go: step => player.go(step) };
    return made;
  }, [reel, viewer.value]);
  useEffect(() => {
    reel.go(first);
    return () => {
      player.close();
      analysis.stop();
    };
  }, [player]);
  useEffect(() => effect(() => { panel.value = desk.panel.value; }), [desk]);
  useEffect(() => showFilms(player, desk), [desk]);
  useEffect(() => effect(() => {
    desk.shown.value = reel.at.value;
    history.replaceState(null, '', `${address}/${reel.at.value}`);
  }), [desk]);
  return <DeskContext.Provider key={viewer.value} value={desk}><Parts player={player} viewer={viewer.value} choose={choice => { viewer.value = choice; }} /></DeskContext.Provider>;
}

export interface ReplaySource {
  readonly key: string;
  readonly address: string;
  readonly first: number;
  readonly load: () => Promise<{ name: string; text: string }>;
}

async function openReel(name: string, journal: string): Promise<Reel> {
  const reel = await Reel.open(name, journal);
  await bringBoard(reel.journal.match);
  return reel;
}

export function ReplayScreen({ source }: { source: ReplaySource }): JSX.Element {
  const reel = useSignal<Reel | null>(null);
  const trouble = useSignal('');
  useEffect(() => {
    let left = false;
    source.load().then(({ name, text: journal }) => openReel(name, journal)).then(
      opened => { if (!left) reel.value = opened; },
      (error: unknown) => {
        if (!left) trouble.value = error instanceof EngineFault ? text('replay.no_journal', { line: String(error.fault.line), reason: error.fault.text }) : text('replay.no_answer');
      });
    return () => { left = true; };
  }, [source.key]);
  if (trouble.value) return <Message title={text('replay.failed')}>{trouble.value}</Message>;
  if (!reel.value) return <main class="message" aria-busy="true"><p role="status">{text('opening.wait')}</p></main>;
  return <Running reel={reel.value} first={source.first} address={source.address} />;
}
