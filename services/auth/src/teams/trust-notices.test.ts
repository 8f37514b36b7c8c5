import { noticeFactOf } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { newAddress, testMembers } from "../testing/test-members.ts";

const auth = await testAuth();
const { sql, door } = auth;
const { team, add, change, remove } = testMembers(auth);

/** Notices that the team's members are to get, oldest first, without those of earlier. */
const notices = async (teamId: string, after = 0) => {
  const text = `select type, payload::text from auth.outbox where team_id = $1 and type = 'notice.wanted' order by seq`;
  const rows = (await sql(text, [teamId])) as { type: string; payload: string }[];
  return rows.slice(after).map((row) => {
    const fact = noticeFactOf(row);
    assert.ok(fact !== undefined && "wanted" in fact);
    return fact.wanted;
  });
};
const toLeaders = (...except: string[]) => ({ roles: ["owner", "admin"], except });

test("a changed setting of trust notifies owners and admins but the member who changed it, once", async () => {
  const { team_id, signedIn, slug } = await team();
  const admin = await signedIn("admin");
  const before = (await notices(team_id)).length;
  const set = (key: string, value: unknown) =>
    door.call("UpdateSetting", { caller: admin, path: { key }, body: { value } });
  for (const value of ["execute", "execute"]) assert.equal((await set("trust.rest", value)).status, 200);
  assert.equal((await set("team.locale", "de")).status, 200);
  await door.operate("SetConfig", { team: slug, key: "trust.rest", value: "execute" });
  await door.operate("SetConfig", { team: slug, key: "trust.rest", value: "queue" });
  await door.operate("SetConfig", { team: slug, key: "team.country", value: "DE" });
  const common = {
    kind: "trust_changed",
    path: "/console/settings",
    subject: { type: "setting", id: "trust.rest" },
  };
  const id = admin.member_id ?? "";
  assert.deepEqual(await notices(team_id, before), [
    {
      ...common,
      to: toLeaders(id),
      title: "The setting trust.rest changed, by a signed-in member",
      actor: { type: "member", id },
    },
    {
      ...common,
      to: toLeaders(),
      title: "The setting trust.rest changed, by the operator",
      actor: { type: "system", id: null },
    },
  ]);
});

test("a new owner or admin is made known to the others, by whichever way; other roles and names are not", async () => {
  const { team_id, slug, service, signedIn } = await team();
  const owner = await signedIn("owner");
  const ownerId = owner.member_id ?? "";
  const before = (await notices(team_id)).length;
  const email = newAddress();
  const { id } = (await add(owner, { email, role: "member", name: "Bo" })).body as { id: string };
  await change(owner, id, { role: "admin" });
  await change(owner, id, { role: "admin", name: "Bob" });
  await change(owner, id, { role: "viewer" });
  const ada = newAddress();
  const { id: second } = (await add(service, { email: ada, role: "owner" })).body as { id: string };
  const third = newAddress();
  for (const role of ["admin", "admin", "member"])
    assert.equal((await door.operate("AddMember", { team: slug, email: third, role })).status, 201);
  const wanted = await notices(team_id, before);
  const thirdId = wanted.at(-1)?.subject.id ?? "";
  const shown = wanted.map(({ title, to, subject }) => [title, to, subject.id]);
  assert.deepEqual(shown, [
    ["Bo is now an admin, by a signed-in member", toLeaders(ownerId, id), id],
    [`${ada} is now an owner, by a service token`, toLeaders(service.token_id, second), second],
    [`${third} is now an admin, by the operator`, toLeaders(thirdId), thirdId],
  ]);
});

test("each member who joins, leaves or has another role is published once, by whichever way; a new name is not", async () => {
  const { team_id, slug, signedIn } = await team();
  const owner = await signedIn("owner");
  const changed = async () => {
    const text = `select payload::jsonb ->> 'id' as id from auth.outbox where team_id = $1 and type = 'member.changed' order by seq`;
    return ((await sql(text, [team_id])) as { id: string }[]).map(({ id }) => id);
  };
  const before = (await changed()).length;
  const { id } = (await add(owner, { email: newAddress(), role: "viewer" })).body as { id: string };
  for (const body of [{ role: "admin" }, { role: "admin" }, { name: "Bo" }]) await change(owner, id, body);
  for (let n = 0; n < 2; n += 1) assert.equal((await remove(owner, id)).status, 200);
  const email = newAddress();
  for (const role of ["admin", "admin", "member"])
    await door.operate("AddMember", { team: slug, email, role });
  for (let n = 0; n < 2; n += 1) await door.operate("RemoveMember", { team: slug, email });
  const other = (await changed()).at(-1);
  assert.deepEqual((await changed()).slice(before), [id, id, id, other, other, other]);
  assert.notEqual(other, id);
});
