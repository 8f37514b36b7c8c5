import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { commands } from "./commands.ts";
import { parseLine } from "./parse.ts";
import { fileValue, secretOption } from "./secret-input.ts";

const folder = mkdtempSync(path.join(tmpdir(), "jst-values-"));
after(() => rmSync(folder, { recursive: true }));
const pem = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0\n-----END PRIVATE KEY-----";
const file = path.join(folder, "key.pem");
writeFileSync(file, `${pem}\n`);

test("a value that begins with dashes is a word of `config set`, wherever its options stand", () => {
  const key = "comms.email.dkim_private_key";
  for (const line of [
    ["--team", "demo", key, pem],
    [key, pem, "--team", "demo"],
    [key, "--team=demo", pem],
    ["--team", "demo", "--", key, pem],
    ["--json", "--team", "demo", key, pem],
  ]) {
    const { words, options } = parseLine(["config", "set", ...line], commands);
    assert.deepEqual([words, options], [[key, pem], { team: "demo" }], line.join(" "));
  }
  for (const value of ["-", "--", "-1", "--value", "-h2"]) {
    const words = value === "--" ? ["--", key, value] : [key, value];
    assert.deepEqual(parseLine(["config", "set", ...words], commands).words, [key, value], value);
  }
});

test("no refusal of a command line repeats a word of it that may be a secret", () => {
  for (const { name } of commands)
    for (const rest of [
      [pem],
      ["--hunter2secret", "x"],
      ["--team", "demo", pem, pem, pem, pem],
      ["--json=hunter2secret"],
      ["-hunter2secret"],
    ]) {
      const message = refusalOf([...name.split(" "), ...rest]);
      assert.doesNotMatch(message, /BEGIN|MIIE|hunter2/, `${name} ${rest.join(" ")}`);
    }
  assert.doesNotMatch(refusalOf(["config", pem]), /BEGIN|MIIE/);
  assert.doesNotMatch(refusalOf(["config", "sett", pem]), /BEGIN|MIIE/);
});

function refusalOf(line: string[]): string {
  try {
    parseLine(line, commands);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

test("a value is read from a file or stdin, without the line end behind it", () => {
  assert.equal(fileValue({ "value-file": file }, "value-file"), pem);
  assert.equal(secretOption({ "secret-file": file }, "secret"), pem);
  assert.equal(secretOption({ secret: "whsec_1" }, "secret"), "whsec_1");
  assert.equal(secretOption({}, "secret"), undefined);
  assert.throws(() => secretOption({ secret: "a", "secret-file": file }, "secret"), /either --secret or/);
  assert.throws(() => fileValue({ "value-file": path.join(folder, "none") }, "value-file"), /cannot be read/);
  const binary = path.join(folder, "binary");
  writeFileSync(binary, Buffer.from([0xff, 0xfe]));
  assert.throws(() => fileValue({ "value-file": binary }, "value-file"), /is not UTF-8/);
});

test("every command that takes a secret also takes it from a file", () => {
  const secrets = /^(?:secret|value|password|superuser-url|redis-url|kafka-password|token|key)$/;
  for (const { name, options = [], takesValue } of commands) {
    for (const option of options.filter((one) => secrets.test(one)))
      assert.ok(options.includes(`${option}-file`), `${name} --${option}`);
    if (takesValue === true) assert.ok(options.includes("value-file"), name);
  }
});
