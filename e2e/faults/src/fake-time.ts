import { globSync } from "node:fs";

/**
 * The preload library that moves a process's clock (Debian package libfaketime); undefined where it is not installed.
 */
export function fakeTime(): string | undefined {
  return globSync("/usr/lib/*/faketime/libfaketime.so.1")[0];
}

/** Environment of a process that lives two hours ahead; timers go on as before. */
export function shiftOf(library: string): Record<string, string> {
  return { LD_PRELOAD: library, FAKETIME: "+2h", DONT_FAKE_MONOTONIC: "1" };
}
