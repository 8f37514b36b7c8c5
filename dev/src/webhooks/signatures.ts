import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** Verdict about the two signatures of a delivery. */
export interface Verdict {
  /** X-Webhook-Signature: HMAC of the body, keyed with the whole secret. */
  specification: boolean;
  /** webhook-signature of Standard Webhooks: it covers id and time as well. */
  standard: boolean;
}

/** Seconds by which a delivery's time may differ from ours. */
const toleranceSeconds = 300;

/** Checks a delivery as a receiver should: over the raw body, in constant time, and not too old. */
export function verify(headers: IncomingHttpHeaders, body: Buffer, secret: string, now: Date): Verdict {
  const text = (name: string) => String(headers[name] ?? "");
  const hex = createHmac("sha256", secret).update(body).digest("hex");
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const timestamp = text("webhook-timestamp");
  const signed = createHmac("sha256", key)
    .update(`${text("webhook-id")}.${timestamp}.`)
    .update(body);
  const expected = `v1,${signed.digest("base64")}`;
  const isFresh = Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= toleranceSeconds;
  const isSigned = text("webhook-signature")
    .split(" ")
    .some((one) => isSame(one, expected));
  return {
    specification: isSame(text("x-webhook-signature"), `sha256=${hex}`),
    standard: isFresh && isSigned,
  };
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
