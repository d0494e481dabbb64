/* rule_link.tsx: the id of a rule, wherever one is named. It opens the rule in the drawer. */
import type { ComponentChildren, JSX } from 'preact';
import { text } from '../../text';
import { useDesk } from '../desk';

/** `children` stand in place of the id, which is then told to screen readers beside them. */
export function RuleLink({ id, children }: { id: string; children?: ComponentChildren }): JSX.Element {
  const desk = useDesk();
  const label = children === undefined ? text('rule.open', { id }) : undefined;
  return (
    <button type="button" class="rule-link" aria-label={label} title={text('rule.open', { id })} onClick={() => desk.openRule(id)}>
      {children ?? id}
    </button>
  );
}
