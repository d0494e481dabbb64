/* choices.tsx: the small controls of the new-game form. */
import { Fragment, type ComponentChildren, type JSX } from 'preact';

export interface Choice<T extends string> {
  readonly value: T;
  readonly title: string;
  readonly note?: string;
  readonly disabled?: boolean;
  readonly more?: ComponentChildren;      /* shown below it while it is chosen */
}

interface ChoicesProps<T extends string> {
  name: string;
  legend: string;
  choices: readonly Choice<T>[];
  value: T;
  choose: (value: T) => void;
}

/** One of a few, each with a line of its own. */
export function Choices<T extends string>({ name, legend, choices, value, choose }: ChoicesProps<T>): JSX.Element {
  return (
    <fieldset class="choices">
      <legend>{legend}</legend>
      {choices.map(choice => (
        <Fragment key={choice.value}>
          <label class="choice">
            <input type="radio" name={name} value={choice.value} checked={choice.value === value} disabled={choice.disabled ?? false}
              onChange={() => choose(choice.value)} />
            <span class="choice-title">{choice.title}</span>
            {choice.note !== undefined && <span class="choice-note">{choice.note}</span>}
          </label>
          {choice.value === value && choice.more}
        </Fragment>
      ))}
    </fieldset>
  );
}
