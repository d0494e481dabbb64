/* board_page.mjs: a page with one board and nothing else, for tests of boards. */
import { build } from 'esbuild';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { openBrowser } from './browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/*
 * What every such page has: the board of a match with its units and looks is shown, and what a listener hears is kept in `heard`. `kind` is
 * the board's kind as the page's address asks for it.
 */
const common = `
const heard = [];
const kind = location.hash.slice(1);
await bringBoard(match(kind));
const board = makeBoard(match(kind));
document.getElementById('host').append(board.element);
const listener = { choose: p => heard.push('choose ' + p), clear: () => heard.push('clear'), hover: p => heard.push('hover ' + p), cancel: () => heard.push('cancel'), twist: t => heard.push(t > 0 ? 'twist right' : 'twist left') };
board.listen(listener);
board.show(units, looks, { animate: false });
Object.assign(globalThis, { board, units, looks, heard, listener });
`;

/* The script must define match(kind), units and looks. */
export async function openBoardPage(script) {
  const bundle = entry => build({ ...entry, bundle: true, format: 'esm', target: 'es2022', write: false, jsx: 'automatic', jsxImportSource: 'preact' });
  const contents = `import { bringBoard, makeBoard } from './web/table/make';\n${script}\n${common}`;
  const [code, style] = await Promise.all([bundle({ stdin: { contents, resolveDir: root, loader: 'tsx' } }), bundle({ entryPoints: [`${root}/web/style.css`] })]);
  const files = new Map([
    ['/', ['text/html', '<!doctype html><html lang="en"><meta charset="utf-8"><title>Board</title><link rel="stylesheet" href="style.css"><link rel="stylesheet" href="host.css"><main id="host"></main><script type="module" src="page.js"></script>']],
    ['/style.css', ['text/css', style.outputFiles[0].text]],
    ['/host.css', ['text/css', 'body { margin: 0 } main#host { width: 900px; height: 640px; margin: 0 }']],
    ['/page.js', ['text/javascript', code.outputFiles[0].text]],
  ]);
  const server = createServer((request, response) => {
    const [type, content] = files.get(request.url) ?? ['text/plain', ''];
    response.setHeader('content-type', type);
    response.setHeader('content-security-policy', "default-src 'self'");
    response.end(content);
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const browser = await openBrowser();
  let context = null;
  return {
    /* The page anew: { context, page, complaints }. */
    async visit(options = {}, hash = '') {
      await context?.close();
      context = await browser.newContext({ viewport: { width: 900, height: 640 }, locale: 'en-GB', reducedMotion: 'reduce', ...options });
      const page = await context.newPage(), complaints = [];
      page.on('console', message => { if (['error', 'warning'].includes(message.type()) && !message.text().includes('favicon')) complaints.push(message.text()); });
      page.on('pageerror', error => complaints.push(error.message));
      await page.goto(`http://127.0.0.1:${server.address().port}/${hash}`);
      await page.waitForFunction(() => globalThis.board !== undefined);
      await page.waitForTimeout(250);
      return { context, page, complaints };
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/* What axe finds wrong with the page, in words. */
export async function axeFindings(page, axe, theme) {
  await page.evaluate(name => { document.documentElement.dataset.theme = name; }, theme);
  await page.evaluate(`${axe};0`);
  const { violations, passes } = await page.evaluate(() => globalThis.axe.run({ rules: { 'page-has-heading-one': { enabled: false } } }));
  if (passes.length <= 5) throw new Error('axe looked at nothing');
  return violations.map(found => `${theme} ${found.id}: ${found.nodes.map(node => node.html.slice(0, 200)).join(' ')}`);
}
