import type { Server } from "node:http";
import { startSink, type Arrival } from "../../../dev/src/webhooks/sink.ts";

/** A delivery that does not come within this time fails the run. */
const limitMs = 30_000;

let sink: Promise<Server> | undefined;
const expected = new Map<string, (value?: unknown) => void>();

/**
 * Resolves when the delivery that holds this e-mail address has arrived. The sink answers a delivery whose signatures
 * are wrong with 401, and it never counts.
 */
export async function expectDelivery(email: string, at: { port: number; secret: string }): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  expected.set(email, resolve);
  sink ??= startSink(at.port, at.secret, arrived);
  const alarm = setTimeout(
    () => reject(new Error(`The webhook of ${email} did not arrive within ${limitMs} ms.`)),
    limitMs,
  );
  try {
    await Promise.all([sink, promise]);
  } finally {
    clearTimeout(alarm);
    expected.delete(email);
  }
}

function arrived({ body, verdict }: Arrival): void {
  if (verdict?.specification !== true || !verdict.standard) return;
  const email = /"email":\s*"([^"]+)"/.exec(body)?.[1];
  if (email !== undefined) expected.get(email)?.();
}
