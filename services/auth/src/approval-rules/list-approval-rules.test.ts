import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testAuth } from "../testing/test-auth.ts";
import { outcome } from "../testing/test-members.ts";
import { testRules } from "../testing/test-rules.ts";

const auth = await testAuth();
const { team, create, made, patch, remove, get, list } = testRules(auth);

test("rules are listed as they are tried, and a new one comes after the last", async () => {
  const { caller } = await team();
  for (const [name, position] of [
    ["B", 20],
    ["A", 3],
    ["C", undefined],
    ["D", 1_000_000],
    ["E", undefined],
  ] as const)
    await made(caller, { name, ...(position === undefined ? {} : { position }) });
  const places = (await list(caller)).map(({ name, position }) => `${name} ${position}`);
  assert.deepEqual(places, ["A 3", "B 20", "C 21", "D 1000000", "E 1000000"]);
});

test("rules are for owners and admins who are signed in", async () => {
  const { caller, signedIn, team_id } = await team();
  const { id } = await made(caller);
  const rest = ["service", "human", "break_glass", "oauth_app"] as const;
  const others = [
    await signedIn("member"),
    await signedIn("viewer"),
    ...rest.map((token_type) => testCaller({ team_id, token_type })),
  ];
  for (const other of others)
    for (const reply of [
      await auth.door.call("ListApprovalRules", { caller: other }),
      await create(other, { name: "Mine" }),
      await get(other, id),
      await patch(other, id, { enabled: false }),
      await remove(other, id),
    ])
      assert.equal(reply.status, 403);
  const foreign = (await team()).caller;
  for (const named of [id, randomUUID(), "x"])
    for (const reply of [
      await get(foreign, named),
      await patch(foreign, named, { enabled: false }),
      await remove(foreign, named),
    ])
      assert.equal(outcome(reply), "404 not_found");
  assert.deepEqual(
    (await list(caller)).map(({ enabled }) => enabled),
    [true],
  );
});
