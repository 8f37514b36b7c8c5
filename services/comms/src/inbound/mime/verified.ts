import { randomBytes, createHmac, timingSafeEqual } from "node:crypto";
import type { Database, Row, SystemDatabase } from "@jst/db";
import type { SecretBox } from "@jst/config";
import { AppError } from "@jst/errors";
import { settingsOf } from "../../settings/team-settings.ts";
import { foldedEmail, recipientsIn } from "./recipients.ts";
import { setImmediate as turn } from "node:timers/promises";

/** The team that receives at an address. */
export interface Receiver extends Row {
  team_id: string;
  /** Folded. */
  address: string;
}

/** Parts that check a signature. */
export interface VerifyParts {
  /** Connection of comms_lookup. */
  lookup: SystemDatabase;
  database: Database;
  secrets: SecretBox;
}

/** Secret that signs nothing: compared if a team has no secret, so that a refusal takes as long. */
const noSecret = randomBytes(32).toString("hex");

/**
 * Finds the team whose secret has signed the mail and that receives at its address. That is the team `named`, or else
 * the first address in the mail's head at which a team receives. Throws the same invalid_signature for every other
 * mail.
 */
export async function verifiedReceiver(
  { bytes, named, signature }: { bytes: Buffer; named: string | undefined; signature: Signature },
  { lookup, ...parts }: VerifyParts,
): Promise<Receiver> {
  const addresses = named === undefined ? recipientsIn(bytes) : [foldedEmail(named.trim()) ?? ""];
  const receiver = await firstReceiver(lookup, addresses);
  const settings = receiver && (await settingsOf(parts, receiver.team_id));
  const secret = settings?.get("comms.inbound.secret");
  const isTheirs = await isSigned(bytes, signature, secret ?? noSecret);
  if (receiver === undefined || secret === undefined || !isTheirs) throw invalidSignature();
  return receiver;
}

/** One refusal for every reason: it tells nobody which addresses there are. */
export function invalidSignature(): AppError {
  const detail =
    "The signature is missing, wrong or too old, or no team receives mail at this address. Check the secret, the address and the clock.";
  return new AppError("invalid_signature", detail);
}

/** Returns the team that receives at the first known address. */
async function firstReceiver(
  lookup: SystemDatabase,
  addresses: readonly string[],
): Promise<Receiver | undefined> {
  const [found] = await lookup.query<Receiver>({
    name: "comms.receiving.first",
    text: `select r.team_id, r.address from comms.receiving_addresses r
      where r.address = any ($1::text[])
      order by array_position($1::text[], r.address) limit 1`,
    // No text of the database has a NUL.
    values: [addresses.map((address) => address.replaceAll("\0", ""))],
  });
  return found;
}

/** Parts of the header X-Inbound-Signature. */
export interface Signature {
  /** Seconds of Unix time, as they are signed. */
  time: string;
  v1: Buffer[];
}

const HEADER_CHARS_MAX = 2_000;
const SIGNATURES_MAX = 10;
/** Seconds by which the clocks may differ. */
const TOLERANCE_S = 300;
/** Bytes that are hashed before others have their turn. */
const SLICE_BYTES = 1_048_576;

/** `t=…,v1=…`, with several v1 while a key is being changed; undefined for anything else. */
export function signatureOf(header: string | undefined): Signature | undefined {
  if (header === undefined || header.length > HEADER_CHARS_MAX) return undefined;
  const pairs = header.split(",").map((pair) => pair.trim().split("="));
  const valuesOf = (name: string) =>
    pairs.flatMap(([key, value, ...rest]) => (key === name && rest.length === 0 ? [value ?? ""] : []));
  const [time = "", ...others] = valuesOf("t");
  const v1 = valuesOf("v1").filter((value) => /^[0-9a-f]{64}$/i.test(value));
  if (!/^\d{1,12}$/.test(time) || others.length > 0 || v1.length === 0 || v1.length > SIGNATURES_MAX)
    return undefined;
  return { time, v1: v1.map((value) => Buffer.from(value, "hex")) };
}

/** True while the signature is neither old nor of a time to come. */
export function isFresh({ time }: Signature, nowMs: number = Date.now()): boolean {
  return Math.abs(nowMs / 1_000 - Number(time)) <= TOLERANCE_S;
}

/** True where one of them is the HMAC-SHA256 of `t.body` under the secret. A large body lets others have their turn. */
export async function isSigned(body: Buffer, { time, v1 }: Signature, secret: string): Promise<boolean> {
  const hmac = createHmac("sha256", secret).update(`${time}.`);
  for (let start = 0; start < body.length; start += SLICE_BYTES) {
    hmac.update(body.subarray(start, start + SLICE_BYTES));
    if (start + SLICE_BYTES < body.length) await turn();
  }
  const expected = hmac.digest();
  return v1.map((one) => timingSafeEqual(one, expected)).includes(true);
}
