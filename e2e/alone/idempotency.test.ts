import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { until } from "@jst/testing";
import { fleet, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";

describe("a client that repeats what got no answer writes once, whatever is killed", () => {
  const rows = "/api/v1/data/tables/repeated/rows";
  let token = "";
  before(async () => {
    token = (await newTeam("repeated")).token;
    const columns = [{ name: "name", type: "text" }];
    const body = { name: "repeated", display_name: "Repeated", columns };
    assert.equal((await send({ method: "POST", path: "/api/v1/data/tables", token, body })).status, 201);
  });

  for (const victim of ["data", "postgres", "gateway"]) {
    test(victim, async () => {
      const state = { isOver: false, done: 0, repeats: 0 };
      const worker = async (number: number) => {
        for (let index = 0; !state.isOver; index++) {
          const name = `${victim}-${number}-${index}`;
          const headers = { "idempotency-key": name };
          const attempt = () =>
            send({ method: "POST", path: rows, token, body: { data: { name } }, headers }).catch(
              () => undefined,
            );
          let answer = await attempt();
          while (answer?.status !== 201) {
            assert.ok(
              answer === undefined || [409, 502, 503, 504].includes(answer.status),
              String(answer?.status),
            );
            state.repeats++;
            answer = await attempt();
          }
          state.done++;
        }
      };
      const workers = Promise.all([0, 1, 2, 3].map(worker));
      await until("20 rows are written", 60_000, () => (state.done >= 20 ? true : undefined));
      const killed = fleet().components[victim];
      assert.ok(killed);
      process.kill(killed.pid, "SIGKILL");
      await until("a request had to be repeated", 60_000, () => (state.repeats > 0 ? true : undefined));
      const before = state.done;
      await until("rows are written again", 60_000, () => (state.done > before + 20 ? true : undefined));
      state.isOver = true;
      await workers;
      const filter = encodeURIComponent(
        JSON.stringify({ field: "name", op: "starts_with", value: `${victim}-` }),
      );
      const { body } = await send({ path: `${rows}?filter=${filter}&count=exact&limit=1`, token });
      assert.equal((body as { total: number }).total, state.done);
    });
  }
});
