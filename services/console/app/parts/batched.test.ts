import assert from "node:assert/strict";
import { test } from "node:test";
import { batched } from "./batched.ts";

interface Thing {
  id: string;
  name: string;
}

test("what is asked for at once is read together, each id once and no more than the most at a time", async () => {
  const read: (readonly string[])[] = [];
  const thing = batched<Thing>((ids) => {
    read.push(ids);
    return Promise.resolve(ids.filter((id) => id !== "gone").map((id) => ({ id, name: `thing ${id}` })));
  }, 3);
  const found = await Promise.all(["1", "1", "2", "gone", "3"].map(thing));
  assert.deepEqual(
    found.map((one) => one?.name),
    ["thing 1", "thing 1", "thing 2", undefined, "thing 3"],
  );
  assert.deepEqual(read, [
    ["1", "2"],
    ["gone", "3"],
  ]);
  assert.equal((await thing("4"))?.name, "thing 4");
});

test("a read that fails fails for each who asked, and not for who asks next", async () => {
  let isAway = true;
  const thing = batched<Thing>(
    (ids) =>
      isAway ? Promise.reject(new Error("away")) : Promise.resolve(ids.map((id) => ({ id, name: id }))),
    3,
  );
  const asked = await Promise.allSettled(["1", "2"].map(thing));
  assert.deepEqual(
    asked.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  isAway = false;
  assert.equal((await thing("1"))?.name, "1");
});
