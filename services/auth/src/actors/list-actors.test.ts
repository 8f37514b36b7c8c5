import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { testConnected } from "../testing/test-connected.ts";
import { testMembers } from "../testing/test-members.ts";
import { testOAuth } from "../testing/test-oauth.ts";

const auth = await testAuth({ hasPages: true });
const { door, teamIdOf, memberOf, mint } = auth;
const { connected } = testConnected(auth, testOAuth(auth));
const { team, change, remove } = testMembers(auth);

/** Names the ids as a reader of the team (tokens.actors). */
const named = (team_id: string, ids: readonly string[]) =>
  door.call("ListActors", { caller: testCaller({ team_id }), query: `ids=${ids.join(",")}` });
const ids = (count: number) => Array.from({ length: count }, () => randomUUID());

test("members, tokens and connected apps are named once, in the order of their ids", async () => {
  const { team: slug, team_id, memberId, member, app } = await connected();
  const key = await mint({ team: slug, type: "human", member, name: "Sync" });
  const reply = await named(team_id, [app.id, key.id.toUpperCase(), memberId, memberId, key.id]);
  assert.deepEqual(reply.body, {
    actors: [
      { id: app.id, type: "oauth_app", name: "Test app", removed: false },
      { id: key.id, type: "human", name: "Sync", removed: false },
      { id: memberId, type: "member", name: member, removed: false },
    ],
  });
});

test("who was removed stays named, by the name that was last", async () => {
  const { slug, team_id, service } = await team();
  const memberId = await memberOf(slug, "viewer");
  assert.equal((await change(service, memberId, { name: "Nina" })).status, 200);
  const key = await mint({ team: slug, type: "service", name: "Shop" });
  await door.call("DeleteToken", { caller: service, path: { token_id: key.id } });
  await remove(service, memberId);
  assert.deepEqual((await named(team_id, [memberId, key.id])).body, {
    actors: [
      { id: memberId, type: "member", name: "Nina", removed: true },
      { id: key.id, type: "service", name: "Shop", removed: true },
    ],
  });
});

test("a disconnected app is removed and named", async () => {
  const { team_id, app, caller } = await connected();
  await door.call("DisconnectApp", { caller, path: { app_id: app.id } });
  const actors = [{ id: app.id, type: "oauth_app", name: "Test app", removed: true }];
  assert.deepEqual((await named(team_id, [app.id])).body, { actors });
});

test("an id of another team is absent to the letter, as an unknown one is", async () => {
  const other = await connected();
  const key = await mint({ team: other.team, type: "service", name: "Hidden" });
  const { slug } = await team();
  const reply = await named(await teamIdOf(slug), [other.memberId, key.id, other.app.id, randomUUID()]);
  assert.deepEqual([reply.status, reply.body], [200, { actors: [] }]);
});

test("100 ids are named, 101 and none are refused", async () => {
  const { team_id } = await team();
  assert.equal((await named(team_id, ids(100))).status, 200);
  const many = await named(team_id, ids(101));
  assert.deepEqual([many.status, fieldsOf(many.body)], [400, ["ids"]]);
  assert.equal((await named(team_id, [])).status, 400);
  assert.equal((await door.call("ListActors", { caller: testCaller({ team_id }) })).status, 400);
});

test("every value that is not an id is named by its place", async () => {
  const { team_id } = await team();
  const reply = await named(team_id, ["nina", randomUUID(), "", "{0}"]);
  assert.deepEqual([reply.status, fieldsOf(reply.body)], [400, ["ids.0", "ids.2", "ids.3"]]);
});

const fieldsOf = (body: unknown) =>
  (body as { errors: { field: string }[] }).errors.map(({ field }) => field);
