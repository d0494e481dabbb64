/* side.tsx: the panels beside the table, one at a time. On a phone they are a sheet that is pulled up. */
import type { JSX } from 'preact';
import { text } from '../text';
import { UnitPanel } from './deciding/unit_panel';
import { sheet, type Desk, type Panel, useDesk } from './desk';
import { ChatPanel } from './knowing/chat_panel';
import { ListPanel } from './knowing/list_panel';
import { LogPanel } from './knowing/log_panel';
import { unread } from './knowing/unread';
import { AnalysisPanel } from '../replay/analysis_panel';
import { SinceList } from './since_list';

/* The rules are a drawer of their own, which this tab opens. */
const contents: Record<Exclude<Panel, 'rules'>, () => JSX.Element | null> = { unit: UnitPanel, log: LogPanel, list: ListPanel, chat: ChatPanel, analysis: AnalysisPanel };

/** The panels of a desk in the order of their keys. Words are exchanged only where somebody else may read them, and a game is analysed when it is over. */
export function panelsOf(desk: Desk): readonly Panel[] {
  const { mode } = desk.session.info.value;
  if (mode === 'replay') return ['unit', 'log', 'list', 'rules', 'analysis'];
  return mode === 'link' ? ['unit', 'log', 'list', 'rules', 'chat'] : ['unit', 'log', 'list', 'rules'];
}

export function openPanel(desk: Desk, panel: Panel): void {
  if (panel === 'rules') desk.openRule(null);
  else {
    desk.panel.value = panel;
    sheet.value = true;
  }
}

function moveFocus(event: KeyboardEvent, desk: Desk): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const tabs: Panel[] = panelsOf(desk).filter(panel => panel !== 'rules');
  const next = tabs[(tabs.indexOf(desk.panel.value) + step + tabs.length) % tabs.length];
  if (!next) return;
  event.preventDefault();
  desk.panel.value = next;
  document.getElementById(`tab-${next}`)?.focus();
}

/* Words that wait to be read. */
function Unread(): JSX.Element | null {
  const count = unread(useDesk().session);
  if (count === 0) return null;
  return <> <span class="unread">{count}<span class="unseen"> {text('chat.unread')}</span></span></>;
}

function Tab({ panel }: { panel: Panel }): JSX.Element {
  const desk = useDesk();
  const selected = desk.panel.value === panel;
  return (
    <button
      type="button" role="tab" id={`tab-${panel}`} aria-selected={selected} aria-controls="panel" tabIndex={selected ? 0 : -1}
      onClick={() => openPanel(desk, panel)}
    >{text(`panel.${panel}`)}{panel === 'chat' && <Unread />}</button>
  );
}

export function Side(): JSX.Element {
  const desk = useDesk();
  const shown = desk.panel.value === 'rules' ? 'unit' : desk.panel.value;
  const Content = contents[shown];
  return (
    <aside class={`play-side ${sheet.value ? 'up' : 'down'}`} data-region="side" tabIndex={-1} aria-label={text('region.side')}>
      <div class="side-tabs">
        <button type="button" class="pull" aria-expanded={sheet.value} aria-controls="panel" onClick={() => { sheet.value = !sheet.value; }}>
          {text(sheet.value ? 'sheet.lower' : 'sheet.raise')}
        </button>
        <div class="tabs" role="tablist" aria-label={text('region.side')} onKeyDown={event => moveFocus(event, desk)}>
          {panelsOf(desk).filter(panel => panel !== 'rules').map(panel => <Tab key={panel} panel={panel} />)}
        </div>
        <button type="button" class="tab-like" aria-haspopup="dialog" onClick={() => openPanel(desk, 'rules')}>{text('panel.rules')}</button>
      </div>
      <div class="panel" id="panel" role="tabpanel" aria-labelledby={`tab-${shown}`} tabIndex={0}><Content /></div>
      <SinceList />
    </aside>
  );
}
