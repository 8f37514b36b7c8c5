import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testAssets, warehouse } from "../testing/test-assets.ts";
import { refusal } from "../testing/test-sheets.ts";

const { asset, door, told } = await testAssets();

test("a returned asset is available, has no assignee, and shows its condition", async () => {
  const { caller, checkOut, takeBack, read } = await asset();
  const out = await checkOut({ assignee: warehouse, due_at: "2030-01-31T12:00:00Z", note: "for the fair" });
  const reply = await takeBack({ condition: "scratched" });
  assert.deepEqual([out.status, reply.status], [200, 200]);
  const cells = {
    name: "Drill",
    asset_tag: null,
    status: "available",
    assignee: null,
    due_at: null,
    condition: "scratched",
    note: null,
  };
  assert.deepEqual([reply.body.data, await read()], [cells, cells]);
  const [, returned] = await told(caller);
  assert.deepEqual(
    [returned?.type, returned?.changeset, returned?.previous],
    [
      "asset.returned",
      reply.headers["x-changeset-id"],
      {
        data: {
          status: "checked_out",
          assignee: warehouse,
          due_at: "2030-01-31T12:00:00.000Z",
          condition: null,
          note: "for the fair",
        },
      },
    ],
  );
});

test("a condition stays until another is given, a note until the asset moves", async () => {
  const { checkOut, takeBack, read } = await asset();
  await checkOut({ assignee: warehouse });
  await takeBack({ condition: "worn", note: "handle is loose" });
  const back = await read();
  await checkOut({ assignee: warehouse });
  const out = await read();
  assert.deepEqual(
    [back["condition"], back["note"], out["condition"], out["note"]],
    ["worn", "handle is loose", "worn", null],
  );
});

test("what is back already stays as it is, but for what is said of it", async () => {
  const { caller, checkOut, takeBack } = await asset();
  await checkOut({ assignee: warehouse });
  const first = await takeBack({ note: "wet" });
  const again = await takeBack({ note: "wet" });
  assert.deepEqual([again.status, again.body, again.headers["x-changeset-id"]], [200, first.body, undefined]);
  const bare = await takeBack();
  assert.deepEqual([bare.status, bare.body], [200, first.body]);
  const more = await takeBack({ note: "dry" });
  assert.deepEqual([more.status, more.body.data.note, more.body.version], [200, "dry", 4]);
  assert.equal((await told(caller)).length, 2);
});

test("what is under repair or retired is not out: 409 asset_unavailable", async () => {
  for (const status of ["maintenance", "retired"]) {
    const { takeBack, patch } = await asset();
    await patch({ status });
    assert.deepEqual(refusal(await takeBack()), [409, "asset_unavailable", "asset_id asset_unavailable"]);
  }
});

test("a bad body is 422, a stale version 412, another team's asset absent to the letter", async () => {
  const { id, checkOut, takeBack } = await asset();
  await checkOut({ assignee: warehouse });
  assert.equal((await takeBack({ condition: 5, moon: 1 })).body.errors.length, 2);
  assert.equal((await takeBack({ note: "x".repeat(2_001) })).status, 422);
  assert.equal((await takeBack({}, { headers: { "if-match": '"1"' } })).status, 412);
  const caller = testCaller();
  const replies = await Promise.all(
    [id, randomUUID(), "drill"].map((asset_id) =>
      door.call("ReturnAsset", { caller, path: { asset_id }, body: {} }),
    ),
  );
  assert.deepEqual(
    replies.map(({ status, body }) => [status, body.detail]),
    replies.map(() => [404, replies[1]?.body.detail]),
  );
});
