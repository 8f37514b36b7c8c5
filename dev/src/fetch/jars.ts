import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Settings } from "../config.ts";
import { OperatorError } from "../operator-error.ts";
import { fillOnce, pinFile, pinnedDir } from "./cache.ts";

interface PinnedJar {
  sha256: string;
  /** Path inside a Maven repository. */
  location: string;
}

const attempts = 3;
const downloadLimitMs = 120_000;
const parallelDownloads = 8;

/** Returns the folder with the jars that `dev/pins/<name>.jars` names, each of the pinned content. */
export async function fetchJars(
  name: "kafka" | "clients",
  { cacheDir, mavenUrl }: Pick<Settings, "cacheDir" | "mavenUrl">,
  detail: (text: string) => void,
): Promise<string> {
  const pins = pinFile(`${name}.jars`);
  return fillOnce(await pinnedDir(cacheDir, name, pins), async (part) => {
    const jars = parsePins(await readFile(pins, "utf8"));
    const queue = jars.values();
    let [count, bytes] = [0, 0];
    const worker = async (): Promise<void> => {
      for (const jar of queue) {
        const content = await download(mavenUrl, jar);
        await writeFile(path.join(part, path.basename(jar.location)), content);
        count += 1;
        bytes += content.length;
        detail(`${count} of ${jars.length} jars, ${Math.round(bytes / 1e6)} MB`);
      }
    };
    await Promise.all(Array.from({ length: parallelDownloads }, worker));
  });
}

function parsePins(text: string): PinnedJar[] {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const [sha256, location] = line.split(/\s+/);
    if (sha256 === undefined || location === undefined) throw new Error(`Bad line in the jar pins: ${line}`);
    return { sha256, location };
  });
}

async function download(mavenUrl: string, jar: PinnedJar): Promise<Buffer> {
  const url = `${mavenUrl}/${jar.location}`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(downloadLimitMs) });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      const content = Buffer.from(await response.arrayBuffer());
      const sha256 = createHash("sha256").update(content).digest("hex");
      if (sha256 !== jar.sha256) throw new Error(`its SHA-256 is ${sha256}, pinned is ${jar.sha256}`);
      return content;
    } catch (cause) {
      if (attempt < attempts) continue;
      throw new OperatorError(
        `${url} could not be fetched (${describe(cause)}); check the network or set JST_MAVEN_URL to a mirror, and run the command again.`,
        { cause },
      );
    }
  }
}

/** fetch() hides the reason in the cause. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
