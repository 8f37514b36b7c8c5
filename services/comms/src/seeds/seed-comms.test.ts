import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testCaller } from "@jst/testing";
import { testComms } from "../testing/test-comms.ts";
import { becomes, TestProvider, testSender } from "../testing/test-sender.ts";

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
const provider = new TestProvider();
const comms = await testComms(provider);
const { door, database, sql } = comms;
const sender = testSender(database, { routing: provider.routing });
stop = () => sender.stop();

test("seeded by five at once and again, a team has each example once; its messages are captured and reach no provider", async () => {
  const caller = testCaller();
  const seed = () => door.operate("SeedComms", { team_id: caller.team_id });
  const runs = await Promise.all(Array.from({ length: 5 }, seed));
  const { status, body } = await seed();
  assert.equal(status, 200, JSON.stringify(body));
  for (const run of runs) assert.deepEqual(run.body, body);
  const made = body as Record<string, string[]>;
  for (const id of made["messages"] ?? []) await becomes(comms, caller, id, "captured");
  const count = async (rpc: "ListTemplates" | "ListConsents" | "ListMessages", plural: string) =>
    (await door.call(rpc, { caller })).body[plural].map(({ id }: { id: string }) => id).sort() as string[];
  assert.deepEqual(await count("ListTemplates", "templates"), [...(made["templates"] ?? [])].sort());
  assert.deepEqual(await count("ListConsents", "consents"), [...(made["consents"] ?? [])].sort());
  assert.deepEqual(await count("ListMessages", "messages"), [...(made["messages"] ?? [])].sort());
  assert.deepEqual(
    Object.values(made).map(({ length }) => length),
    [2, 3, 3],
  );
  assert.deepEqual(provider.seen, []);
  const addresses = await sql<{ address: string }>("select address from comms.messages");
  for (const { address } of addresses) assert.match(address, /@example\.com$/);
  const [template = ""] = made["templates"] ?? [];
  await door.call("DeleteTemplate", { caller, path: { template_id: template } });
  assert.deepEqual((await seed()).body, body);
  assert.equal((await count("ListTemplates", "templates")).length, 1);
});
