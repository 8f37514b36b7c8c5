import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { renderGateway } from "./render.ts";
import { settingsFrom } from "./settings-file.ts";

const container = readFileSync(join(import.meta.dirname, "../settings.container.json"), "utf8");

test("the settings for containers name an address for every service the routes lead to", () => {
  assert.match(renderGateway(settingsFrom(container)), /address: auth\n/);
});

test("all faults of a settings file are named at once", () => {
  const { host, ...rest } = JSON.parse(container) as Record<string, unknown>;
  assert.equal(host, "0.0.0.0");
  const text = JSON.stringify({
    ...rest,
    publicPort: 0,
    baseUrl: "https://a.test/",
    clusters: { auth: { host: "auth" } },
    typo: 1,
  });
  assert.throws(
    () => settingsFrom(text),
    /host: .*publicPort: .*baseUrl: .*clusters: .*typo: no such setting$/,
  );
});
