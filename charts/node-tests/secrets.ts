import { createPublicKey, generateKeyPairSync, randomBytes, type JsonWebKey } from "node:crypto";
import { apply, kubectl } from "../../dev/src/cluster/kubectl.ts";

/** Entries of a Secret, as text. */
export type Entries = Record<string, string>;

/** The entries of a Secret of the shared fleet. */
export async function entriesOf(name: string): Promise<Entries> {
  const output = await kubectl("--namespace", "jst", "get", "secret", name, "--output", "json");
  const { data } = JSON.parse(output) as { data: Entries };
  return Object.fromEntries(
    Object.entries(data).map(([entry, text]) => [entry, Buffer.from(text, "base64").toString()]),
  );
}

/** Changes some entries of a Secret of the shared fleet, as an operator does; the others stay as they are. */
export async function editSecret(name: string, edit: (entries: Entries) => Entries): Promise<void> {
  const stringData = edit(await entriesOf(name));
  await apply([{ apiVersion: "v1", kind: "Secret", metadata: { name, namespace: "jst" }, stringData }]);
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
