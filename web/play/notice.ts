/* notice.ts: it is my turn: the title of the page, a soft sound, and a notification where the reader has asked for one. */
import { computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import { isAsked, type Session } from '../game/session';
import { recall, remember } from '../memory';
import { text } from '../text';

/** What the title of the page says before its name; empty for nothing. */
export const headline = signal('');

export const sound = signal(recall('sound') !== 'off');

export function useSound(on: boolean): void {
  sound.value = on;
  remember('sound', on ? 'on' : 'off');
  if (on) chime();
}

const permission = signal(typeof Notification === 'undefined' ? 'denied' : Notification.permission);

export const mayAskForNotifications: ReadonlySignal<boolean> = computed(() => permission.value === 'default');

export async function askForNotifications(): Promise<void> {
  permission.value = await Notification.requestPermission();
}

let audio: AudioContext | null = null;

/* Two notes of a far bell, quiet. Before the first touch nothing may sound, and a browser complains of whoever tries. */
function chime(): void {
  if (navigator.userActivation?.hasBeenActive === false) return;
  try {
    audio ??= new AudioContext();
    const start = audio.currentTime + 0.02;
    for (const [i, pitch] of [523.25, 784].entries()) strike(audio, pitch, start + i * 0.16);
  } catch {
    /* No sound then. */
  }
}

function strike(context: AudioContext, pitch: number, at: number): void {
  const bell = context.createOscillator();
  const loudness = context.createGain();
  bell.frequency.value = pitch;
  bell.type = 'sine';
  loudness.gain.setValueAtTime(0, at);
  loudness.gain.linearRampToValueAtTime(0.08, at + 0.015);
  loudness.gain.exponentialRampToValueAtTime(0.0005, at + 0.9);
  bell.connect(loudness).connect(context.destination);
  bell.start(at);
  bell.stop(at + 1);
}

function notify(sentence: string): void {
  if (permission.peek() !== 'granted' || !document.hidden) return;
  try {
    const note = new Notification(text('page.name'), { body: sentence, tag: 'turn' });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    /* Some browsers allow it only to workers. */
  }
}

/* Is this seat asked for something now? */
function hasTurn(session: Session): boolean {
  return isAsked(session) && (session.view.value?.offers.length ?? 0) > 0;
}

/* Where the others answer at once a sound at each turn would only be noise, unless one looks elsewhere. */
function isWorthASound(session: Session): boolean {
  const atOnce = Object.values(session.standIns.peek()).some(({ sits }) => sits);
  return sound.peek() && (document.hidden || (session.info.peek().mode === 'link' && !atOnce));
}

/** Keep the title and tell when the seat's turn comes, until the answer is called. */
export function keepNotice(session: Session): () => void {
  let before: boolean | null = null;
  let title = '';
  const stop = effect(() => {
    const mine = hasTurn(session);
    title = text(session.over.value ? 'title.over' : mine ? 'title.turn' : session.seat === 'spectator' ? 'title.watch' : 'title.wait');
    headline.value = title;
    if (mine && before === false) {
      if (isWorthASound(session)) chime();
      notify(text('title.turn'));
    }
    before = mine;
  });
  return () => {
    stop();
    if (headline.peek() === title) headline.value = '';
  };
}
