/*
 * thinking.mjs MESTRE [GAME/SCENARIO...]: how smoothly the page goes on while a hint is worked out in its worker, and how long that takes. Prints figures
 * and judges nothing: they depend on the machine.
 */
import { join } from 'node:path';
import { openBrowser } from './browser.mjs';
import { text, visit } from './page.mjs';
import { begin } from './scenes.mjs';
import { folder, startServe } from './table.mjs';

const [binary, ...wanted] = process.argv.slice(2);
const games = wanted.length ? wanted : ['brevis/two_colonels', 'liber/first_blood', 'reiters/teach', 'iron/teaching', 'argad/wayside_cross'];
const say = key => text('en', key);

/* Frames as the page gets them, from now until stopped. */
const watchFrames = () => {
  const gaps = [];
  let last = performance.now(), on = true;
  const step = now => {
    gaps.push(now - last);
    last = now;
    if (on) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  globalThis.stopFrames = () => {
    on = false;
    gaps.shift();
    gaps.sort((a, b) => a - b);
    const sum = gaps.reduce((a, b) => a + b, 0);
    return { count: gaps.length, rate: 1000 * gaps.length / sum, late: gaps[Math.floor(0.99 * (gaps.length - 1))], worst: gaps.at(-1) };
  };
};

const host = await startServe(binary, join(folder, 'thinking.db'));
const browser = await openBrowser();
try {
  for (const game of games) {
    const { context, page } = await visit(browser, 'about:blank', { viewport: { width: 1440, height: 900 } });
    const person = await begin(page, host.base, { game });
    const button = person.prompt.getByRole('button', { name: say('hint.button'), exact: true });
    await button.waitFor();
    await page.evaluate(watchFrames);
    const began = Date.now();
    await button.click();
    await person.prompt.getByRole('region', { name: say('hint.label') }).getByRole('listitem').first().waitFor({ timeout: 120_000 });
    const passed = Date.now() - began, { count, rate, late, worst } = await page.evaluate(() => globalThis.stopFrames());
    console.log(`${game.padEnd(22)} hint after ${(passed / 1000).toFixed(2)} s   ${count} frames, ${rate.toFixed(1)} frames/s   99 % within ${late.toFixed(1)} ms   worst ${worst.toFixed(1)} ms`);
    await context.close();
  }
} finally {
  await browser.close();
  await host.stop();
}
