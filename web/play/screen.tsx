/* screen.tsx: the screen of play: the table, what is asked, and the panels beside it. */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { words } from '../engine/load';
import { Guide } from '../lesson/guide';
import { DiceDialog } from './deciding/dice_dialog';
import { Prompt } from './deciding/prompt';
import { Desk, DeskContext, useDesk } from './desk';
import { EndBanner, type Ways } from './end_banner';
import { HelpDialog } from './help_dialog';
import { listenToKeys } from './keys';
import { LiveRegion } from './knowing/live_region';
import { RuleDrawer } from './knowing/rule_drawer';
import { Sequence } from './knowing/sequence';
import { ToolBar } from './knowing/tool_bar';
import { Menu } from './menu';
import { PlaybackBar } from './playback_bar';
import { PresenceMarks } from './presence_marks';
import { Side } from './side';
import { setStage } from './stage';
import { StandInDialog } from './stand_in';
import { language, text } from '../text';
import { TroubleBanner } from './trouble_banner';

function Table(): JSX.Element {
  const desk = useDesk();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current ? setStage(desk, place.current) : undefined, [desk]);
  return (
    <main class="play-table" data-region="table" tabIndex={-1} aria-label={text('region.table')}>
      <div class="play-board" ref={place} />
      <ToolBar />
      <PlaybackBar />
    </main>
  );
}

function Parts({ ways }: { ways: Ways }): JSX.Element {
  const { playback, session } = useDesk();
  return (
    <div class="play">
      <header class="play-head" data-region="head" tabIndex={-1}>
        <Sequence />
        <h1 class="unseen">{words(session.info.value.ruleset, language.value)['game.title'] ?? text('page.name')}</h1>
        <PresenceMarks />
        <Menu />
      </header>
      <TroubleBanner />
      <Table />
      <Guide />
      <section class="play-prompt" data-region="prompt" tabIndex={-1} aria-label={text('region.prompt')}>
        {session.over.value && !playback.playing.value ? <EndBanner ways={ways} /> : <Prompt />}
      </section>
      <Side />
      <DiceDialog />
      <RuleDrawer />
      <HelpDialog />
      <StandInDialog />
      <LiveRegion />
    </div>
  );
}

/* The keyboard begins at what is asked. Nobody has gone there, so that no ring is drawn around it. */
function beginAtPrompt(): void {
  const prompt = document.querySelector<HTMLElement>('[data-region="prompt"]');
  prompt?.classList.add('at-first');
  prompt?.addEventListener('blur', () => prompt.classList.remove('at-first'), { once: true });
  prompt?.focus({ preventScroll: true });
}

export function Screen({ desk, ways }: { desk: Desk; ways: Ways }): JSX.Element {
  useEffect(() => {
    const ends = [desk.playback.follow(), listenToKeys(desk)];
    if (document.activeElement === document.body) beginAtPrompt();
    return () => { for (const end of ends) end(); };
  }, [desk]);
  return <DeskContext.Provider value={desk}><Parts ways={ways} /></DeskContext.Provider>;
}
