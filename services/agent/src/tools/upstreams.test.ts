import assert from "node:assert/strict";
import { after, test } from "node:test";
import { tools } from "../../gen/tools.ts";
import { everyOwner } from "../testing/test-agent.ts";
import { testUpstream, toolsDescriptor } from "../testing/test-upstream.ts";
import { Upstreams } from "./upstreams.ts";

function upstreamsAt(addresses: Readonly<Record<string, string>>): Upstreams {
  const upstreams = new Upstreams(tools, toolsDescriptor, addresses);
  after(() => upstreams.close());
  return upstreams;
}

test("the doors are ready while any service behind a tool can be reached", async () => {
  const { address } = await testUpstream();
  await upstreamsAt({ ...everyOwner("127.0.0.1:1"), data: address }).ready();
});

test("when no service can be reached, all are named", async () => {
  await assert.rejects(
    upstreamsAt(everyOwner("127.0.0.1:1")).ready(100),
    /^Error: none of commerce, comms, crm, data, emr, scheduling, webhooks can be reached$/,
  );
});
