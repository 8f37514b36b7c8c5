import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

const { door, newTeam, sql } = await testAuth();

test("a link is for a member, for 15 minutes, and only its hash is stored", async () => {
  const team = await newTeam();
  await door.operate("AddMember", { team, email: "ada@example.com", role: "owner" });
  const { status, body } = await door.operate("CreateSignInLink", { team, member: "ada@example.com" });
  assert.equal(status, 201);
  const [, secret = ""] = /\/p\/sign-in\/([\w-]+)$/.exec(String(body.url)) ?? [];
  assert.ok(secret.length >= 43, String(body.url));
  const minutes = (Date.parse(String(body.expires_at)) - Date.now()) / 60_000;
  assert.ok(minutes > 14 && minutes <= 15.1, String(minutes));
  const stored = JSON.stringify(await sql("select to_jsonb(l) as link from auth.sign_in_links l"));
  assert.ok(!stored.includes(secret));
});

test("an address that is not a member's gets no link", async () => {
  const team = await newTeam();
  const links = () => sql("select count(*) from auth.sign_in_links");
  const before = await links();
  const { status } = await door.operate("CreateSignInLink", { team, member: "nobody@example.com" });
  assert.equal(status, 422);
  assert.deepEqual(await links(), before);
});
