import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { roles } from "@jst/fleet";
import { ensureCertificates, tlsHolders } from "../certificates.ts";
import { ensureSecrets } from "../keys.ts";
import { createStateDirs, fleetPaths } from "../state.ts";

/** Where the stores of a deployed fleet are. */
export interface Stores {
  /**
   * URL of a superuser, or of an administrator (ADR 44), with the fleet's database:
   * postgresql://postgres:…@db.example:5432/jst
   */
  superuserUrl: URL;
  redisUrl: string;
  /** host:port, separated by commas. */
  kafkaBrokers: string;
  /** Where the brokers ask for one. */
  kafkaLogin?: { username: string; password: string };
  /** PEM of the authorities by which they prove themselves, where nobody knows them. */
  authorities?: string;
}

/** A Secret as kubectl takes it. */
interface SecretManifest {
  apiVersion: "v1";
  kind: "Secret";
  type?: "kubernetes.io/tls";
  metadata: { name: string };
  stringData: Record<string, string>;
}

/** Every Secret that charts/fleet asks for, with keys and passwords made now; they are kept nowhere else. */
export async function newSecrets(prefix: string, stores: Stores): Promise<SecretManifest[]> {
  const { keys, rolePasswords } = await newKeys();
  const secret = (name: string, stringData: Record<string, string>): SecretManifest => ({
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: `${prefix}-${name}` },
    stringData,
  });
  return [
    secret("keys", keys),
    secret("database", Object.fromEntries(roles.map((role) => [role, urlOf(role, rolePasswords, stores)]))),
    secret("redis", { url: stores.redisUrl }),
    secret("kafka", { brokers: stores.kafkaBrokers, ...stores.kafkaLogin }),
    ...(stores.authorities === undefined ? [] : [secret("authorities", { "ca.crt": stores.authorities })]),
    secret("bootstrap", {
      "superuser-url": stores.superuserUrl.href,
      "role-passwords.json": JSON.stringify(rolePasswords),
      // For the stores of profile dev, which are made with them.
      "postgres-password": decodeURIComponent(stores.superuserUrl.password),
      "redis-password": decodeURIComponent(new URL(stores.redisUrl).password),
    }),
    ...(await newCertificates()).map(([holder, stringData]) => ({
      ...secret(`tls-${holder}`, stringData),
      type: "kubernetes.io/tls" as const,
    })),
  ];
}

/** Makes the certificate of each process by its name, from an authority whose key is thrown away. */
async function newCertificates(): Promise<[holder: string, entries: Record<string, string>][]> {
  const folder = await mkdtemp(path.join(tmpdir(), "jst-certificates-"));
  try {
    const made = path.join(folder, "tls");
    await ensureCertificates(made);
    return await Promise.all(
      tlsHolders.map(async (holder): Promise<[string, Record<string, string>]> => {
        const entry = async (name: string) => [name, await readFile(path.join(made, holder, name), "utf8")];
        const entries = await Promise.all(["ca.crt", "tls.crt", "tls.key"].map(entry));
        return [holder, Object.fromEntries(entries) as Record<string, string>];
      }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

function urlOf(role: string, passwords: Record<string, string>, { superuserUrl }: Stores): string {
  const url = new URL(superuserUrl);
  url.username = role;
  url.password = passwords[role] ?? "";
  return url.href;
}

/** The entries of the keys secret are the files a local fleet has. */
async function newKeys(): Promise<{ keys: Record<string, string>; rolePasswords: Record<string, string> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "jst-keys-"));
  try {
    const paths = fleetPaths(folder);
    await createStateDirs(paths);
    const { rolePasswords } = await ensureSecrets(paths);
    const keys: Record<string, string> = {};
    for (const file of (await readdir(paths.keysDir)).sort()) {
      if (/password/.test(file)) continue;
      keys[file] = await readFile(path.join(paths.keysDir, file), "utf8");
    }
    return { keys, rolePasswords };
  } finally {
    await rm(folder, { recursive: true });
  }
}
