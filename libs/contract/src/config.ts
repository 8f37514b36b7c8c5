import { homedir } from "node:os";
import { join } from "node:path";

/** Settings of the generator from its environment. */
export interface Config {
  /** Where fetched third-party protos are kept; outside the tree. */
  cacheDir: string;
  /** A Maven repository that holds the jar of protovalidate. */
  mavenUrl: string;
}

/** Reads JST_CACHE (~/.cache/jst) and JST_MAVEN_URL (Maven Central), as `make up` does. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  return {
    cacheDir: env["JST_CACHE"] ?? join(homedir(), ".cache", "jst"),
    mavenUrl: (env["JST_MAVEN_URL"] ?? "https://repo1.maven.org/maven2").replace(/\/+$/, ""),
  };
}
