import { generateKeyPairSync, randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";

/** Users of the API server with their groups. */
const users = {
  admin: { name: "admin", groups: ["system:masters"] },
  controllers: { name: "system:kube-controller-manager", groups: [] },
  scheduler: { name: "system:kube-scheduler", groups: [] },
  proxy: { name: "system:kube-proxy", groups: [] },
  node: { name: "system:node:node", groups: ["system:nodes"] },
} as const;

/** One of them. */
export type User = keyof typeof users;

/** A token for each, and the files the API server knows them by. */
export interface Identities {
  tokens: Record<User, string>;
  files: { tokens: string; signing: string };
}

/** Writes new identities. */
export async function writeIdentities(folder: string): Promise<Identities> {
  const files = { tokens: path.join(folder, "tokens.csv"), signing: path.join(folder, "accounts.pem") };
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const names = Object.keys(users) as User[];
  const tokens = Object.fromEntries(names.map((user) => [user, randomBytes(24).toString("hex")]));
  const lines = names.map((user) => {
    const { name, groups } = users[user];
    return `${tokens[user] ?? ""},${name},${user},"${groups.join(",")}"\n`;
  });
  await writeFile(files.tokens, lines.join(""), { mode: 0o600 });
  await writeFile(files.signing, privateKey.export({ type: "pkcs1", format: "pem" }), { mode: 0o600 });
  return { tokens: tokens as Record<User, string>, files };
}

/** Address of an API server, the file of its certificate and a token. */
export interface Access {
  server: string;
  certificate: string;
  token: string;
}

/** Writes the access in the form that every part of Kubernetes reads. */
export async function writeKubeconfig(file: string, { server, certificate, token }: Access): Promise<string> {
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "test", cluster: { server, "certificate-authority": certificate } }],
    users: [{ name: "user", user: { token } }],
    contexts: [{ name: "test", context: { cluster: "test", user: "user" } }],
    "current-context": "test",
  };
  await writeFile(file, JSON.stringify(config), { mode: 0o600 });
  return file;
}
