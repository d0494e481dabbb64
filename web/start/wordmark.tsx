/* wordmark.tsx: the name in engraved capitals, drawn here so that it looks the same with every font. */
import type { JSX } from 'preact';

/* Capitals 100 high: the black of the letter, and the light line cut along its heavy strokes. */
const letters = {
  M: {
    width: 118,
    black: 'M2 0H25L59 74 92 0H114V4H104V96H114V100H78V96H89V14L54 97 16 16V96H26V100H2V96H12V4H2Z',
    light: 'M96.500 10V92M21 8L54 80',
  },
  E: {
    width: 74,
    black: 'M4 0H62L63 23H60C58 10 54 4 42 4H29V47H38C46 47 49 43 50 36H53V62H50C49 54 46 51 38 51H29V96H44C57 96 61 88 64 75H67L65 100H4V96H14V4H4Z',
    light: 'M21.500 9V91',
  },
  S: {
    width: 66,
    black: 'M51 2L52 27H49C46 11 37 3 28 3C18 3 14 10 14 17C14 40 58 40 58 72C58 90 45 102 30 102C20 102 14 98 10 98L7 100 5 71H8C11 88 20 98 31 98C41 98 46 91 46 83C46 59 4 60 4 26C4 10 15-2 30-2C38-2 43 3 47 3Z',
    light: 'M9.500 24C10 48 52 50 52 76',
  },
  T: {
    width: 86,
    black: 'M4 0H82L84 25H81C79 10 74 4 62 4H51V96H62V100H24V96H35V4H24C12 4 7 10 5 25H2Z',
    light: 'M43 9V91',
  },
  R: {
    width: 92,
    black: 'M4 0H42C64 0 74 10 74 26C74 40 65 49 51 51L78 93C80 95 83 96 88 96V100H66L37 52H29V96H40V100H4V96H14V4H4ZM29 4V48H38C52 48 59 40 59 26C59 11 52 4 38 4Z',
    light: 'M21.500 9V91M66.500 17C68 24 67.500 31 65 37M47 54L71 92',
  },
} as const;

export function Wordmark(): JSX.Element {
  let x = 0;
  const placed = [...'MESTRE'].map(name => {
    const letter = letters[name as keyof typeof letters];
    const at = x;
    x += letter.width + 6;
    return { letter, at };
  });
  return (
    <svg class="wordmark" role="img" aria-label="Mestre" viewBox={`-2 -6 ${x} 112`}>
      {placed.map(({ letter, at }) => (
        <g key={at} transform={`translate(${at} 0)`}>
          <path class="black" fill-rule="evenodd" d={letter.black} />
          <path class="light" d={letter.light} />
        </g>
      ))}
    </svg>
  );
}
