import { SystemDatabase } from "@jst/db";
import { heldBytes, testDatabase } from "@jst/testing";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { normalizedHost } from "../teams/host-name.ts";
import { HostDirectory } from "./host-directory.ts";

const hostCount = 2_000;
const longChars = 50_000;
/** A sixth of what either kind of host would take. */
const bytesMax = 16 * 1024 * 1024;

const database = await testDatabase("auth");
const connectionString = database.urlOf("auth_lookup");
const lookup = new SystemDatabase({ connectionString, poolSize: 4, applicationName: "auth_hosts" });
after(() => lookup.close());

test("an invalid host name belongs to no team: it is neither looked up nor remembered", async () => {
  const hosts = new HostDirectory(lookup);
  const asked = hosts.teamOf("unmapped.example.org");
  assert.ok(asked instanceof Promise);
  await asked;
  for (const host of [
    "",
    "a b.example.org",
    `${"a".repeat(longChars)}.example.org`,
    "[::1]",
    "-.example.org",
  ])
    assert.ok(!(hosts.teamOf(host) instanceof Promise), host.slice(0, 40));
});

test("a host that its sender has made long, in the name or in the port, takes no memory of that length", async (context) => {
  const hosts = new HostDirectory(lookup);
  const long = "0".repeat(longChars);
  const ask = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      await hosts.teamOf(normalizedHost(Buffer.from(`${long}.n${n}.example.org`).toString()));
      await hosts.teamOf(normalizedHost(Buffer.from(`name-${n}.example.org:${long}`).toString()));
    }
  };
  await ask(10);
  const before = heldBytes();
  await ask(hostCount);
  const grown = heldBytes() - before;
  context.diagnostic(`${2 * hostCount} hosts: ${(grown / 1024 / 1024).toFixed(1)} MiB held`);
  assert.ok(grown <= bytesMax, `${grown} bytes`);
});
