/**
 * What every service's Node is started with in images (services/Dockerfile repeats it, held by a test) and where the
 * fleet is measured. A
 * request leaves some tens of kilobytes behind; with more room for the young, less of it is copied before it is dead.
 * Bytes that stand outside the heap, of sockets and of what is passed through, count as the heap's and have room before
 * the first full collection: without it every 24 MiB of them caused one, which was two thirds of what a page of the
 * feed cost (ADR 41).
 */
export const nodeFlags: readonly string[] = [
  "--max-semi-space-size=32",
  "--external-memory-accounted-in-global-limit",
  "--initial-old-space-size=128",
];

/**
 * What it is started with on a developer's machine, where many services share the memory and few requests come: less
 * room for the young, and the rest is collected when Node sees fit.
 */
export const thriftyNodeFlags: readonly string[] = [
  "--max-semi-space-size=8",
  "--external-memory-accounted-in-global-limit",
];
