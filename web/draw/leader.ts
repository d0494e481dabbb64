/*
 * leader.ts: a commander on his disc: hat, plume and sash, a baton in his hand, his rank as pips along the lower rim. One who leads all has a
 * second rim. Drawn around 0,0 for a disc of radius 1, upright.
 */
export interface LeaderDrawing {
  readonly coat: string;                  /* filled in the colour of his side */
  readonly face: string;                  /* light, with an outline */
  readonly dark: string;                  /* hat and baton's ends, in ink */
  readonly baton: string;                 /* a stroke */
  readonly plume: string;                 /* light, with an outline */
  readonly sign: string;                  /* what stands for him from far away */
}

const dot = (x: number, y: number, r: number): string => `M${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}Z`;

export const leader: LeaderDrawing = {
  coat: 'M-.62 .66Q-.58 .16-.2 .1H.2Q.58 .16 .62 .66Q0 .92-.62 .66Z',
  face: `${dot(0, -0.12, 0.21)}M-.3 .12L0 .36L.3 .12L.12 .02H-.12Z`,
  dark: 'M-.52-.22Q-.3-.36-.24-.38Q-.26-.7 .02-.7Q.26-.7 .24-.38Q.32-.36 .52-.22Q0-.34-.52-.22Z',
  baton: 'M.1 .56L.7 .12',
  plume: 'M-.16-.46Q-.5-.9-.78-.56Q-.86-.3-.62-.2Q-.7-.42-.5-.46Q-.32-.46-.2-.38Z',
  sign: `${dot(0, -0.3, 0.3)}M-.56 .62Q-.5 .08 0 .06Q.5 .08 .56 .62Z`,
};

const STEP = 26, LOW = 90;                /* degrees between pips; the lowest point of the disc */

/** As many pips as his rank, along the rim from left to right. */
export function rankPips(rank: number, radius: number, size: number): string {
  let d = '';
  for (let i = 0; i < rank; i++) {
    const turn = ((LOW + ((rank - 1) / 2 - i) * STEP) * Math.PI) / 180;
    const x = Math.cos(turn) * radius, y = Math.sin(turn) * radius;
    d += `M${(x - size).toFixed(2)} ${y.toFixed(2)}l${size} ${-size}l${size} ${size}l${-size} ${size}Z`;
  }
  return d;
}
