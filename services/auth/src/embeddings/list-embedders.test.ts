import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

const { door, newTeam, teamIdOf } = await testAuth();
const url = "https://example.com/v1/embeddings";

async function set(team: string, settings: Record<string, unknown>): Promise<void> {
  for (const [key, value] of Object.entries(settings))
    assert.equal((await door.operate("SetConfig", { team, key, value })).status, 200, key);
}

const listed = async () =>
  ((await door.callAs("data", "ListEmbedders", {})).body.embedders as { team_id: string }[]).map(
    ({ team_id }) => team_id,
  );

test("the list has the teams that have said so, and no other", async () => {
  const [on, silent, half, off] = [await newTeam(), await newTeam(), await newTeam(), await newTeam()];
  const named = { "context.embeddings.url": url, "context.embeddings.model": "test" };
  await set(on, { ...named, "context.embeddings": true });
  await set(silent, named);
  await set(half, { "context.embeddings": true, "context.embeddings.url": url });
  await set(off, { ...named, "context.embeddings": true, "modules.context.enabled": false });
  assert.deepEqual(await listed(), [await teamIdOf(on)]);
  await set(on, { "context.embeddings": false });
  assert.deepEqual(await listed(), []);
});

test("services that keep no vectors are refused", async () => {
  await assert.rejects(door.callAs("comms", "ListEmbedders", {}), /UNAUTHENTICATED/);
});
