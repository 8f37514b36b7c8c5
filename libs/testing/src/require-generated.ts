import path from "node:path";
import { isCurrent } from "../../contract/src/stamp.ts";

// Our commands make generated code and say so in the environment; `node --test` alone does not.
const root = path.resolve(import.meta.dirname, "../../..");
if (process.env["JST_GENERATED"] === undefined && !isCurrent(root))
  throw new Error("The generated code does not follow from protos/: run `make gen`, then the test again.");
