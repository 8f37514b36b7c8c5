import { AppError } from "@jst/errors";
import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { matchedVersions, uponAny, versionsOf } from "./conditions.ts";

test("a header names a version, a list of them, or any", () => {
  assert.deepEqual(versionsOf('"3"'), [3]);
  assert.deepEqual(versionsOf('W/"12"'), [12]);
  assert.deepEqual(versionsOf('"1", W/"2" ,"1",'), [1, 2]);
  assert.equal(versionsOf(" * "), undefined);
});

const ifMatch = (header?: string) => matchedVersions({ header: () => header });

test("an If-Match of a write is a list of tags, or any; a foreign tag matches no version", () => {
  assert.deepEqual([undefined, "*", " * "].map(ifMatch), [undefined, undefined, undefined]);
  assert.deepEqual(['"3"', 'W/"3"', '"1", W/"2"'].map(ifMatch), [[3], [3], [1, 2]]);
  assert.deepEqual(['"a"', '""', '"-1"', '"a,b"'].map(ifMatch), [[-1], [-1], [-1], [-1]]);
});

test("an If-Match that is not a list of tags is refused with how to write it", () => {
  for (const header of [
    "3",
    '"3',
    '3"',
    'w/"3"',
    '"3"x',
    "",
    ",",
    '*, "3"',
    '"1", 2',
    "W/3",
    '"a b"',
    "null",
  ])
    assert.throws(
      () => ifMatch(header),
      { code: "invalid_parameter", message: /such as "3"\. To change any version, send \*\./ },
      header,
    );
});

test("a foreign tag equals no version and does not hide others", () => {
  for (const tag of ["3", '"a"', '"3', '"-1"', '""', "", ",", 'w/"3"', '"3"x'])
    assert.deepEqual(versionsOf(tag), [-1], tag);
  assert.deepEqual(versionsOf('"a,1", "2"'), [-1, 2]);
});

test("a header of any shape is read in one pass", () => {
  const many = (text: string) => text.repeat(1_000_000 / text.length);
  const open = [`${many("a")}"`, `${many("a")}"${many("b")}"${many("c")}"`];
  const hostile = [...open, many('"'), many(","), many('"1",'), many('a"')];
  // A match in more than one pass takes hours; the limit only saves the wait.
  const inTime = (read: (header: string) => unknown) => (header: string) =>
    runInNewContext("read(header)", { read, header }, { timeout: 60_000 }) as unknown;
  assert.deepEqual(hostile.map(inTime(versionsOf)), [[-1], [-1], [-1], [-1], [1], [-1]]);
  const matched = (header: string) => {
    try {
      return ifMatch(header);
    } catch {
      return "refused";
    }
  };
  assert.deepEqual(hostile.map(inTime(matched)), [...Array<string>(4).fill("refused"), [1], "refused"]);
});

/** Simulates a resource at version 7: returns the outcome of a write upon each version. */
const writeUpon = (tried: (number | undefined)[]) => (version: number | undefined) => {
  tried.push(version);
  if (version === undefined || version === 7) return Promise.resolve("written");
  return Promise.reject(new AppError("version_conflict", "moved"));
};

test("a write succeeds when one of the listed versions is the present one", async () => {
  for (const header of [undefined, "*", '"7"', '"6", "7"', '"6", "7", "8"'])
    assert.equal(await uponAny(ifMatch(header), writeUpon([])), "written", header);
});

test("a write upon none of the listed versions is refused once all have been tried", async () => {
  const tried: (number | undefined)[] = [];
  await assert.rejects(uponAny([5, 6], writeUpon(tried)), { code: "version_conflict" });
  assert.deepEqual(tried, [5, 6]);
});

test("another refusal ends it at once, and a long list is refused", async () => {
  const tried: (number | undefined)[] = [];
  const absent = (version: number | undefined) => {
    tried.push(version);
    return Promise.reject(new AppError("not_found", "none"));
  };
  await assert.rejects(uponAny([5, 6], absent), { code: "not_found" });
  assert.deepEqual(tried, [5]);
  const nine = Array.from({ length: 9 }, (_unused, index) => `"${index}"`).join();
  assert.throws(() => ifMatch(nine), { code: "invalid_parameter" });
});
