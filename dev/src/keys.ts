import { generateKeyPairSync, randomBytes, randomUUID, type JsonWebKey } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { roles } from "@jst/db";
import { readJson, replaceFile, type FleetPaths } from "./state.ts";

/** Secrets of one fleet, made once and kept with its data; the files have mode 0600. */
export interface Secrets {
  superuserPassword: string;
  redisPassword: string;
  operatorKey: string;
  /** Password of each PostgreSQL role of the services. */
  rolePasswords: Record<string, string>;
  files: {
    /** Private Ed25519 JWK with which auth signs callers. */
    callerSigningKey: string;
    /** JWKS of the public keys with which services verify callers. */
    callerKeys: string;
    cursorKeys: string;
    /** Seal the secrets of webhook endpoints. */
    endpointSecretKeys: string;
    operatorKey: string;
    rolePasswords: string;
  };
}

/** Reads the fleet's secrets, making those that do not exist yet. */
export async function ensureSecrets(paths: FleetPaths): Promise<Secrets> {
  const file = (name: string): string => path.join(paths.keysDir, name);
  const files = {
    callerSigningKey: file("caller-signing-key.jwk"),
    callerKeys: file("caller-keys.jwks"),
    cursorKeys: file("cursor-keys.json"),
    endpointSecretKeys: file("endpoint-secret-keys.json"),
    operatorKey: file("operator-key"),
    rolePasswords: file("role-passwords.json"),
  };
  await ensureCallerKeys(files.callerSigningKey, files.callerKeys);
  for (const keys of [files.cursorKeys, files.endpointSecretKeys]) {
    if (!existsSync(keys)) await replaceFile(keys, JSON.stringify(newKeys()));
  }
  return {
    superuserPassword: await ensureText(file("postgres-password")),
    redisPassword: await ensureText(file("redis-password")),
    operatorKey: await ensureText(files.operatorKey),
    rolePasswords: await ensureRolePasswords(files.rolePasswords),
    files,
  };
}

/** The public half is derived again whenever it is missing, so the two always belong together. */
async function ensureCallerKeys(signingKeyFile: string, callerKeysFile: string): Promise<void> {
  let signingKey = await readJson<JsonWebKey>(signingKeyFile);
  if (signingKey && existsSync(callerKeysFile)) return;
  if (!signingKey) {
    const { privateKey } = generateKeyPairSync("ed25519");
    signingKey = { ...privateKey.export({ format: "jwk" }), kid: randomUUID(), alg: "EdDSA", use: "sig" };
    await replaceFile(signingKeyFile, JSON.stringify(signingKey));
  }
  const publicKey = { ...signingKey };
  delete publicKey.d;
  await replaceFile(callerKeysFile, JSON.stringify({ keys: [publicKey] }));
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
