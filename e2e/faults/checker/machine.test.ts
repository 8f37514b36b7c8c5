import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { until } from "@jst/testing";
import { watchOthers } from "../src/machine.ts";

test("what a process works is others' work until it or its parent is named as one's own", async () => {
  const busy = spawn(process.execPath, ["--eval", "for (;;);"], { stdio: "ignore" });
  try {
    assert.ok(busy.pid);
    const [asOther, asOwn, asChild] = [[], [busy.pid], [process.pid]].map(watchOthers) as [
      () => number,
      () => number,
      () => number,
    ];
    await until("its work is counted", 60_000, () => {
      const [other, own, child] = [asOther(), asOwn(), asChild()];
      return other - own >= 100 && other - child >= 100 ? true : undefined;
    });
  } finally {
    busy.kill("SIGKILL");
  }
});
