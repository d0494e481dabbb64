// support.mjs: for tests of the module: web/engine/*.ts as one bundle, engines with every document, and random games.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSync } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const work = mkdtempSync(join(tmpdir(), "engine-"));
process.on("exit", () => rmSync(work, { recursive: true }));

/** A file of web/engine, bundled: its path. */
export function bundle(name) {
    const outfile = join(work, name.replace(/\.ts$/, ".mjs"));
    buildSync({ entryPoints: [join(root, "web/engine", name)], bundle: true, format: "esm", outfile });
    return outfile;
}

export const load = (name) => import(pathToFileURL(bundle(name)));

/** Every JSON file below a directory, by its path from there. */
export function documents(top, relative = "") {
    return readdirSync(join(top, relative), { withFileTypes: true }).flatMap((entry) => {
        const path = relative ? `${relative}/${entry.name}` : entry.name;
        if (entry.isDirectory()) return documents(top, path);
        return entry.name.endsWith(".json") ? [path] : [];
    });
}

/** A function that opens engines with every document of the directory, and every [ruleset, scenario] there is. */
export async function openers(Engine, data, modulePath) {
    const module = new WebAssembly.Module(readFileSync(modulePath));
    const texts = documents(data).map((name) => [name, readFileSync(join(data, name), "utf8")]);
    const open = async () => {
        const engine = await Engine.load(module);
        for (const [name, text] of texts) engine.addDocument(name, text);
        return engine;
    };
    const scenarios = (await open()).rulesets().flatMap((ruleset) =>
        texts.filter(([name]) => name.startsWith(`${ruleset}/scenarios/`)).map(([name]) => [ruleset, basename(name, ".json")]));
    return { module, texts, open, scenarios };
}

/** The numbers of a decision, for the fast path. */
export function numbers(match, d) {
    const kind = match.kinds.findIndex((k) => k.name === d.do);
    return {
        kind,
        unit: d.unit === undefined ? 0 : match.pieces.indexOf(d.unit),
        target: d.target === undefined ? 0 : match.pieces.indexOf(d.target),
        choice: d.choice === undefined ? 0 : match.kinds[kind].choices.indexOf(d.choice),
        value: d.value ?? 0, x: d.at?.[0] ?? 0, y: d.at?.[1] ?? 0, heading: d.heading ?? 0,
    };
}

/** A small generator, so that a failure repeats. */
export function generator(seed) {
    let state = seed;
    return (bound) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * bound);
    };
}

/** The seats that are asked, each by its own view: that another is asked may be a secret. */
export const askedSeats = (engine) => ["A", "B"].filter((seat) => engine.view(seat, "en").state.asked.includes(seat));

/** A random legal decision of the first seat that is asked: [seat, decision], or null when the game is over. Of the match's kinds none that gives the game up. */
export function anyDecision(engine, random, { kinds } = { kinds: [] }) {
    const yielding = kinds.filter(({ yields }) => yields).map(({ name }) => name);
    const [seat] = askedSeats(engine);
    if (seat === undefined) return null;
    for (;;) {
        const decision = engine.sample(seat, random(engine.offers(seat, "en").length), random(1 << 30));
        if (decision !== null && !yielding.includes(decision.do)) return [seat, decision];
    }
}
