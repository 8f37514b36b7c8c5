import assert from "node:assert/strict";
import { test } from "node:test";
import { retryAfterMs } from "@jst/jobs";
import { scheduleOf, standardSchedule } from "./schedule.ts";

const long = scheduleOf("long", standardSchedule);
const hour = 3_600_000;

test("long retries are ten attempts in less than 72 hours, however they are spread", () => {
  const exact = { ...long, jitter: 0 };
  const waits = Array.from({ length: 10 }, (_, n) => retryAfterMs(exact, n + 1));
  const minutes = waits.map((ms) => ms && ms / 60_000);
  assert.deepEqual(minutes, [5 / 60, 5, 30, 120, 300, 600, 840, 1_200, 1_200, undefined]);
  const longest = waits.reduce<number>((sum, ms) => sum + (ms ?? 0) * (1 + long.jitter) + 10_000, 0);
  assert.ok(longest < 72 * hour, String(longest / hour));
});

test("an endpoint that asks for patience is given a day on the long schedule, an hour on the standard one", () => {
  const spread = (schedule: typeof long, wait: number) => [wait, wait * (1 + schedule.jitter)] as const;
  for (const [schedule, most] of [
    [long, 24 * hour],
    [standardSchedule, hour],
  ] as const) {
    const asked = retryAfterMs(schedule, 2, 1e12) ?? 0;
    const [least, largest] = spread(schedule, most);
    assert.ok(asked >= least && asked <= largest, String(asked));
  }
});
