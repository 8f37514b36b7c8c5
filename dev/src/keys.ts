import { generateKeyPairSync, randomBytes, randomUUID, type JsonWebKey } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { roles, services } from "@jst/fleet";
import { ensureCertificates, ensureStoreCertificate } from "./certificates.ts";
import { wantsStoresTls, wantsTls } from "./config.ts";
import { readJson, replaceFile, type FleetPaths } from "./state.ts";

/** Secrets of one fleet, made once and kept with its data; the files have mode 0600. */
export interface Secrets {
  superuserPassword: string;
  /** Password of the login that creates the database if no superuser does. */
  administratorPassword: string;
  redisPassword: string;
  /** Password of the user `jst`, as which services log in to Kafka. */
  kafkaPassword: string;
  /** Password of Kafka's own connections to itself. */
  brokerPassword: string;
  operatorKey: string;
  /** Password of each PostgreSQL role of the services. */
  rolePasswords: Record<string, string>;
  files: {
    /** Private Ed25519 JWK with which auth signs callers. */
    callerSigningKey: string;
    /** JWKS of the public keys with which services verify callers. */
    callerKeys: string;
    /** Private Ed25519 JWK with which each service proves itself to others. */
    serviceSigningKeys: Record<string, string>;
    /** JWKS of their public halves. */
    serviceKeys: string;
    cursorKeys: string;
    /** Seal the secrets of webhook endpoints. */
    endpointSecretKeys: string;
    operatorKey: string;
    rolePasswords: string;
    kafkaPassword: string;
  };
  /** The same three files of PostgreSQL and Kafka; undefined where they speak no TLS. */
  storesTlsDir: string | undefined;
  /**
   * The folder of ca.crt, tls.crt and tls.key of a service, the gateway or the operator; undefined where nobody speaks
   * TLS.
   */
  tlsDir: (holder: string) => string | undefined;
}

/** Reads the fleet's secrets, making those that do not exist yet. */
export async function ensureSecrets(paths: FleetPaths): Promise<Secrets> {
  const file = (name: string): string => path.join(paths.keysDir, name);
  const files = {
    callerSigningKey: file("caller-signing-key.jwk"),
    callerKeys: file("caller-keys.jwks"),
    serviceSigningKeys: Object.fromEntries(
      services.map(({ name }) => [name, file(`service-key-${name}.jwk`)]),
    ),
    serviceKeys: file("service-keys.jwks"),
    cursorKeys: file("cursor-keys.json"),
    endpointSecretKeys: file("endpoint-secret-keys.json"),
    operatorKey: file("operator-key"),
    rolePasswords: file("role-passwords.json"),
    kafkaPassword: file("kafka-password"),
  };
  await ensureCallerKeys(files.callerSigningKey, files.callerKeys);
  await ensureServiceKeys(files.serviceSigningKeys, files.serviceKeys);
  for (const keys of [files.cursorKeys, files.endpointSecretKeys]) {
    if (!existsSync(keys)) await replaceFile(keys, JSON.stringify(newKeys()));
  }
  const certificates = file("tls");
  if (wantsTls()) await ensureCertificates(certificates);
  const hasTls = existsSync(certificates);
  const storeCertificates = file("stores-tls");
  if (wantsStoresTls()) await ensureStoreCertificate(storeCertificates);
  return {
    storesTlsDir: existsSync(storeCertificates) ? path.join(storeCertificates, "stores") : undefined,
    kafkaPassword: await ensureText(files.kafkaPassword),
    brokerPassword: await ensureText(file("broker-password")),
    tlsDir: (holder) => (hasTls ? path.join(certificates, holder) : undefined),
    superuserPassword: await ensureText(file("postgres-password")),
    administratorPassword: await ensureText(file("administrator-password")),
    redisPassword: await ensureText(file("redis-password")),
    operatorKey: await ensureText(files.operatorKey),
    rolePasswords: await ensureRolePasswords(files.rolePasswords),
    files,
  };
}

/** The public half is derived again whenever it is missing, so the two always belong together. */
async function ensureCallerKeys(signingKeyFile: string, callerKeysFile: string): Promise<void> {
  const known = existsSync(signingKeyFile) && existsSync(callerKeysFile);
  if (known) return;
  const signingKey = await ensureSigningKey(signingKeyFile, randomUUID());
  await replaceFile(callerKeysFile, JSON.stringify({ keys: [publicPart(signingKey)] }));
}

/** One key for each service; the name of a key begins with the service it proves. */
async function ensureServiceKeys(signingKeys: Record<string, string>, keySetFile: string): Promise<void> {
  const keys: JsonWebKey[] = [];
  for (const [service, file] of Object.entries(signingKeys)) {
    keys.push(publicPart(await ensureSigningKey(file, `${service}:${randomUUID()}`)));
  }
  await replaceFile(keySetFile, JSON.stringify({ keys }));
}

/** The private key of the file, made with this name when there is none. */
async function ensureSigningKey(file: string, kid: string): Promise<JsonWebKey> {
  const known = await readJson<JsonWebKey>(file);
  if (known) return known;
  const { privateKey } = generateKeyPairSync("ed25519");
  const key = { ...privateKey.export({ format: "jwk" }), kid, alg: "EdDSA", use: "sig" };
  await replaceFile(file, JSON.stringify(key));
  return key;
}

function publicPart(key: JsonWebKey): JsonWebKey {
  const open = { ...key };
  delete open.d;
  return open;
}

function newKeys(): { current: string; keys: Record<string, string> } {
  return { current: "k1", keys: { k1: randomBytes(32).toString("base64") } };
}

async function ensureRolePasswords(file: string): Promise<Record<string, string>> {
  const known = (await readJson<Record<string, string>>(file)) ?? {};
  const missing = roles.filter((role) => known[role] === undefined);
  if (missing.length === 0) return known;
  const all = { ...known, ...Object.fromEntries(missing.map((role) => [role, newPassword()])) };
  await replaceFile(file, JSON.stringify(all, null, 2));
  return all;
}

async function ensureText(file: string): Promise<string> {
  if (!existsSync(file)) await replaceFile(file, newPassword());
  return (await readFile(file, "utf8")).trim();
}

/** 192 bits of letters and digits and - and _, which need no quoting in URLs and configuration files. */
function newPassword(): string {
  return randomBytes(24).toString("base64url");
}
