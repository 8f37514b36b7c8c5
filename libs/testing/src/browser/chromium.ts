import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/** Why there is no browser here; false where there is one. A test that is skipped for it says so. */
export const noBrowser =
  process.env["TEST_CHROMIUM"] !== undefined || (process.platform === "linux" && process.arch === "x64")
    ? false
    : `no Chromium can be had for ${process.platform} ${process.arch}; TEST_CHROMIUM names one`;

/** A program of Chromium, and what it must be told of its surroundings. */
export interface Chromium {
  program: string;
  env: Record<string, string>;
}

/**
 * The Chromium of the pinned package, unpacked once for all tests, with the libraries that a bare Debian lacks;
 * TEST_CHROMIUM names another one.
 */
export async function chromiumProgram(): Promise<Chromium> {
  const given = process.env["TEST_CHROMIUM"];
  if (given !== undefined && given !== "") return { program: given, env: {} };
  const folder = path.join(cacheDir(), `chromium-${await packageVersion()}`);
  if (!existsSync(folder)) await unpack(folder);
  return {
    program: path.join(folder, "chromium"),
    env: { LD_LIBRARY_PATH: path.join(folder, "al2023/lib"), FONTCONFIG_PATH: path.join(folder, "fonts") },
  };
}

/** Unpacks whole or not at all, even if another process unpacks at the same time. */
async function unpack(folder: string): Promise<void> {
  await mkdir(path.dirname(folder), { recursive: true });
  const staging = await mkdtemp(`${folder}-`);
  // The package unpacks into the folder of temporary files, and its libraries where it believes to be in a function.
  const env = { ...process.env, TMPDIR: staging, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" };
  const script = 'import("@sparticuz/chromium").then((one) => one.default.executablePath())';
  await promisify(execFile)(process.execPath, ["-e", script], { cwd: import.meta.dirname, env });
  const fonts = `<dir>${path.join(folder, "fonts")}</dir><cachedir>${path.join(folder, "fonts-cache")}</cachedir>`;
  await writeFile(path.join(staging, "fonts/fonts.conf"), `<fontconfig>${fonts}</fontconfig>\n`);
  try {
    await rename(staging, folder);
  } catch (thrown) {
    await rm(staging, { recursive: true });
    if (!existsSync(folder)) throw thrown;
  }
}

async function packageVersion(): Promise<string> {
  const main = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const text = await readFile(path.join(path.dirname(main), "../package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

function cacheDir(): string {
  return process.env["JST_CACHE"] ?? path.join(homedir(), ".cache/jst");
}
