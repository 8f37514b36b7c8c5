import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fault } from "../../gen/rpc.ts";
import { testDeliveries, type Ending } from "../testing/test-deliveries.ts";
import { testWebhooks } from "../testing/test-webhooks.ts";

const webhooks = await testWebhooks();
const { door } = webhooks;
const endpointWith = testDeliveries(webhooks);

const faults = async ({ team_id } = testCaller()): Promise<Fault[]> => {
  const { status, body } = await door.callAs("agent", "ListFaults", { team_id });
  assert.equal(status, 200, JSON.stringify(body));
  return (body as { faults: Fault[] }).faults;
};

test("an endpoint is failing from the first delivery that failed since one arrived, until another one arrives", async () => {
  const failing = await endpointWith(
    ["failed", 6],
    ["success", 5],
    ["failed", 4],
    ["failed", 3],
    ["pending", 1],
  );
  const [fault, ...others] = await faults(failing.caller);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [fault?.component, fault?.state, fault?.path],
    ["webhooks", "failing", `/webhooks/${failing.id}`],
  );
  assert.match(fault?.reason ?? "", /^https:\/\/example\.com\/hook takes nothing: .* 2 failed/);
  const hours = (Date.now() - Date.parse(fault?.since ?? "")) / 3_600_000;
  assert.equal(Math.round(hours), 4);
  const mended: Ending[][] = [
    [
      ["failed", 4],
      ["success", 3],
    ],
    [["pending", 2]],
    [["success", 2]],
  ];
  for (const endings of mended) assert.deepEqual(await faults((await endpointWith(...endings)).caller), []);
});

test("an endpoint that is off is told, one that is removed is not, and another team is told of none", async () => {
  const { caller, id } = await endpointWith(["failed", 1]);
  const path = { webhook_id: id };
  await door.call("UpdateWebhook", { caller, path, body: { enabled: false } });
  assert.deepEqual(
    (await faults(caller)).map(({ state, since }) => [state, since]),
    [["off", null]],
  );
  assert.deepEqual(await faults(), []);
  await door.call("DeleteWebhook", { caller, path });
  assert.deepEqual(await faults(caller), []);
});

test("nobody but agent asks", async () => {
  await assert.rejects(
    door.callAs("crm", "ListFaults", { team_id: testCaller().team_id }),
    /UNAUTHENTICATED/,
  );
});
