// Directus loads a sandbox for extensions and scripts, which has to be compiled on each machine; the bench has neither.
import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, next) => next(specifier === "isolated-vm" ? "node:vm" : specifier, context),
});
