import type { Logger } from "@jst/telemetry";
import type { Consumer, TopicPartitionOffset } from "kafkajs";

/** Commits where a consumer goes on, for all its partitions at once and not after each batch. */
export class HandledOffsets {
  readonly #consumer: Consumer;
  readonly #commitMs: number;
  readonly #logger: Logger;
  readonly #noted = new Map<string, TopicPartitionOffset>();
  #alarm: NodeJS.Timeout | undefined;
  #committing: Promise<void> = Promise.resolve();

  constructor(consumer: Consumer, commitMs: number, logger: Logger) {
    this.#consumer = consumer;
    this.#commitMs = commitMs;
    this.#logger = logger;
    // Others may have the partitions from here on, and further offsets of them.
    consumer.on(consumer.events.REBALANCING, () => this.#noted.clear());
    consumer.on(consumer.events.GROUP_JOIN, () => this.#noted.clear());
  }

  /** Everything of the partition before the offset has been handled. */
  note(topic: string, partition: number, offset: string): void {
    this.#noted.set(`${topic}/${partition}`, { topic, partition, offset });
    this.#alarm ??= setTimeout(() => {
      this.#committing = this.commit();
    }, this.#commitMs);
  }

  /**
   * Commits what has been noted. What cannot be committed now is handed over again one day, or committed with the next.
   */
  async commit(): Promise<void> {
    clearTimeout(this.#alarm);
    this.#alarm = undefined;
    const offsets = [...this.#noted.values()];
    this.#noted.clear();
    if (offsets.length === 0) return;
    try {
      await this.#consumer.commitOffsets(offsets);
    } catch (error) {
      this.#logger.warn({ error }, "offsets could not be committed");
    }
  }

  /**
   * Commits nothing more. A commit under way would connect again a consumer that has been disconnected: it ends first.
   */
  async close(): Promise<void> {
    clearTimeout(this.#alarm);
    this.#noted.clear();
    await this.#committing;
  }
}
