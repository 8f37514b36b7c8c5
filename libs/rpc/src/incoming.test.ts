import type { AppError } from "@jst/errors";
import assert from "node:assert/strict";
import { test } from "node:test";
import { isUuid, remainingMs, requireJson } from "./incoming.ts";

test("a body must say that it is JSON in UTF-8; an empty one may say nothing", () => {
  for (const type of [
    "application/json",
    "application/json; charset=utf-8",
    "APPLICATION/JSON",
    "application/merge-patch+json",
  ]) {
    assert.doesNotThrow(() => requireJson(type));
  }
  for (const type of ["", undefined]) assert.doesNotThrow(() => requireJson(type, undefined, true));
  for (const type of [
    "",
    undefined,
    " ",
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json; charset=latin1",
    "application/jsonx",
    "application/json-patch+json",
    "json",
  ]) {
    assert.throws(
      () => requireJson(type),
      (error: AppError) => error.code === "unsupported_media_type",
    );
  }
});

test("the time left is never below one millisecond and never above the platform's limit", () => {
  assert.equal(remainingMs(Date.now() - 5_000), 1);
  assert.equal(remainingMs(Infinity), 30_000);
});

test("only the text form of a UUID is an id", () => {
  assert.ok(isUuid("0198f0a0-0000-7000-8000-000000000000"));
  for (const id of [
    "",
    "1",
    "0198f0a000007000800000000000000",
    "0198f0a0-0000-7000-8000-00000000000g",
    "' or 1=1",
  ])
    assert.ok(!isUuid(id));
});

test("a compressed body is another media type than JSON", () => {
  for (const encoding of [undefined, "identity", " Identity "])
    assert.doesNotThrow(() => requireJson("application/json", encoding));
  for (const encoding of ["gzip", "br", "gzip, identity", ""]) {
    assert.throws(
      () => requireJson("application/json", encoding),
      (error: AppError) => error.code === "unsupported_media_type",
    );
  }
});
