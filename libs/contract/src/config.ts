import { homedir } from "node:os";
import { join } from "node:path";

/** What the generator takes from its surroundings. */
export interface Config {
  /** Where fetched third-party protos are kept; outside the tree. */
  cacheDir: string;
}

/** Reads the environment: JST_CACHE, else ~/.cache/jst. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  return { cacheDir: env["JST_CACHE"] ?? join(homedir(), ".cache", "jst") };
}
