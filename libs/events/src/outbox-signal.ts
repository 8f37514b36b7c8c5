import { Signal, type LeasedSession } from "@jst/db";
import { setTimeout as delay } from "node:timers/promises";

/** Rings when a transaction of this process has put something into an outbox. */
export const outboxSignal = new Signal();

/** Between two words to another process: what is written meanwhile is told by one. */
const tellGapMs = 20;

/** The channel on which processes that do not relay tell the one that does. */
export function outboxChannel(service: string): string {
  return `${service}_outbox`;
}

/**
 * Waits while another process relays, and tells it of what this one writes. It is told by a transaction of its own:
 * NOTIFY in the writes themselves would make their commits wait for each other.
 */
export function tellingRelay(service: string, ms: number) {
  let told = outboxSignal.rings;
  return async (session: LeasedSession, stopped: AbortSignal): Promise<void> => {
    await outboxSignal.past(told, ms, stopped);
    if (outboxSignal.rings === told || stopped.aborted) return;
    told = outboxSignal.rings;
    await session.query({
      name: "tell_relay",
      text: "select pg_notify($1, '')",
      values: [outboxChannel(service)],
    });
    await delay(tellGapMs);
  };
}
