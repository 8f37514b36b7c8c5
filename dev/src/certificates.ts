import { existsSync } from "node:fs";
import { copyFile, mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { services } from "@jst/fleet";
import { host } from "./ports.ts";
import { run } from "./process/run.ts";

/** Everybody of a fleet who proves himself over TLS; a certificate names its holder. */
export const tlsHolders = [...services.map(({ name }) => name), "gateway", "operator"] as const;

/** Naming of a certificate's holder. */
type NameOf = (holder: string) => string;

/** Files of an authority: its certificate and its key. */
export type Authority = readonly [certificate: string, key: string];

const nameOfProcess: NameOf = (holder) => `DNS:${holder}`;
const days = "3650";
const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/**
 * Makes an authority of this fleet's own in the folder, and for each holder a folder with ca.crt, tls.crt and tls.key,
 * as a Secret of type kubernetes.io/tls is mounted. What exists is left; the authority's key is thrown away, so nobody
 * can add to the fleet later. Takes openssl.
 */
export function ensureCertificates(folder: string): Promise<void> {
  return ensureFrom(folder, tlsHolders, nameOfProcess);
}

/**
 * The same for the stores of a local fleet, by another authority: one certificate of their address, in the folder
 * `stores`.
 */
export function ensureStoreCertificate(folder: string): Promise<void> {
  return ensureFrom(folder, ["stores"], () => `IP:${host}`);
}

async function ensureFrom(folder: string, holders: readonly string[], nameOf: NameOf): Promise<void> {
  if (existsSync(folder)) return;
  const made = `${folder}.part.${process.pid}`;
  const authority = await makeAuthority(made);
  await certifyAll(made, authority, holders, nameOf);
  await rm(authority[1]);
  await rename(made, folder);
}

/** Makes an authority in the folder, whose key is kept: ca.crt and ca.key. */
export async function makeAuthority(folder: string): Promise<Authority> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const authority = [path.join(folder, "ca.crt"), path.join(folder, "ca.key")] as const;
  await openssl([...newKey, "-subj", "/CN=jst fleet"], authority);
  return authority;
}

/** Gives each holder a folder in this one, with a certificate by the authority. */
export async function certifyAll(
  folder: string,
  authority: Authority,
  holders: readonly string[] = tlsHolders,
  nameOf: NameOf = nameOfProcess,
): Promise<void> {
  for (const holder of holders) await certify(nameOf(holder), path.join(folder, holder), authority);
}

async function certify(name: string, folder: string, [ca, caKey]: Authority): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const extensions = [
    "basicConstraints=critical,CA:FALSE",
    `subjectAltName=${name}`,
    "extendedKeyUsage=serverAuth,clientAuth",
  ];
  await openssl(
    [
      ...newKey,
      ...["-subj", `/CN=${path.basename(folder)}`, "-CA", ca, "-CAkey", caKey],
      ...extensions.flatMap((one) => ["-addext", one]),
    ],
    [path.join(folder, "tls.crt"), path.join(folder, "tls.key")],
  );
  await copyFile(ca, path.join(folder, "ca.crt"));
}

async function openssl(options: readonly string[], [certificate, key]: Authority): Promise<void> {
  await run("openssl", ["req", "-x509", ...options, "-days", days, "-out", certificate, "-keyout", key]);
}
