import type { Admin, RecordMetadata } from "kafkajs";

/** The last record a broker acknowledged on a partition. */
export interface Acknowledgement {
  offset: string;
  /** Milliseconds of Unix time. */
  at: number;
}

/** By `<topic>/<partition>`; each topic has one relay as its only writer. */
export type Acknowledged = Readonly<Record<string, Acknowledgement>>;

/** No broker removes by age what is younger; what is gone nevertheless was lost. */
const youngMs = 3_600_000;

/** Reads the acknowledgements of a send, and whether they show that earlier records are gone. */
export function acknowledging(
  before: Acknowledged,
  answers: readonly RecordMetadata[],
  now: number,
): { acknowledged: Acknowledged; isLost: boolean } {
  const acknowledged: Record<string, Acknowledgement> = { ...before };
  let isLost = false;
  for (const { topicName, partition, baseOffset } of answers) {
    if (baseOffset === undefined) continue;
    const key = `${topicName}/${partition}`;
    const last = before[key];
    isLost ||= last !== undefined && BigInt(baseOffset) <= BigInt(last.offset);
    acknowledged[key] = { offset: baseOffset, at: now };
  }
  return { acknowledged, isLost };
}

/**
 * Tests whether the broker has lost records that it acknowledged. A partition then ends before the last of them, or
 * begins after one that is too young to have expired. Rejects if the broker does not answer.
 */
export async function hasLost(admin: Admin, acknowledged: Acknowledged, now: number): Promise<boolean> {
  const topics = new Set(Object.keys(acknowledged).map((key) => key.slice(0, key.lastIndexOf("/"))));
  for (const topic of topics) {
    for (const { partition, high, low } of await admin.fetchTopicOffsets(topic)) {
      const last = acknowledged[`${topic}/${partition}`];
      if (last === undefined) continue;
      const offset = BigInt(last.offset);
      if (BigInt(high) <= offset || (BigInt(low) > offset && now - last.at < youngMs)) return true;
    }
  }
  return false;
}
