import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { readConfig } from "./config.ts";
import { readZipEntry } from "./zip.ts";

/** The only published package that holds buf/validate/validate.proto; changing the version means changing the hash. */
const JAR = {
  path: "build/buf/protovalidate/1.3.0/protovalidate-1.3.0.jar",
  sha256: "fc65013a322d9b390759670b454c05f94579c49a40dff872143dfba831ebbdc2",
};
const FETCH_TIMEOUT_MS = 60_000;
const GOOGLE_API = ["annotations.proto", "http.proto", "httpbody.proto"];

/** A proto that is not ours, by the path it is imported under. */
export interface ThirdPartyProto {
  path: string;
  text: Buffer;
}

/** google/api from npm and buf/validate from Maven Central, the latter fetched once into the cache. */
export async function thirdPartyProtos(cacheDir: string): Promise<ThirdPartyProto[]> {
  const require = createRequire(import.meta.url);
  const googleDir = join(dirname(require.resolve("google-proto-files/package.json")), "google", "api");
  const google = GOOGLE_API.map(async (name) => ({
    path: `google/api/${name}`,
    text: await readFile(join(googleDir, name)),
  }));
  const validate = { path: "buf/validate/validate.proto", text: await validateProto(cacheDir) };
  return [...(await Promise.all(google)), validate];
}

async function validateProto(cacheDir: string): Promise<Buffer> {
  const cached = join(cacheDir, "protos", `${JAR.sha256}.jar`);
  const url = `${readConfig().mavenUrl}/${JAR.path}`;
  const jar = existsSync(cached) ? await readFile(cached) : await download(url);
  // A cache can rot too, so what is read from it is checked like what was just fetched.
  const actual = createHash("sha256").update(jar).digest("hex");
  if (actual !== JAR.sha256) {
    throw new Error(
      `${existsSync(cached) ? cached : url} has sha256 ${actual}, expected ${JAR.sha256}; remove the file and run again`,
    );
  }
  if (!existsSync(cached)) await store(cached, jar);
  return readZipEntry(jar, "buf/validate/validate.proto");
}

async function download(url: string): Promise<Buffer> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
    if (!reply.ok) throw new Error(`status ${reply.status}`);
    return Buffer.from(await reply.arrayBuffer());
  } catch (error) {
    throw new Error(`cannot fetch ${url}; check the network and run again`, { cause: error });
  }
}

/** Written aside and renamed: half a download never looks like a cache. */
async function store(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const aside = `${path}.${process.pid}`;
  await writeFile(aside, bytes);
  await rename(aside, path);
}
