/* tool_bar.tsx: tape, sight and rings: which one is in hand, between what it measures, and what it says. Everything goes without a pointer. */
import type { JSX } from 'preact';
import type { Refusal, Seat } from '../../engine/engine';
import { sidesOf } from '../../engine/sides';
import type { Session } from '../../game/session';
import { language, text } from '../../text';
import { formatNumber, toUnit } from '../deciding/measure';
import { calledName } from '../deciding/model';
import { capital, pieceName, seatCalled, seatName, word, wordsOf } from '../deciding/vocabulary';
import { useDesk, type Desk, type Tool } from '../desk';
import { typeName } from '../looks';
import { measureOf } from '../measure/measure';
import { partsOf } from './log_model';
import { Sentence } from './piece_link';
import { lengthText } from './pieces';
import { RuleLink } from './rule_link';
import { bodyOf, endOf, kitOf, measured, ringsFor, seen, standing, type End, type RingsOf, type Units } from './tool_kit';

const tools = ['tape', 'sight', 'rings'] as const;

/* A small drawing for each tool. */
const drawings: Record<(typeof tools)[number], string> = {
  tape: 'M3 15L15 3L21 9L9 21ZM6.5 11.5L9 14M9.5 8.5L11.5 10.5M12.5 5.5L15 8',
  sight: 'M2 12Q12 3 22 12Q12 21 2 12ZM12 8.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7Z',
  rings: 'M12 10.5a1.5 1.5 0 1 0 0 3a1.5 1.5 0 1 0 0-3ZM12 6.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11ZM12 2.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0-19Z',
};

/** Both units, as they are said; where places are counted there is one. */
function lengths(session: Session, distance: number): string {
  if (measureOf(session.match).counts) return lengthText(session, distance);
  const said = (unit: 'in' | 'cm'): string => text(`length.${unit}`, { length: formatNumber(toUnit(distance, unit), 2, language.value) });
  return text('tool.lengths', { one: said('in'), other: said('cm') });
}

/* Without the id, which stands behind it as a link. */
const reasonOf = ({ rule, text: why = '' }: Refusal): string => (why.startsWith(rule) ? why.slice(rule.length).replace(/^\s*:\s*/, '') : why);

const unitsOf = (desk: Desk): Units => desk.session.view.value?.state.units ?? {};

interface PickerProps { label: string; end: End | null; without: string | null; places: boolean; pick: (piece: string | null) => void }

/* One end of a measurement by its name. */
function Picker({ label, end, without, places, pick }: PickerProps): JSX.Element {
  const desk = useDesk();
  const { match } = desk.session;
  return (
    <label class="picker">
      <span aria-hidden="true">{label}</span>
      <select aria-label={label} value={end ? end.piece ?? '@' : ''} onChange={event => pick(event.currentTarget.value || null)}>
        <option value="">{text('tool.choose')}</option>
        {places && end?.piece === null && <option value="@">{text('tool.place')}</option>}
        {standing(match, unitsOf(desk)).filter(id => id !== without).map(id => <option key={id} value={id}>{pieceName(desk.session, id)}</option>)}
      </select>
    </label>
  );
}

function Ends({ tool }: { tool: 'tape' | 'sight' }): JSX.Element {
  const desk = useDesk();
  const kit = kitOf(desk);
  const { match } = desk.session;
  const set = (which: 'from' | 'to') => (piece: string | null): void => {
    if (piece !== '@') kit[which].value = piece === null ? null : endOf(match, unitsOf(desk), piece);
  };
  return (
    <>
      <Picker label={text('tool.from')} end={kit.from.value} without={kit.to.value?.piece ?? null} places={tool === 'tape'} pick={set('from')} />
      <Picker label={text('tool.to')} end={kit.to.value} without={kit.from.value?.piece ?? null} places pick={set('to')} />
    </>
  );
}

function Tape(): JSX.Element {
  const desk = useDesk();
  const { from: { value: from }, to: { value: to } } = kitOf(desk);
  const found = from && to ? measured(desk.session.match, unitsOf(desk), from, to) : null;
  return (
    <>
      <Ends tool="tape" />
      <output class="finding">
        {found ? <strong>{lengths(desk.session, found.gap.distance)}</strong> : text('tape.hint')}
        {found?.middles && <span class="also-measured">{text('tape.middles', { lengths: lengths(desk.session, found.middles.distance) })}</span>}
      </output>
    </>
  );
}

function Why({ refusal }: { refusal: Refusal }): JSX.Element {
  const { session } = useDesk();
  const blocker = refusal.unit === undefined ? [] : [refusal.unit];
  const parts = partsOf(capital(reasonOf(refusal)), blocker, id => typeName(session.match, wordsOf(session), id),
    id => calledName(session.match, id, language.value));
  return <span class="why"><Sentence parts={parts} /> <RuleLink id={refusal.rule} /></span>;
}

function Sight(): JSX.Element {
  const desk = useDesk();
  const kit = kitOf(desk);
  const from = kit.from.value?.piece ?? null, to = kit.to.value;
  const found = from !== null && to ? seen(desk.session, unitsOf(desk), from, to) : null;
  return (
    <>
      <Ends tool="sight" />
      <label class="tick">
        <input type="checkbox" checked={kit.shading.value} onChange={event => { kit.shading.value = event.currentTarget.checked; }} />
        {text('sight.shade')}
      </label>
      <output class={`finding${found ? (found.clear ? ' clear' : ' blocked') : ''}`}>
        {!found && text(from === null ? 'sight.hint' : 'sight.second')}
        {found && <strong>{text(found.clear ? 'sight.clear' : 'sight.blocked')}</strong>}
        {found?.refusal && <Why refusal={found.refusal} />}
        {found?.cover && <Why refusal={found.cover} />}
      </output>
    </>
  );
}

/* They are named on the table; here are their rules. */
function Distances({ chosen }: { chosen: ReturnType<typeof ringsFor> }): JSX.Element {
  const { session } = useDesk();
  const words = wordsOf(session);
  return (
    <details>
      <summary>{text('rings.list', { count: String(chosen.length) })}</summary>
      <ul>
        {chosen.map(({ ring }) => (
          <li key={ring.name} class={ring.threat ? 'threat' : ''}>
            {capital(word(words, 'ring', ring.name) ?? ring.name)}
            {ring.distance > 0 && <>{' '}<strong title={lengths(session, ring.distance)}>{lengthText(session, ring.distance)}</strong></>} <RuleLink id={ring.rule} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Rings(): JSX.Element {
  const desk = useDesk();
  const kit = kitOf(desk);
  const { match, seat } = desk.session;
  const wanted = kit.ringsOf.value, selected = desk.selected.value;
  const chosen = wanted === 'selected' ? ringsFor(desk.session, wanted, selected) : [];
  const label = (other: Seat): string => text(other === seat ? 'rings.mine' : 'rings.theirs', { name: (other === seat ? seatName : seatCalled)(desk.session, other) });
  const present = selected !== null && bodyOf(match, unitsOf(desk), selected) !== null;
  return (
    <>
      <label class="picker">
        <span aria-hidden="true">{text('rings.of')}</span>
        <select aria-label={text('rings.of')} value={wanted} onChange={event => { kit.ringsOf.value = event.currentTarget.value as RingsOf; }}>
          <option value="selected">{text('rings.selected')}</option>
          {sidesOf(match).map(other => <option key={other} value={other}>{label(other)}</option>)}
        </select>
      </label>
      {wanted === 'selected' && (
        <Picker label={text('rings.piece')} end={present ? { piece: selected, at: { x: 0, y: 0 } } : null} without={null} places={false}
          pick={piece => { desk.selected.value = piece; }} />
      )}
      <output class="finding">
        {wanted === 'selected' && !present && text('rings.hint')}
        {present && wanted === 'selected' && chosen.length === 0 && text('rings.none')}
        {chosen.length > 0 && <Distances chosen={chosen} />}
      </output>
    </>
  );
}

const settings: Record<(typeof tools)[number], () => JSX.Element> = { tape: Tape, sight: Sight, rings: Rings };

export function ToolBar(): JSX.Element {
  const desk = useDesk();
  const tool = desk.tool.value;
  const take = (name: Tool): void => { desk.tool.value = tool === name ? 'none' : name; };
  const Settings = tool === 'none' ? null : settings[tool];
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || tool === 'none') return;
    event.preventDefault();
    desk.tool.value = 'none';
  };
  return (
    <div class="tool-bar" role="group" aria-label={text('tool.title')} onKeyDown={key}>
      <div class="tools">
        {tools.map(name => (
          <button key={name} type="button" aria-pressed={tool === name} title={text(`tool.${name}`)} onClick={() => take(name)}>
            <svg viewBox="0 0 24 24" aria-hidden="true"><path d={drawings[name]} /></svg>
            <span>{text(`tool.${name}`)}</span>
          </button>
        ))}
      </div>
      {Settings && <div class="tool-settings"><Settings /></div>}
    </div>
  );
}
