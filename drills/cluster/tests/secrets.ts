import { createPublicKey, generateKeyPairSync, randomBytes, type JsonWebKey } from "node:crypto";
import { apply, kubectl } from "../node/kubectl.ts";

/** Entries of a Secret, as text. */
export type Entries = Record<string, string>;

interface Secret {
  type: string;
  data: Entries;
}

async function secretOf(name: string, namespace: string): Promise<Secret> {
  const output = await kubectl("--namespace", namespace, "get", "secret", name, "--output", "json");
  const { type, data } = JSON.parse(output) as Secret;
  const decoded = Object.entries(data).map(([entry, text]) => [
    entry,
    Buffer.from(text, "base64").toString(),
  ]);
  return { type, data: Object.fromEntries(decoded) as Entries };
}

/** The entries of a Secret, of the shared fleet unless another is named. */
export async function entriesOf(name: string, namespace = "jst"): Promise<Entries> {
  return (await secretOf(name, namespace)).data;
}

/** Changes some entries of a Secret, as an operator does; the others stay as they are. */
export async function editSecret(
  name: string,
  edit: (entries: Entries) => Entries,
  namespace = "jst",
): Promise<void> {
  const { type, data } = await secretOf(name, namespace);
  const stringData = edit(data);
  await apply([{ apiVersion: "v1", kind: "Secret", type, metadata: { name, namespace }, stringData }]);
}

/** A key pair as the fleet's files have it: a private Ed25519 JWK of that name, and its public half. */
export function newSigningKey(kid: string): { signing: JsonWebKey; open: JsonWebKey } {
  const { privateKey } = generateKeyPairSync("ed25519");
  const rest = { kid, alg: "EdDSA", use: "sig" };
  const open = { ...createPublicKey(privateKey).export({ format: "jwk" }), ...rest };
  return { signing: { ...privateKey.export({ format: "jwk" }), ...rest }, open };
}

/** Public keys with one more. */
export function withKey(text: string | undefined, key: JsonWebKey): string {
  const { keys } = JSON.parse(text ?? "") as { keys: JsonWebKey[] };
  return JSON.stringify({ keys: [...keys, key] });
}

/** Public keys without one. */
export function withoutKey(text: string | undefined, kid: unknown): string {
  const { keys } = JSON.parse(text ?? "") as { keys: JsonWebKey[] };
  return JSON.stringify({ keys: keys.filter((key) => key["kid"] !== kid) });
}

/** Symmetric keys by name, of which one is used for what is new. */
interface KeyRing {
  current: string;
  keys: Record<string, string>;
}

/** The ring as it is in each of the three steps of its rotation: the new key known, used, alone. */
export function turned(text: string | undefined, step: 1 | 2 | 3, name: string): string {
  const { current, keys } = JSON.parse(text ?? "") as KeyRing;
  if (step === 1)
    return JSON.stringify({ current, keys: { ...keys, [name]: randomBytes(32).toString("base64") } });
  const kept = step === 2 ? keys : { [name]: keys[name] };
  return JSON.stringify({ current: name, keys: kept });
}
