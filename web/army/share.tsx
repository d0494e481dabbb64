/* share.tsx: an army for others: a code, a link, a file. */
import type { JSX } from 'preact';
import { armyText, type Army } from '../engine/armies';
import { save } from '../file';
import { useArmoury, type Armoury } from './armoury';
import { CopyField, Sheet } from './fields';
import { fileName } from './names';
import { say } from './words';

export function codeAddress(ruleset: string, code: string): string {
  return `#/army/${ruleset}/code/${code}`;
}

export function saveArmy(armoury: Armoury, army: Army): void {
  save(fileName(armoury, army), armyText(army), 'application/json');
}

export function ShareSheet({ army, close }: { army: Army; close: () => void }): JSX.Element {
  const armoury = useArmoury();
  const { value: code, fault } = armoury.armies.encode(army);
  return (
    <Sheet title={say('army.share.title')} close={close}>
      {fault && <p class="army-trouble" role="alert">{say('army.fault', { reason: fault.text })}</p>}
      {code !== undefined && (
        <>
          <p>{say('army.share.text')}</p>
          <CopyField label={say('army.code')} value={code} name={say('army.copy.code')} />
          <CopyField label={say('army.link')} value={new URL(codeAddress(armoury.ruleset, code), location.href).href} name={say('army.copy.link')} />
        </>
      )}
      <p>{say('army.file.text')}</p>
      <button type="button" class="act" onClick={() => saveArmy(armoury, army)}>{say('army.file.save')}</button>
    </Sheet>
  );
}
