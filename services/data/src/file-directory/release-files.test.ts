import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";
import { upload } from "../testing/test-files.ts";

const { door } = await testData();

test("a holder releases all of its files, and none of another holder's", async () => {
  const caller = testCaller();
  const { team_id } = caller;
  const made = await upload(door, caller, [{ file: Buffer.from("abc"), name: "a.csv" }]);
  const id = made.body.id as string;
  const [first, second] = [randomUUID(), randomUUID()];
  for (const holder_id of [first, second]) await door.callAs("crm", "PinFile", { team_id, id, holder_id });
  await door.call("DeleteFile", { caller, path: { file_id: id } });
  for (let time = 0; time < 2; time += 1) {
    const released = await door.callAs("crm", "ReleaseFiles", { team_id, holder_id: first });
    assert.equal(released.status, 200);
  }
  const read = async (holder_id: string) =>
    (await door.callAs("crm", "ReadFile", { team_id, id, start: 0, length: 3, holder_id })).status;
  assert.deepEqual([await read(first), await read(second)], [404, 200]);
});
