import { fakeTime } from "./fake-time.ts";
import { canCut } from "./links.ts";
import type { FaultKind } from "./schedule.ts";
import { canMount } from "./small-disk.ts";

/** Kinds of faults that this machine has no means for: they are left out, and said so. */
export async function unavailable(): Promise<FaultKind[]> {
  const missing: FaultKind[] = [];
  if (!(await canMount("/tmp/jst-faults-mount"))) missing.push("fill");
  if (fakeTime() === undefined) missing.push("clock");
  if (!(await canCut())) missing.push("reset", "blackhole");
  return missing;
}
