import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { inspect } from "node:util";
import {
  checked,
  choice,
  ConfigError,
  describeConfig,
  httpUrl,
  integer,
  port,
  readConfig,
  secret,
  secretFile,
  text,
  tlsFolder,
} from "./index.ts";

test("all problems of an environment are reported at once, by name and never by value", () => {
  const environment = { PORT: "99999", LEVEL: "loud", URL: "ftp://secret-host" };
  const settings = {
    port: port("PORT"),
    level: choice("LEVEL", ["info"]),
    url: httpUrl("URL"),
    key: secret("KEY"),
  };
  assert.throws(
    () => readConfig(environment, settings),
    (error: unknown) => {
      assert.ok(error instanceof ConfigError);
      for (const name of ["PORT", "LEVEL", "URL", "KEY"])
        assert.match(error.message, new RegExp(`\\b${name}\\b`));
      assert.doesNotMatch(error.message, /99999|loud|secret-host/);
      return true;
    },
  );
});

test("a setting that is absent takes its documented default", () => {
  assert.deepEqual(readConfig({}, { pool: integer("POOL", 1, 100, 10), name: text("NAME", "crm") }), {
    pool: 10,
    name: "crm",
  });
});

test("a setting with a check is refused in the words of the check, and never with its value", () => {
  const even = checked(integer("EVEN", 0, 9, 2), (value) =>
    value % 2 === 0 ? undefined : "Must be an even number.",
  );
  assert.deepEqual(readConfig({ EVEN: "4" }, { even }), { even: 4 });
  assert.deepEqual(readConfig({}, { even }), { even: 2 });
  assert.throws(() => readConfig({ EVEN: "7" }, { even }), /EVEN must be an even number\.$/);
  assert.throws(() => readConfig({ EVEN: "x" }, { even }), /EVEN must be a whole number from 0 to 9/);
});

test("a secret is printed by no way of printing", () => {
  const config = readConfig({ KEY: "hunter2" }, { key: secret("KEY") });
  assert.equal(
    `${String(config.key)} ${JSON.stringify(config)} ${inspect(config)}`.includes("hunter2"),
    false,
  );
  assert.equal(config.key.reveal(), "hunter2");
});

test("a configuration cannot be changed after it was read", () => {
  const config = readConfig({}, { name: text("NAME", "crm") });
  assert.throws(() => Object.assign(config, { name: "x" }), TypeError);
});

test("a configuration tells its settings, their kinds and which have no default, without an environment", () => {
  const read = (environment: Record<string, string | undefined>) =>
    readConfig(environment, {
      key: secret("KEY"),
      file: secretFile("KEY_FILE"),
      pool: integer("POOL", 1, 9, 5),
    });
  assert.deepEqual(describeConfig(read), [
    { variable: "KEY", kind: "secret", isRequired: true },
    { variable: "KEY_FILE", kind: "file", isRequired: true },
    { variable: "POOL", kind: "value", isRequired: false },
  ]);
});

test("a folder of a certificate is read whole or refused, its key is secret, and an empty setting is absent", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "jst-tls-"));
  const read = (variable: string) => readConfig({ TLS_DIR: variable }, { tls: tlsFolder("TLS_DIR") }).tls;
  try {
    assert.equal(read(""), undefined);
    for (const name of ["ca.crt", "tls.crt", "tls.key"]) {
      assert.throws(() => read(folder), /TLS_DIR must be a folder with ca\.crt, tls\.crt and tls\.key/);
      writeFileSync(path.join(folder, name), `of ${name}`);
    }
    const tls = read(folder);
    assert.deepEqual([tls?.authorities, tls?.certificate], ["of ca.crt", "of tls.crt"]);
    assert.equal(tls?.key.reveal(), "of tls.key");
    assert.doesNotMatch(inspect(tls), /of tls\.key/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
