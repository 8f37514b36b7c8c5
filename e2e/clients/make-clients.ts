import { createHash } from "node:crypto";
import { cp, readFile } from "node:fs/promises";
import path from "node:path";
import { readSettings, repository } from "../../dev/src/config.ts";
import { fillOnce, pinFile } from "../../dev/src/fetch/cache.ts";
import { fetchJars } from "../../dev/src/fetch/jars.ts";
import { findJava } from "../../dev/src/fetch/java.ts";
import { findPythonPackages } from "../../dev/src/fetch/python-packages.ts";
import { OperatorError } from "../../dev/src/operator-error.ts";
import { run } from "../../dev/src/process/run.ts";

/** Command that performs the acts with a generated client. */
export interface Acts {
  command: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
}

const settings = readSettings();
const description = path.join(repository, "services/agent/gen/openapi.json");
const acts = path.join(import.meta.dirname, "acts");

/** Generates and compiles each client once for its sources; the first time takes about two minutes. */
export const clients: Readonly<Record<string, () => Promise<Acts>>> = {
  "openapi-generator python": async () => {
    const folder = await fill("python", "7.23.0");
    return pythonActs("openapi_generator.py", folder);
  },
  "openapi-generator go": async () => {
    const folder = await fill("go", "7.23.0", buildGo);
    return { command: path.join(folder, "acts.test"), args: [] };
  },
  "openapi-generator typescript-fetch": async () => {
    const folder = await fill("typescript-fetch", "7.24.0", buildTypeScript);
    return { command: process.execPath, args: [path.join(folder, "dist/acts.js")] };
  },
  "openapi-python-client": async () => {
    const folder = await cached("openapi-python-client", async (part) => {
      const args = ["generate", "--path", description, "--output-path", part, "--overwrite"];
      const env = { ...process.env, PYTHONPATH: await pythonPackages() };
      await run("nice", ["python3", "-m", "openapi_python_client", ...args], { env });
    });
    return pythonActs("openapi_python_client.py", folder);
  },
};

/** Generates a client with the default options of the generator, and compiles it. */
async function fill(
  language: string,
  version: string,
  build?: (part: string) => Promise<unknown>,
): Promise<string> {
  return cached(language, async (part) => {
    const jars = await fetchJars("clients", settings, () => undefined);
    const jar = path.join(jars, `openapi-generator-cli-${version}.jar`);
    const java = await findJava(settings.cacheDir);
    await run("nice", [java, "-jar", jar, "generate", "-i", description, "-g", language, "-o", part]);
    await build?.(part);
  });
}

async function cached(name: string, make: (part: string) => Promise<void>): Promise<string> {
  const digest = createHash("sha256");
  const programs = ["acts_test.go", "acts.ts.txt"].map((file) => path.join(acts, file));
  for (const file of [description, pinFile("clients.jars"), pinFile("clients.txt"), ...programs])
    digest.update(await readFile(file));
  return fillOnce(path.join(settings.cacheDir, `client-${name}-${digest.digest("hex").slice(0, 12)}`), make);
}

async function buildGo(part: string): Promise<void> {
  await cp(path.join(acts, "acts_test.go"), path.join(part, "acts_test.go"));
  const env = { ...process.env, CGO_ENABLED: "0", GOFLAGS: "-mod=readonly -p=2" };
  try {
    await run("nice", ["go", "test", "-c", "-o", "acts.test", "."], { cwd: part, env });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const hint = "it takes Go 1.23 or later, which https://go.dev/dl/ has";
    throw new OperatorError(`The client for Go could not be built: ${hint}.\n${reason}`, { cause });
  }
}

async function buildTypeScript(part: string): Promise<void> {
  await cp(path.join(acts, "acts.ts.txt"), path.join(part, "acts.ts"));
  const compiler = path.join(repository, "node_modules/typescript/bin/tsc");
  const options = ["--strict", "--target", "es2022", "--module", "commonjs", "--lib", "es2022,dom"];
  await run("nice", [process.execPath, compiler, ...options, "--outDir", "dist", "acts.ts"], { cwd: part });
}

async function pythonPackages(): Promise<string> {
  const found = await findPythonPackages(settings.cacheDir, "clients");
  if ("reason" in found) throw new OperatorError(found.reason);
  return found.folder;
}

async function pythonActs(program: string, folder: string): Promise<Acts> {
  await run("nice", ["python3", "-m", "compileall", "-q", folder]);
  const env = { PYTHONPATH: [folder, await pythonPackages()].join(path.delimiter) };
  return { command: "python3", args: [path.join(acts, program)], env };
}
