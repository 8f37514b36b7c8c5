import { brokerClient, type BrokerOptions } from "./broker.ts";

/** Consumer and address of its broker. */
export interface ConsumerPlace extends Omit<BrokerOptions, "clientId"> {
  groupId: string;
  topics: readonly string[];
}

/** Events of a topic that a consumer has not handled. */
export interface TopicLag {
  topic: string;
  lag: number;
}

/** How far a consumer is behind, by the offsets it has committed. Rejects when the broker does not answer. */
export async function consumerLag({ groupId, topics, ...options }: ConsumerPlace): Promise<TopicLag[]> {
  const kafka = await brokerClient({ ...options, clientId: `${groupId}-lag` });
  const admin = kafka.admin();
  try {
    await admin.connect();
    const known = new Set(await admin.listTopics());
    const present = topics.filter((topic) => known.has(topic));
    const committed = await admin.fetchOffsets({ groupId, topics: present });
    const lags: TopicLag[] = [];
    for (const { topic, partitions } of committed) {
      const reached = new Map(partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
      let lag = 0n;
      for (const { partition, high, low } of await admin.fetchTopicOffsets(topic)) {
        const at = reached.get(partition) ?? -1n;
        // Nothing committed, or committed in a topic that was there before: it begins at the beginning.
        const from = at < BigInt(low) || at > BigInt(high) ? BigInt(low) : at;
        lag += BigInt(high) - from;
      }
      lags.push({ topic, lag: Number(lag) });
    }
    return lags;
  } finally {
    await admin.disconnect();
  }
}
