import { Database, type TeamContext } from "@jst/db";
import { TEST_AUDIENCE, teamContext, testDatabase, testPeer, TestServices } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, beforeEach, test } from "node:test";
import { internal, peers } from "../../gen/internal.ts";
import { Hosts } from "./hosts.ts";

const services = new TestServices(TEST_AUDIENCE);
const { url } = await testDatabase("scheduling");
const database = new Database({
  connectionString: url,
  poolSize: 1,
  applicationName: "test",
  changesetPrefix: "scheduling",
});
const grace = { id: randomUUID() as string, email: "grace@example.org", name: "Grace Hopper" };
let members = [grace];
const auth = await testPeer({
  name: "auth",
  descriptor: internal.descriptor,
  services,
  answer: ({ body }) => ({
    hosts: members.filter(({ id }) => (body as { ids: string[] }).ids.includes(id)),
  }),
});
let nowMs = 0;
const away = { accountGrpc: "127.0.0.1:9", commsGrpc: "127.0.0.1:9", crmGrpc: "127.0.0.1:9" };
const addresses = { authGrpc: auth.address, ...away };
const reached = peers(addresses, services.signer("scheduling"));
const hosts = new Hosts(reached.auth, { now: () => nowMs });
after(async () => {
  reached.close();
  await database.close();
});
const known = { name: "Grace Hopper", email: "grace@example.org" };
/** The hosts as a transaction finds them. */
const recalled = async (context: TeamContext, ...ids: string[]) =>
  (await database.write(context, () => Promise.resolve([...hosts.recall(context, ids).entries()]))).result;

beforeEach(() => {
  members = [grace];
  auth.isSilent = false;
  auth.asked.length = 0;
});

test("a host is asked for by name of the team, and an id that is not a member's has no host", async () => {
  const context = teamContext();
  assert.deepEqual(await hosts.find(context, grace.id), known);
  assert.deepEqual(auth.asked, [
    {
      rpc: "auth.v1.Identities/FindHosts",
      peer: "scheduling",
      body: { team_id: context.teamId, ids: [grace.id] },
    },
  ]);
  assert.equal(await hosts.find(context, randomUUID()), undefined);
});

test("a transaction has hosts from memory alone: what it lacks is read outside of it, all at once", async () => {
  const context = teamContext();
  const stranger = randomUUID();
  assert.deepEqual(await recalled(context, grace.id, stranger), [[grace.id, known]]);
  assert.deepEqual(
    auth.asked.map(({ body }): unknown => body.ids),
    [[grace.id, stranger]],
  );
  assert.deepEqual(await recalled(context, grace.id), [[grace.id, known]]);
  assert.equal(auth.asked.length, 1);
});

test("many who lack a host at once have it read once", async () => {
  const context = teamContext();
  const people = await Promise.all(Array.from({ length: 50 }, () => hosts.find(context, grace.id)));
  assert.deepEqual(
    [new Set(people.map((one) => one?.name)), auth.asked.length],
    [new Set(["Grace Hopper"]), 1],
  );
});

test("a reading counts for a minute; of another team it is another reading", async () => {
  const context = teamContext();
  await hosts.find(context, grace.id);
  members = [{ ...grace, name: "Admiral Hopper" }];
  nowMs += 59_999;
  assert.equal((await hosts.find(context, grace.id))?.name, "Grace Hopper");
  nowMs += 1;
  assert.equal((await hosts.find(context, grace.id))?.name, "Admiral Hopper");
  assert.equal((await hosts.find(teamContext(), grace.id))?.name, "Admiral Hopper");
  assert.equal(auth.asked.length, 3);
});

test("while auth does not answer the last reading counts, and a host who was never read is unavailable", async () => {
  const context = teamContext();
  await hosts.find(context, grace.id);
  nowMs += 3_600_000;
  auth.isSilent = true;
  assert.deepEqual(await recalled(context, grace.id), [[grace.id, known]]);
  assert.deepEqual(await recalled(context, grace.id), [[grace.id, known]]);
  assert.equal(auth.asked.length, 2, "nobody waits again for seconds");
  await assert.rejects(recalled(context, randomUUID()), { code: "timeout" });
  nowMs += 5_000;
  auth.isSilent = false;
  members = [];
  assert.deepEqual(await recalled(context, grace.id), [], "a host who was removed meanwhile");
});
