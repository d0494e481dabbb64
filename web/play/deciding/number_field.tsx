/* number_field.tsx: a number that can be typed. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { language } from '../../text';
import { formatNumber, parseNumber } from './measure';

/** A number that is being typed is the reader's until he has done; then it is proposed, or put back. */
export function NumberField({ label, unit, value, digits, set }: {
  label: string; unit: string; value: number; digits: number; set: (value: number) => void;
}): JSX.Element {
  const [typed, type] = useState<string | null>(null);
  const shown = formatNumber(value, digits, language.value);
  const done = (): void => {
    const number = typed === null ? null : parseNumber(typed);
    type(null);
    if (number !== null && typed !== shown) set(number);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || typed === null) return;
    event.preventDefault();
    done();
  };
  return (
    <label class="number">
      <span>{label}</span>
      <input
        type="text" inputMode="decimal" autocomplete="off" value={typed ?? shown} onInput={event => type(event.currentTarget.value)}
        onBlur={done} onKeyDown={press} onFocus={event => event.currentTarget.select()}
      />
      <span class="number-unit">{unit}</span>
    </label>
  );
}
