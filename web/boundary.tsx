/* boundary.tsx: a bug on a screen is said plainly, with a way on, in place of an empty page. What was confirmed is safe at the host. */
import { Component, type ComponentChildren, type JSX } from 'preact';
import { Message } from './message';
import { text } from './text';

export class Boundary extends Component<{ children: ComponentChildren }, { error: unknown }> {
  override state = { error: null as unknown };

  static override getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  override render(): ComponentChildren {
    if (this.state.error === null) return this.props.children;
    return <Message title={text('opening.broken')}><Reload /></Message>;
  }
}

function Reload(): JSX.Element {
  return <button type="button" class="act main-act" onClick={() => location.reload()}>{text('message.reload')}</button>;
}
