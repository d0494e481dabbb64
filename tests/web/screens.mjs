/* screens.mjs MESTRE ENGINE.wasm FOLDER [NAME..]: a picture of every screen (or of those named), on three devices, by light and in the dark. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from './browser.mjs';
import { visit } from './page.mjs';
import { devices, finishedGame, scenes } from './scenes.mjs';
import { engines, folder, startServe } from './table.mjs';

const [binary, wasm, target, ...names] = process.argv.slice(2);
if (!target) {
  console.error('usage: node screens.mjs MESTRE ENGINE.wasm FOLDER [NAME..]');
  process.exit(2);
}
mkdirSync(target, { recursive: true });
const serve = await startServe(binary, join(folder, 'screens.db'));
const over = await finishedGame(serve, await engines(wasm, serve.base));
const browser = await openBrowser();
let failed = 0;
for (const [name, show] of Object.entries(scenes)) {
  if (names.length > 0 && !names.includes(name)) continue;
  for (const [device, size] of Object.entries(devices)) {
    const { context, page } = await visit(browser, 'about:blank', size);
    try {
      await show(page, { serve, over });
      await page.waitForTimeout(300);
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.waitForTimeout(150);
        await page.screenshot({ path: join(target, `${name.replaceAll(' ', '_')}-${device}-${colorScheme}.png`) });
      }
    } catch (error) {
      failed++;
      console.error(`${name} on ${device}: ${error.message}`);
    }
    await context.close();
  }
}
await browser.close();
await serve.stop();
process.exit(failed ? 1 : 0);
