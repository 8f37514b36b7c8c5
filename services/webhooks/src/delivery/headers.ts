import { createHmac } from "node:crypto";
import { secretBytes } from "../secrets/endpoint-secret.ts";
import type { Claimed } from "./queue.ts";

/** The secrets that sign a POST. */
export interface SigningSecrets {
  current: string;
  /** Former secrets that still sign, newest first (events.rotation). */
  former: readonly string[];
}

/** Makes the headers of one attempt: our own signatures and the Standard Webhooks trio (events.headers). */
export function deliveryHeaders(
  delivery: Pick<Claimed, "id" | "event_id" | "type" | "attempt" | "traceparent">,
  body: Buffer,
  secrets: SigningSecrets,
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const { current, former } = secrets;
  return {
    "content-type": "application/json",
    "user-agent": "jst-webhooks/1",
    "x-webhook-signature": bodySignature(body, current),
    ...(former.length === 0
      ? {}
      : { "x-webhook-signature-previous": former.map((secret) => bodySignature(body, secret)).join(",") }),
    "x-webhook-id": delivery.id,
    "x-webhook-event": delivery.type,
    "x-webhook-timestamp": timestamp,
    "x-webhook-attempt": String(delivery.attempt),
    "webhook-id": delivery.event_id,
    "webhook-timestamp": timestamp,
    "webhook-signature": [current, ...former]
      .map((secret) => standardSignature(delivery.event_id, timestamp, body, secret))
      .join(" "),
    ...(delivery.traceparent === null ? {} : { traceparent: delivery.traceparent }),
  };
}

/** events.signature: keyed with the whole text of the secret. */
function bodySignature(body: Buffer, secret: string): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

/** Standard Webhooks v1: keyed with the bytes behind the prefix; it covers id and time, so a replay shows. */
function standardSignature(id: string, timestamp: string, body: Buffer, secret: string): string {
  const mac = createHmac("sha256", secretBytes(secret)).update(`${id}.${timestamp}.`).update(body);
  return `v1,${mac.digest("base64")}`;
}
