import assert from "node:assert/strict";
import { test } from "node:test";
import { blockOf, clippingOf, pastedOf, type TextBlock } from "./clipboard.ts";

const source = { team: "team", types: ["text", "number"] };

test("a quote opens a cell only at its start, and only if it is closed before a tab, a break or the end", () => {
  const cases: [text: string, block: TextBlock][] = [
    ['"A\t"B', [['"A', '"B']]],
    ['"a\tb"', [["a\tb"]]],
    ['"a\nb"\tc', [["a\nb", "c"]]],
    ['"a""b"', [['a"b']]],
    ['5" pipe\t6"', [['5" pipe', '6"']]],
    ['"never closed\nnext', [['"never closed'], ["next"]]],
    ['"a" b\tc', [['"a" b', "c"]]],
    ["", [[""]]],
    ["a\r\nb\r\n", [["a"], ["b"]]],
    ["a\rb", [["a"], ["b"]]],
    ["a\n\nb", [["a"], [""], ["b"]]],
    [
      "a\tb\nc",
      [
        ["a", "b"],
        ["c", ""],
      ],
    ],
    ["\t", [["", ""]]],
  ];
  for (const [text, block] of cases) assert.deepEqual(blockOf(text), block, JSON.stringify(text));
});

test("a copied block of any texts is read back as the same block", () => {
  const signs = ["a", '"', "\t", "\n", "\r\n", " ", "é", "<", "&", "''", "\u200d"];
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  for (let turn = 0; turn < 20_000; turn += 1) {
    const [height, width] = [1 + random(4), 1 + random(4)];
    const cell = () => Array.from({ length: random(5) }, () => signs[random(signs.length)]).join("");
    const texts = Array.from({ length: height }, () => Array.from({ length: width }, cell));
    const cells = texts.map((row) => row.map((text) => ({ text, value: text })));
    assert.deepEqual(blockOf(clippingOf({ source, cells }).text), texts);
  }
});

test("values of the same team are used; those of another team, or of a broken block, are texts", () => {
  const cells = [[{ text: "1.50 €", value: ["<a>", '"&quot;', "x\ny"] }]];
  const { text, html } = clippingOf({ source: { team: "team", types: ["text"] }, cells });
  const texts = [["1.50 €"]];
  const own = { types: ["text"], values: [[["<a>", '"&quot;', "x\ny"]]] };
  assert.deepEqual(pastedOf({ text, html: `<html><body>${html}</body></html>` }, "team"), { texts, own });
  assert.deepEqual(pastedOf({ text, html }, "other"), { texts });
  const broken = [
    "{",
    "null",
    "[]",
    "",
    "{&quot;team&quot;:&quot;team&quot;,&quot;types&quot;:[1],&quot;values&quot;:[[1,2]]}",
  ];
  for (const values of broken)
    assert.deepEqual(pastedOf({ text, html: `<table data-values="${values}">` }, "team"), { texts });
});

test("a clipboard without a text has no block, whatever its HTML is", () => {
  assert.equal(pastedOf({ text: "", html: "<table><tr><td>1</td></tr></table>" }, "team"), undefined);
});

test("HTML of a copied block shows marks as text", () => {
  const cells = [[{ text: '<img onerror="x">\n&', value: "<script>" }]];
  const { html } = clippingOf({ source, cells });
  assert.match(html, /<td>&lt;img onerror=&quot;x&quot;&gt;<br>&amp;<\/td>/);
  assert.doesNotMatch(html, /<script>|<img/);
});
