import { execFileSync } from "node:child_process";
import path from "node:path";

/** Lists the faults that fhir.resources, whose packages are in the folder, finds in each text. */
export function faultsOf(texts: readonly string[], folder: string): (string | null)[] {
  const program = path.join(import.meta.dirname, "validate_fhir.py");
  const env = { PATH: process.env["PATH"], PYTHONPATH: folder, PYTHONUTF8: "1" };
  const options = { input: JSON.stringify(texts), env, maxBuffer: 64_000_000, encoding: "utf8" } as const;
  return JSON.parse(execFileSync("python3", [program], options)) as (string | null)[];
}
