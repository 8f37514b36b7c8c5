import { metrics } from "@opentelemetry/api";

const meter = metrics.getMeter("events");
/** By group: how many partitions this process reads, and how far it is behind on each of them. */
const assigned = new Map<string, number>();
const behind = new Map<string, Map<string, number>>();

meter
  .createObservableGauge("events.consumer.partitions", {
    description: "Partitions that this process reads; of all processes of a group somebody must read each.",
  })
  .addCallback((result) => {
    for (const [group, count] of assigned) result.observe(count, { group });
  });
meter
  .createObservableGauge("events.consumer.lag", {
    description: "Events that the broker has and this process has not handled, of the partitions it reads.",
  })
  .addCallback((result) => {
    for (const group of assigned.keys()) {
      const counts = [...(behind.get(group)?.values() ?? [])];
      result.observe(
        counts.reduce((sum, count) => sum + count, 0),
        { group },
      );
    }
  });

/** Notes how many partitions the process was assigned; the lag is not known again yet. */
export function noteAssigned(group: string, partitions: number): void {
  assigned.set(group, partitions);
  behind.delete(group);
}

/** Notes how many events of a partition are not handled. */
export function noteBehind(group: string, partition: string, count: number): void {
  const counts = behind.get(group) ?? new Map<string, number>();
  behind.set(group, counts.set(partition, Math.max(0, count)));
}

/** Notes that the process reads nothing until it has joined again. */
export function forgetPlaces(group: string): void {
  assigned.set(group, 0);
  behind.delete(group);
}
