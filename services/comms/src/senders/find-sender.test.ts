import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { capturing } from "../providers/provider.ts";
import { testComms } from "../testing/test-comms.ts";

const own = randomUUID();
const from = "Acme <hello@acme.example>";
const { door } = await testComms({
  routing: {
    routeOf: async (teamId, channel) => {
      const route = await capturing.routeOf(teamId, channel);
      return teamId === own ? { ...route, from } : route;
    },
  },
});

test("a team's sender is the one it has named, and a placeholder of captured mail does not count", async () => {
  const find = async (team_id: string) => (await door.callAs("scheduling", "FindSender", { team_id })).body;
  assert.deepEqual(await find(own), { sender: from });
  assert.deepEqual(await find(randomUUID()), { sender: null });
});
