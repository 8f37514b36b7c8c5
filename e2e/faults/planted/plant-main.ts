// Loaded before a test file: what PLANTED names stands in the product's sources while that process lives, and nowhere
// else. Files on disk stay as they are.
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import path from "node:path";
import { plants } from "./plants.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const plant = plants.find(({ fault }) => fault === process.env["PLANTED"]);
if (plant === undefined) throw new Error("PLANTED names no fault of plants.ts.");

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context);
    if (!url.startsWith("file:") || loaded.source == null) return loaded;
    const file = path.relative(root, fileURLToPath(url));
    const changes = plant.changes.filter((change) => change.file === file);
    if (changes.length === 0) return loaded;
    let source = Buffer.from(loaded.source as Buffer).toString();
    for (const { from, to } of changes) {
      if (!source.includes(from)) throw new Error(`${file} has changed: plants.ts no longer finds its line.`);
      source = source.replaceAll(from, () => to);
    }
    return { ...loaded, source };
  },
});
