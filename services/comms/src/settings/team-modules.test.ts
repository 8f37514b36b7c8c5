import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { notFound } from "@jst/errors";
import { TEST_AUDIENCE, testPeer, TestServices } from "@jst/testing";
import { internal, peers } from "../../gen/internal.ts";
import { KnownTeams } from "@jst/pages";
import { modulesOf } from "./team-settings.ts";

const services = new TestServices(TEST_AUDIENCE);
const teams = new Map<string, string[]>();
const peer = await testPeer({
  name: "auth",
  descriptor: internal.descriptor,
  services,
  answer: ({ body }) => {
    const modules = teams.get((body as { team_id: string }).team_id);
    if (modules === undefined) throw notFound();
    return { modules };
  },
});
const away = "127.0.0.1:9";
const { auth, close } = peers(
  { authGrpc: peer.address, accountGrpc: away, crmGrpc: away, dataGrpc: away },
  services.signer("comms"),
);
after(() => close());

test("a team sends while its module comms is on; what auth said holds for seconds, and while auth is away", async () => {
  let now = 0;
  const modules = modulesOf(new KnownTeams(auth, () => now));
  const team = randomUUID();
  teams.set(team, ["contacts", "comms"]);
  const many = await Promise.all(Array.from({ length: 32 }, () => modules.isOn(team)));
  assert.deepEqual([...new Set(many), peer.asked.length], [true, 1]);
  teams.set(team, ["contacts"]);
  assert.equal(await modules.isOn(team), true);
  now += 5_000;
  assert.equal(await modules.isOn(team), false);
  assert.equal(await modules.isOn(randomUUID()), false);
  peer.stop();
  now += 5_000;
  assert.equal(await modules.isOn(team), false);
  await assert.rejects(modules.isOn(randomUUID()));
});
