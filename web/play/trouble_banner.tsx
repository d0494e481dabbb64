/* trouble_banner.tsx: the connection is away, which is said calmly, once, while it is tried again; or the game itself is. */
import type { JSX } from 'preact';
import { text } from '../text';
import { useDesk } from './desk';

export function TroubleBanner(): JSX.Element {
  const { line } = useDesk().session;
  return (
    <div class="trouble" role="status">
      {line.value !== 'online' && <p>{text(`line.${line.value}`)}</p>}
    </div>
  );
}
