// What other platforms load when they start, the bench never uses, and each machine would have to compile: the sandbox
// for extensions and scripts of Directus, and the other database of NocoDB.
import { registerHooks } from "node:module";

const replaced = new Set(["isolated-vm", "sqlite3"]);

registerHooks({
  resolve: (specifier, context, next) => next(replaced.has(specifier) ? "node:vm" : specifier, context),
});
