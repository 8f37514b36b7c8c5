import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { ownKeys } from "../teams/own-settings.ts";
import { testAuth } from "../testing/test-auth.ts";

const { door, newTeam, teamIdOf } = await testAuth();

test("every key is listed once, with what it may be where that is one of a few", async () => {
  const who = { token_type: "member", door: "console", member_id: randomUUID(), role: "owner" } as const;
  const caller = testCaller({ team_id: await teamIdOf(await newTeam()), ...who });
  const { body, headers } = await door.call("ListSettings", { caller });
  const settings = body.settings as { key: string; choices: string[] }[];
  assert.deepEqual(
    settings.map(({ key }) => key),
    ownKeys,
  );
  assert.equal(headers["cache-control"], "no-store");
  const choices = settings.filter((one) => one.choices.length > 0).map(({ key }) => key);
  assert.deepEqual(choices, [
    "trust.rest",
    "trust.console",
    "trust.step_up",
    "modules.agent_connect.write_mode",
    "team.locale",
    "console.first_steps",
    "team.country",
  ]);
  assert.equal(
    (await door.call("ListSettings", { caller, query: "limit=1" })).body.code,
    "unknown_parameter",
  );
});
