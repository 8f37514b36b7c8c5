import { SystemDatabase } from "@jst/db";
import { withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from "node:fs";
import { after, beforeEach, test } from "node:test";
import { testAudit } from "../testing/test-audit.ts";
import { testAuth } from "../testing/test-auth.ts";

const { database, door, newTeam, teamIdOf, signedHeads, headsFile } = await testAuth();
const { append } = testAudit(database);
const operator = new SystemDatabase({
  connectionString: database.urlOf("auth_lookup"),
  poolSize: 1,
  applicationName: "test",
});
after(() => operator.close());

let slug: string;
let team: string;
const entries = (count: number) =>
  append(
    team,
    Array.from({ length: count }, () => ({})),
  );
beforeEach(async () => {
  slug = await newTeam();
  team = await teamIdOf(slug);
  await entries(5);
  await signedHeads.sign(operator);
});

const broken = async () => {
  const { body } = await door.operate("VerifyAudit", { team: slug });
  const found = body.broken as { seq: number; reason: string } | null;
  return found && { seq: found.seq, reason: found.reason };
};

/** Runs statements as a superuser with triggers off, the one way to rewrite the chain and its head. */
const rewrite = (...statements: string[]) =>
  withClient(database.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    for (const text of statements) await client.query(text, [team]);
  });
const cutAfterThree = [
  "delete from auth.audit where team_id = $1 and seq > 3",
  `update auth.audit_heads h set seq = 3, hash = (select hash from auth.audit where team_id = $1 and seq = 3)
   where team_id = $1`,
];

test("a chain that grew since its head was signed is whole", async () => {
  assert.equal(await broken(), null);
  await entries(3);
  assert.equal(await broken(), null);
});

test("a tail cut off together with the recorded head is missed, also after what is left was signed again", async () => {
  await rewrite(...cutAfterThree);
  assert.deepEqual(await broken(), { seq: 4, reason: "missing" });
  await signedHeads.sign(operator);
  assert.deepEqual(await broken(), { seq: 4, reason: "missing" });
});

test("a tail that was rewritten is not what had been signed", async () => {
  await rewrite(...cutAfterThree);
  await entries(4);
  assert.deepEqual(await broken(), { seq: 5, reason: "not_as_signed" });
});

test("a chain that is gone as a whole is missed", async () => {
  await rewrite(
    "delete from auth.audit where team_id = $1",
    "delete from auth.audit_heads where team_id = $1",
  );
  assert.deepEqual(await broken(), { seq: 1, reason: "missing" });
});

test("a head is signed once per growth, and a forged or half-written line says nothing", async () => {
  assert.equal(await signedHeads.sign(operator), 0);
  await entries(1);
  assert.equal(await signedHeads.sign(operator), 1);
  const kept = readFileSync(headsFile, "utf8");
  const last = JSON.parse(kept.trimEnd().split("\n").at(-1) ?? "") as { seq: number };
  const forged = JSON.stringify({ ...last, seq: 900 });
  writeFileSync(headsFile, `${kept}${forged}\n${forged.slice(0, -20)}`);
  assert.equal(await broken(), null);
  writeFileSync(headsFile, kept);
});

test("heads that cannot be read are not taken for none", async () => {
  renameSync(headsFile, `${headsFile}.kept`);
  mkdirSync(headsFile);
  try {
    await assert.rejects(signedHeads.of(team), { code: "EISDIR" });
  } finally {
    rmdirSync(headsFile);
    renameSync(`${headsFile}.kept`, headsFile);
  }
  assert.equal((await signedHeads.of(team)).size, 1);
});
