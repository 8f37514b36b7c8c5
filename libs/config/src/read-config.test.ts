import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import {
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
