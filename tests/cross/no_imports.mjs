// no_imports.mjs MODULE...: a WebAssembly module of the engine imports nothing. Prints what it imports; then the status is 1.
import { readFileSync } from "node:fs";

let imports = 0;
for (const path of process.argv.slice(2)) {
    const module = new WebAssembly.Module(readFileSync(path));
    for (const wanted of WebAssembly.Module.imports(module)) {
        console.log(`${path}:1: the module imports ${wanted.module}.${wanted.name}`);
        imports++;
    }
}
process.exit(imports ? 1 : 0);
