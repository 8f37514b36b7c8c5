import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { fleet, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { until } from "@jst/testing";
import { startWriting } from "../src/writer.ts";

/** Longest time until the first success after any single kill (operation.recovery). */
const RECOVERY_MS = 10_000;

describe("whatever process is killed while writing", () => {
  let token = "";
  let path = "";
  before(async () => {
    token = (await newTeam("kill")).token;
    const table = { name: "writes", display_name: "Writes", columns: [{ name: "name", type: "text" }] };
    const created = await send({ method: "POST", path: "/api/v1/data/tables", token, body: table });
    assert.equal(created.status, 201);
    path = `/api/v1/data/tables/${(created.body as { id: string }).id}/rows`;
  });

  for (const name of ["auth", "account", "data", "postgres", "gateway", "redis"]) {
    test(`${name}: it is back by itself, and no acknowledged write is missing`, async () => {
      const writers = [0, 1].map((number) => startWriting(path, token, `${name}-${number}`));
      await until("20 writes are acknowledged", 60_000, () =>
        writers.every((one) => one.count() >= 20) ? true : undefined,
      );
      const victim = fleet().components[name];
      assert.ok(victim, `the fleet has no component ${name}`);
      process.kill(victim.pid, "SIGKILL");
      await until(`${name} has another process`, RECOVERY_MS, () =>
        fleet().components[name]?.pid === victim.pid ? undefined : true,
      );
      const before = writers.map((one) => one.count());
      await until("writes succeed again", RECOVERY_MS, () =>
        writers.every((one, index) => one.count() > (before[index] ?? 0) + 5) ? true : undefined,
      );
      const written = await Promise.all(writers.map((one) => one.stop()));
      const names = await storedNames();
      const missing = written.flatMap((one) => one.acknowledged).filter((one) => !names.has(one));
      assert.deepEqual(missing, []);
      if (name !== "gateway")
        assert.deepEqual(
          written.flatMap((one) => one.faults),
          [],
        );
    });
  }

  async function storedNames(): Promise<Set<string>> {
    const names = new Set<string>();
    for (let cursor: string | null = ""; cursor !== null;) {
      const answer = await send({
        path: `${path}?limit=500${cursor === "" ? "" : `&cursor=${cursor}`}`,
        token,
      });
      assert.equal(answer.status, 200);
      const page = answer.body as { rows: { data: { name: string } }[]; next_cursor: string | null };
      for (const row of page.rows) names.add(row.data.name);
      cursor = page.next_cursor;
    }
    return names;
  }
});
