import { createHmac, timingSafeEqual } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";

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
