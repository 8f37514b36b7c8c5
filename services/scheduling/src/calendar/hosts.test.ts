import { TEST_AUDIENCE, teamContext, testPeer, TestServices } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { internal } from "../../gen/internal.ts";
import { Hosts } from "./hosts.ts";

const services = new TestServices(TEST_AUDIENCE);
const grace = { id: randomUUID() as string, email: "grace@example.org", name: "Grace Hopper" };
const auth = await testPeer({
  name: "auth",
  descriptor: internal.descriptor,
  services,
  answer: ({ body }) => ({ hosts: (body as { ids: string[] }).ids.includes(grace.id) ? [grace] : [] }),
});
const hosts = new Hosts(auth.address, services.signer("scheduling"));
after(() => hosts.close());

test("a host is asked for by name of the team, and who is no member any more is nobody", async () => {
  const context = teamContext();
  assert.deepEqual(await hosts.find(context, grace.id), { name: "Grace Hopper", email: "grace@example.org" });
  assert.deepEqual(auth.asked, [
    {
      rpc: "auth.v1.Identities/FindHosts",
      peer: "scheduling",
      body: { team_id: context.teamId, ids: [grace.id] },
    },
  ]);
  assert.equal(await hosts.find(context, randomUUID()), undefined);
});
