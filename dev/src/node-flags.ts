/**
 * Flags of every service's Node in images (services/Dockerfile repeats them, which a test checks) and in measured
 * fleets. A request leaves some tens of kilobytes behind; with more room for young objects, fewer are copied before
 * they die. Bytes outside the heap, of sockets and of data in transit, count as the heap's. They need room before the
 * first full collection: without it every 24 MiB of them caused one, two thirds of the cost of a page of the feed (ADR
 * 41).
 */
export const nodeFlags: readonly string[] = [
  "--max-semi-space-size=32",
  "--external-memory-accounted-in-global-limit",
  "--initial-old-space-size=128",
];

/**
 * Flags on a developer's machine, where many services share the memory and few requests come. Young objects have less
 * room, and Node collects the rest when it sees fit.
 */
export const thriftyNodeFlags: readonly string[] = [
  "--max-semi-space-size=8",
  "--external-memory-accounted-in-global-limit",
];
