/*
 * bundle.mjs FOLDER: the client in parts: app.js for the start page, army.js for armies, tables.js for every screen with a table, a part for each
 * kind of board, and three that are shared: shared.js with what the start page has in common with the others, papers.js with what armies have in
 * common with tables, boards.js with what only tables and boards have.
 *
 * The bundler would make a part for every group of parts that have something in common, a dozen of them, and name each by its contents. So
 * it is asked twice: first to learn what is shared, then with everything of a kind held together.
 */
import { build } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [folder] = process.argv.slice(2);
const root = fileURLToPath(new URL('.', import.meta.url));
const entries = ['app.tsx', 'tables.tsx'], army = 'army/army.tsx', boards = ['table/table_board.ts', 'table/hexes/hex_board.ts', 'table/zones/zone_board.ts'];

const bundle = plugins => build({
  entryPoints: entries, plugins, absWorkingDir: root, outdir: folder, bundle: true, splitting: true, format: 'esm', target: 'es2022', minify: true,
  metafile: true, write: false,
  jsx: 'automatic', jsxImportSource: 'preact', chunkNames: '[name]-[hash]', logLevel: 'warning', logOverride: { 'ignored-bare-import': 'silent' },
});

const made = (outputs, entry) => Object.keys(outputs).find(path => outputs[path].entryPoint === entry);

/* Every part that comes with one, itself too. */
function together(outputs, first) {
  const found = new Set([first]);
  for (const path of found) for (const { path: other, kind } of outputs[path].imports) if (kind === 'import-statement') found.add(other);
  return found;
}

/* The group of everything that more than one part has, by who has it. */
function groupsIn(outputs) {
  const early = together(outputs, made(outputs, 'app.tsx')), papers = together(outputs, made(outputs, army));
  return path => (early.has(path) ? 'shared' : papers.has(path) ? 'papers' : 'boards');
}

function sharedIn({ outputs }) {
  const groups = { shared: [], papers: [], boards: [] }, groupOf = groupsIn(outputs);
  for (const [path, { entryPoint, inputs }] of Object.entries(outputs)) if (!entryPoint) groups[groupOf(path)].push(...Object.keys(inputs));
  return groups;
}

/* Whoever has something of a group has all of it. */
function holdTogether(groups) {
  const wants = new Map([['app.tsx', ['shared']], [army, ['shared', 'papers']], ...['tables.tsx', ...boards].map(name => [name, ['shared', 'papers', 'boards']])].map(([name, list]) => [join(root, name), list]));
  return {
    name: 'hold together',
    setup(work) {
      work.onResolve({ filter: /^group:/ }, ({ path }) => ({ path: path.slice('group:'.length), namespace: 'group', sideEffects: true }));
      work.onResolve({ filter: /^part:/ }, ({ path }) => ({ path: resolve(root, path.slice('part:'.length)), sideEffects: true }));
      work.onLoad({ filter: /./, namespace: 'group' }, ({ path }) => ({ contents: groups[path].map(part => `import 'part:${part}';`).join('\n'), resolveDir: root }));
      work.onLoad({ filter: /\.tsx?$/ }, ({ path }) => (wants.has(path)
        ? { contents: `${readFileSync(path, 'utf8')}\n${wants.get(path).map(group => `import 'group:${group}';`).join('\n')}`, loader: path.endsWith('x') ? 'tsx' : 'ts' } : undefined));
    },
  };
}

const groups = sharedIn((await bundle([])).metafile), { metafile: { outputs }, outputFiles } = await bundle([holdTogether(groups)]);
const groupOf = groupsIn(outputs);
const names = new Map(Object.entries(outputs).map(([path, { entryPoint }]) =>
  [basename(path), entryPoint ? basename(entryPoint).replace(/\.tsx?$/, '.js') : `${groupOf(path)}.js`]));
if (new Set(names.values()).size !== names.size) throw new Error(`parts of one name: ${[...names].join(' ')}`);
for (const { path, text } of outputFiles) {
  const called = [...names].reduce((all, [old, name]) => all.replaceAll(`./${old}`, `./${name}`), text);
  writeFileSync(join(folder, names.get(basename(path))), called);
}
