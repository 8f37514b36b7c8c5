import assert from "node:assert/strict";
import { test } from "node:test";
import { recipientsIn } from "./recipients.ts";

const of = (...lines: string[]) =>
  recipientsIn(Buffer.from([...lines, "", "To: body@x.example"].join("\r\n")));

test("Delivered-To is believed before To, To before Cc; names, groups, folds and letters do not matter", () => {
  const found = of(
    "Subject: To: no@x.example",
    'to: "Bo, In" <Bo@X.example>, undisclosed:;',
    " (comment) dana@Bücher.example",
    "X-To: never@x.example",
    "CC: <eve@x.example>",
    "Delivered-To: ada@x.example",
  );
  assert.deepEqual(found, ["ada@x.example", "bo@x.example", "dana@xn--bcher-kva.example", "eve@x.example"]);
});

test("a head without addresses has none, and one of many megabytes is looked at for a moment alone", () => {
  assert.deepEqual(of("To: nobody", "Cc: @ a@ @b"), []);
  assert.deepEqual(recipientsIn(Buffer.alloc(0)), []);
  assert.deepEqual(recipientsIn(Buffer.alloc(20_000_000, "To: ")), []);
  const many = Array.from({ length: 10_000 }, (_, n) => `a${n}@x.example`).join(",");
  assert.equal(of(`To: ${many}`).length, 50);
});
