import assert from "node:assert/strict";
import { after, test } from "node:test";
import { tools } from "../../gen/tools.ts";
import { everyOwner } from "../testing/test-agent.ts";
import { testUpstream, toolsDescriptor } from "../testing/test-upstream.ts";
import { Upstreams } from "./upstreams.ts";

/** Every service that owns a tool, at the same address. */
function upstreamsAt(address: string): Upstreams {
  const upstreams = new Upstreams(tools, toolsDescriptor, everyOwner(address));
  after(() => upstreams.close());
  return upstreams;
}

test("the doors are ready when every service behind a tool can be reached", async () => {
  const { address } = await testUpstream();
  await upstreamsAt(address).ready();
});

test("a service that cannot be reached is named", async () => {
  await assert.rejects(
    upstreamsAt("127.0.0.1:1").ready(100),
    /^Error: (crm|data|webhooks) cannot be reached$/,
  );
});
