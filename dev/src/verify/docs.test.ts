import assert from "node:assert/strict";
import { test } from "node:test";
import { docsFaults } from "./docs.ts";

const chart = 'version: 1.2.0\nappVersion: "1.2.0"\n';
const good: readonly (readonly [string, string])[] = [
  ["README.md", "# A\n\n[docs](docs/README.md)\n"],
  ["CHANGELOG.md", "# Changelog\n\n## 1.2.0\n"],
  ["docs/README.md", "- [a](a.md)\n- [contract](contract/README.md)\n"],
  ["docs/a.md", "See [b](contract/b.md#clause) and [outside](https://example.com/x.md).\n"],
  ["docs/contract/README.md", "| [b.md](b.md) | b |\n"],
  ["docs/contract/b.md", "# B\n"],
  ["package.json", '{ "version": "1.2.0" }'],
  ["charts/fleet/Chart.yaml", chart],
  ["charts/service/Chart.yaml", "version: 1.2.0\n"],
];

const faultsWith = (...changed: readonly (readonly [string, string])[]) =>
  docsFaults(new Map([...good, ...changed]));

test("a tree whose pages are listed and whose links and versions agree has no faults", () => {
  assert.deepEqual(faultsWith(), []);
});

test("a page that no index lists is a fault", () => {
  assert.match(faultsWith(["docs/new.md", "# New\n"]).join(), /^docs\/new\.md: .* does not list this page/);
});

test("a link to an absent page is a fault, in code it is not", () => {
  assert.deepEqual(faultsWith(["docs/a.md", "[gone](gone.md) `[x](y.md)`\n"]), [
    "docs/a.md: links to gone.md, which does not exist.",
  ]);
});

test("a README of more than 150 lines is a fault", () => {
  assert.match(faultsWith(["README.md", "a\n".repeat(151)]).join(), /151 lines/);
});

test("a chart, a package and a changelog of different versions are a fault", () => {
  assert.deepEqual(faultsWith(["package.json", '{ "version": "1.3.0" }']), [
    "package.json: version 1.3.0, but CHANGELOG.md begins with 1.2.0.",
  ]);
});
