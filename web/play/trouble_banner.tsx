/* trouble_banner.tsx: the connection is away: said calmly, once, while it is tried again. */
import type { JSX } from 'preact';
import { text } from '../text';
import { useDesk } from './desk';

export function TroubleBanner(): JSX.Element {
  const { line } = useDesk().session;
  return (
    <div class="trouble" role="status">
      {line.value !== 'online' && <p>{text(line.value === 'offline' ? 'line.offline' : 'line.connecting')}</p>}
    </div>
  );
}
