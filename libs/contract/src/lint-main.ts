/** The static checks of the protos, as `make verify` runs them. */
import { resolve } from "node:path";
import { readConfig } from "./config.ts";
import { ContractError } from "./contract-error.ts";
import { lintProtos } from "./lint.ts";

try {
  const notes = await lintProtos(resolve(import.meta.dirname, "../../.."), readConfig().cacheDir);
  notes.forEach((note) => console.log(note));
} catch (error) {
  if (!(error instanceof ContractError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
