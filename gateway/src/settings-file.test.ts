import assert from "node:assert/strict";
import { test } from "node:test";
import { settingsFrom } from "./settings-file.ts";

const settings = {
  host: "0.0.0.0",
  publicPort: 8080,
  adminPort: 9901,
  baseUrl: "https://api.example.test",
  corsOrigins: [],
  agentOrigins: [],
  clusters: { auth: { host: "auth", port: 50051 } },
  accessLog: "/dev/stdout",
  descriptorPath: "/etc/envoy/descriptor.binpb",
};

test("settings are read as they are written", () => {
  assert.deepEqual(settingsFrom(JSON.stringify(settings)), settings);
});

test("all faults of a settings file are named at once", () => {
  const text = JSON.stringify({
    ...settings,
    host: undefined,
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
