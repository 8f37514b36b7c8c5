import assert from "node:assert/strict";
import { test } from "node:test";
import { commands } from "./commands.ts";
import { parseLine } from "./parse.ts";

function refusal(...args: string[]): { message: string; exitCode: number } {
  try {
    parseLine(args, commands);
  } catch (error) {
    return error as { message: string; exitCode: number };
  }
  throw new Error(`${args.join(" ")} was accepted`);
}

test("an unknown command is a sentence with exit code 2", () => {
  const { message, exitCode } = refusal("deploy");
  assert.equal(exitCode, 2);
  assert.match(message, /no command "deploy".*jst help/);
});

test("half a command names the commands that begin like it", () => {
  assert.match(refusal("host").message, /jst host add, jst host remove/);
});

test("an unknown option, a missing value and a word too many show the usage with exit code 2", () => {
  for (const line of ["status --verbose", "team create a b", "team create", "token mint --team"]) {
    const { message, exitCode } = refusal(...line.split(" "));
    assert.equal(exitCode, 2, line);
    assert.match(message, /Usage: jst /, line);
  }
});

test("every command takes --json, wherever it stands", () => {
  for (const { name, words } of commands) {
    const args = [...name.split(" "), "--json", ...Array.from({ length: words[0] }, () => "word")];
    assert.equal(parseLine(args, commands).isJson, true, name);
  }
});

test("options and words arrive as they were typed", () => {
  const { command, words, options } = parseLine(
    ["config", "set", "--team", "demo", "trust.rest", "queue"],
    commands,
  );
  assert.deepEqual([command.name, words, options], ["config set", ["trust.rest", "queue"], { team: "demo" }]);
});

test("whatever asks the services of a fleet also asks those of a fleet in a cluster", () => {
  const ofThisMachine = [
    ...["up", "down", "reset", "restart", "logs", "env", "mail", "trace", "help"],
    ...["secrets new", "webhooks listen"],
  ];
  const elsewhere = commands.filter(({ isForClusters }) => isForClusters !== true).map(({ name }) => name);
  assert.deepEqual(
    elsewhere.filter((name) => !ofThisMachine.includes(name)),
    [],
  );
  for (const name of ["events status", "events replay", "events redeliver", "webhooks reseal"]) {
    const words = name === "events replay" ? ["crm"] : [];
    const { options } = parseLine(
      [...name.split(" "), ...words, "--context", "c", "--namespace", "n"],
      commands,
    );
    assert.deepEqual(options, { context: "c", namespace: "n" });
  }
});
