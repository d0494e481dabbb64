/* battle.tsx: this army against another: one's own, one that somebody has sent, or a suggestion; then the game as usual. */
import { useComputed, useSignal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { isStructured, type Answer, type Army, type Report } from '../engine/armies';
import { Choices } from '../start/choices';
import { NewGameForm } from '../start/new_game';
import { language } from '../text';
import { NationArms } from './arms';
import { rulesOf, useArmoury, type Armoury } from './armoury';
import { Select } from './fields';
import { NationField } from './frame';
import { armyFrom, faultText } from './incoming';
import { entries, isDamaged } from './kept';
import { armyName } from './names';
import { factsOf, Roster, Verdict } from './roster';
import { numeral, say } from './words';

type Source = 'suggestion' | 'mine' | 'code';

function limitOf(armoury: Armoury, army: Army): number {
  return army.limit ?? armoury.listOf(army)?.limit.standard ?? 0;
}

/* The armies of the shelf that could be meant, by their ids. */
function others(armoury: Armoury): readonly (readonly [id: string, army: Army])[] {
  return entries.value.flatMap(entry => {
    if (isDamaged(entry) || entry.ruleset !== armoury.ruleset) return [];
    const { value } = armoury.armies.read(entry.army);
    return value ? [[entry.id, value] as const] : [];
  });
}

/* The same options for both, since it is one game. */
function underRules(army: Army, own: Army): Army {
  if (!isStructured(army) || !isStructured(own)) return army;
  const { rules: _, ...rest } = army;
  return own.rules ? { ...rest, rules: own.rules } : rest;
}

interface Opponent { readonly army: Army | null; readonly trouble: string }

function useOpponent(armoury: Armoury, own: Army, id: string): {
  source: Signal<Source>; chosen: Signal<string>; code: Signal<string>; nation: Signal<string>; seed: Signal<number>; opponent: ReadonlySignal<Opponent>;
} {
  const first = useRef(Math.floor(Math.random() * 1e6));
  const source = useSignal<Source>('suggestion'), chosen = useSignal(''), code = useSignal(''), seed = useSignal(first.current);
  const nation = useSignal(armoury.armies.belligerents.find(each => each !== own.belligerent) ?? own.belligerent);
  const opponent = useComputed((): Opponent => {
    const found = (): Answer<Army> | null => {
      if (source.value === 'suggestion') return armoury.armies.suggest(nation.value, limitOf(armoury, own), seed.value);
      if (source.value === 'code') return code.value.trim() === '' ? null : armyFrom(armoury, code.value);
      const army = others(armoury).find(([each]) => each === (chosen.value || id))?.[1];
      return army ? { value: army } : null;
    };
    const answer = found();
    if (!answer) return { army: null, trouble: '' };
    return answer.fault ? { army: null, trouble: say('army.import.failed', { reason: faultText(answer.fault) }) } : { army: underRules(answer.value, own), trouble: '' };
  });
  return { source, chosen, code, nation, seed, opponent };
}

function Side({ army, report, title }: { army: Army; report: Report | null; title: string }): JSX.Element {
  const armoury = useArmoury();
  return (
    <section class="battle-side" aria-label={title}>
      <h3><NationArms nation={army.belligerent} /> {armyName(armoury, army)}</h3>
      <p>{factsOf(armoury, army, report)} <Verdict report={report} /></p>
      <Roster army={army} report={report} />
    </section>
  );
}

export function BattlePage({ army, id }: { army: Army; id: string }): JSX.Element {
  const armoury = useArmoury();
  const { source, chosen, code, nation, seed, opponent } = useOpponent(armoury, army, id);
  const report = armoury.armies.check(army, language.value).value?.report ?? null;
  const { army: enemy, trouble } = opponent.value, against = enemy ? armoury.armies.check(enemy, language.value).value?.report ?? null : null;
  const own = limitOf(armoury, army), isEven = !enemy || limitOf(armoury, enemy) === own;
  const name = armyName(armoury, army), enemyName = enemy ? armyName(armoury, enemy) : '…';
  const isReady = enemy !== null && report?.legal === true && against?.legal === true && isEven;
  const address = `#/army/${armoury.ruleset}/${id}`;
  return (
    <main class="army-page battle-page">
      <header class="army-heading">
        <NationArms nation={army.belligerent} />
        <div>
          <p class="crumb"><a href={address}>{name}</a></p>
          <h1>{say('army.battle')}</h1>
        </div>
      </header>
      {report && !report.legal && <p class="army-trouble" role="alert">{say('army.battle.illegal')} <a href={address}>{say('army.battle.mend')}</a></p>}
      <div class="battle-columns">
        <section class="battle-armies" aria-labelledby="enemy-title">
          <h2 id="enemy-title">{say('army.enemy')}</h2>
          <div class="new-game">
            <Choices<Source> name="enemy" legend={say('army.enemy.from')} value={source.value} choose={value => { source.value = value; }} choices={[
              {
                value: 'suggestion', title: say('army.enemy.suggestion'), note: say('army.enemy.suggestion.note', { limit: numeral(own) }),
                more: (
                  <div class="enemy-more">
                    <NationField value={nation.value} choose={value => { nation.value = value; }} />
                    <button type="button" class="act" onClick={() => { seed.value += 1; }}>{say('army.suggestion.other')}</button>
                  </div>
                ),
              },
              {
                value: 'mine', title: say('army.enemy.mine'), note: say('army.enemy.mine.note'),
                more: (
                  <div class="enemy-more">
                    <Select label={say('army.enemy.which')} value={chosen.value || id} choose={value => { chosen.value = value; }}
                      choices={others(armoury).map(([each, it]) => [each, armyName(armoury, it)])} />
                  </div>
                ),
              },
              {
                value: 'code', title: say('army.enemy.code'), note: say('army.enemy.code.note'),
                more: (
                  <label class="select-field enemy-more"><span class="field-label">{say('army.import.code')}</span>
                    <input type="text" value={code.value} autocomplete="off" spellcheck={false} onInput={event => { code.value = event.currentTarget.value; }} />
                  </label>
                ),
              },
            ]} />
          </div>
          <p class="army-trouble" role="alert">
            {trouble || (isEven ? '' : say('army.enemy.uneven', { own: numeral(own), other: numeral(enemy ? limitOf(armoury, enemy) : 0) }))}
          </p>
          {enemy && against && !against.legal && <p class="army-trouble" role="alert">{say('army.enemy.illegal', { reason: against.problems[0]?.text ?? '' })}</p>}
          <Side army={army} report={report} title={say('army.side.own')} />
          {enemy && <Side army={enemy} report={against} title={say('army.side.enemy')} />}
        </section>
        <section class="chosen-scenario" aria-labelledby="battle-title">
          <h2 id="battle-title">{say('army.versus', { a: name, b: enemyName })}</h2>
          <NewGameForm game={armoury.game} battle={isReady ? { armies: [army, enemy] } : null} rules={rulesOf(army)}
            title={say('army.versus', { a: name, b: enemyName })} sideName={seat => (seat === 'A' ? name : enemyName)} />
        </section>
      </div>
    </main>
  );
}
