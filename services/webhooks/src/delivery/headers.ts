import { createHmac } from "node:crypto";
import { secretBytes } from "../secrets/endpoint-secret.ts";
import type { Claimed } from "./queue.ts";

/** Headers of one attempt: our own signature and the Standard Webhooks trio (events.headers). */
export function deliveryHeaders(
  delivery: Pick<Claimed, "id" | "event_id" | "type" | "attempt" | "traceparent">,
  body: Buffer,
  secrets: { current: string; previous: string | undefined },
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const all = secrets.previous === undefined ? [secrets.current] : [secrets.current, secrets.previous];
  return {
    "content-type": "application/json",
    "user-agent": "jst-webhooks/1",
    "x-webhook-signature": bodySignature(body, secrets.current),
    "x-webhook-id": delivery.id,
    "x-webhook-event": delivery.type,
    "x-webhook-timestamp": timestamp,
    "x-webhook-attempt": String(delivery.attempt),
    "webhook-id": delivery.event_id,
    "webhook-timestamp": timestamp,
    "webhook-signature": all
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
