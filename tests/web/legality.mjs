/*
 * legality.mjs MESTRE [GAME/SCENARIO..]: how long the page takes to judge a place while a piece is dragged: legality, reach, margin, borders
 * that draw it, and everything drawn of that. Games on a table, against the computer, played until something may march.
 *
 * Prints figures and judges nothing: they depend on the machine. For each: the script's time of a movement of the pointer and the time
 * between frames, at the median, the ninetieth and the ninety-ninth percentile.
 */
import { join } from 'node:path';
import { openBrowser } from './browser.mjs';
import { text, visit } from './page.mjs';
import { begin } from './scenes.mjs';
import { folder, startServe } from './table.mjs';

const [binary, ...named] = process.argv.slice(2);
if (!binary) throw new Error('usage: legality.mjs MESTRE [GAME/SCENARIO..]');
const games = named.length > 0 ? named : ['brevis/two_colonels', 'brevis/rocroi', 'liber/rocroi'];

/* Drag the ghost of the piece about for four seconds. Runs in the page. */
async function drag() {
  const { x, y, width, height } = document.querySelector('.ghost .body').getBoundingClientRect(), middle = { x: x + width / 2, y: y + height / 2 };
  const target = document.elementFromPoint(middle.x, middle.y);
  const point = (type, dx, dy) => {
    const start = performance.now();
    target.dispatchEvent(new PointerEvent(type, { pointerId: 1, pointerType: 'mouse', button: 0, buttons: 1, clientX: middle.x + dx, clientY: middle.y + dy, bubbles: true, cancelable: true }));
    return performance.now() - start;
  };
  const script = [], frames = [], verdicts = new Set();
  point('pointerdown', 0, 0);
  for (let i = 0, last = performance.now(); i < 240; i++) {
    script.push(point('pointermove', 180 * Math.sin(i / 17), 120 * Math.sin(i / 23)));
    await new Promise(done => requestAnimationFrame(done));
    frames.push(performance.now() - last);
    last = performance.now();
    verdicts.add(document.querySelector('.aim-verdict')?.textContent);
  }
  point('pointerup', 0, 0);
  const at = (list, part) => [...list].sort((a, b) => a - b)[Math.floor(list.length * part)];
  return { script: [0.5, 0.9, 0.99].map(part => at(script, part)), frames: [0.5, 0.9, 0.99].map(part => at(frames, part)), verdicts: verdicts.size };
}

const serve = await startServe(binary, join(folder, 'legality.db'));
const browser = await openBrowser();
for (const game of games) {
  const { context, page } = await visit(browser, 'about:blank', { viewport: { width: 1440, height: 900 } });
  const person = await begin(page, serve.base, { game });
  await person.prompt.waitFor();
  person.pick = list => list.find(({ name }) => /^(Run|Move)/.test(name)) ?? list[0];
  const open = person.prompt.locator('.act.open:enabled'), form = person.prompt.getByRole('form');
  await person.play({ seconds: 100, until: async () => await open.count() > 0 || await form.count() > 0 });
  if (await form.count() === 0) await open.first().click();
  await form.getByRole('button', { name: text('en', 'aim.suggest'), exact: true }).click();
  await page.waitForTimeout(500);
  const { script, frames, verdicts } = await page.evaluate(drag);
  const say = list => list.map(each => each.toFixed(1)).join(' ');
  console.log(`${game.padEnd(22)} script ${say(script)} ms   frames ${say(frames)} ms   ${verdicts} verdicts`);
  await context.close();
}
await browser.close();
await serve.stop();
