import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { roles, services } from "@jst/fleet";
import { newSecrets } from "../../dev/src/charts/secrets.ts";
import { commands } from "../../dev/src/jst/commands.ts";
import { chartsDir } from "./helm.ts";

const repository = path.join(chartsDir, "..");
const documents = Object.fromEntries(
  globSync("docs/operate/*.md", { cwd: repository }).map((file) => [
    path.basename(file),
    readFileSync(path.join(repository, file), "utf8"),
  ]),
);

/** Lists the program words of a document outside of code blocks. */
function quoted(text: string): string[] {
  return [...text.replace(/^```[^]*?^```/gm, "").matchAll(/`([^`\n]+)`/g)].map(([, words = ""]) => words);
}

test("every entry of every Secret has its steps in rotate.md", async () => {
  const secrets = await newSecrets("jst", {
    superuserUrl: new URL("postgresql://postgres:secret@db.example:5432/jst"),
    redisUrl: "redis://:secret@redis.example:6379",
    kafkaBrokers: "kafka.example:9092",
    kafkaLogin: { username: "jst", password: "secret" },
    authorities: "PEM",
  });
  // A section names its Secrets, and its tables their entries.
  const sections = (documents["rotate.md"] ?? "").split(/^## /m).slice(1);
  for (const { metadata, stringData } of secrets) {
    const secret = metadata.name
      .replace(/^jst-/, "<prefix>-")
      .replace(/^<prefix>-tls-.*/, "<prefix>-tls-<name>");
    const section = sections.find((one) => quoted(one.split("\n")[0] ?? "").includes(secret)) ?? "";
    const named = section
      .split("\n")
      .filter((line) => line.startsWith("|"))
      .flatMap((line) => [
        ...quoted(line.split("|")[1] ?? ""),
        ...(/connection string/.test(line) ? roles : []),
      ]);
    const missing = Object.keys(stringData)
      .map((entry) => entry.replace(/^service-key-.*\.jwk$/, "service-key-<service>.jwk"))
      .filter((entry) => !named.includes(entry));
    assert.deepEqual(missing, [], `${secret} has entries without steps`);
  }
});

for (const [name, text] of Object.entries(documents)) {
  test(`${name} names only commands of jst that there are, and that work on an installed fleet`, () => {
    const named = [...text.matchAll(/(?:\.\/|`)jst ([a-z-]+(?: [a-z]+)?)/g)].map(([, words = ""]) => words);
    for (const words of named) {
      const known = commands.find((one) => words === one.name || words.startsWith(`${one.name} `));
      assert.ok(known, `jst ${words}`);
      assert.ok(known.isForClusters === true || known.name === "secrets new", `jst ${words}`);
    }
  });

  test(`${name} names only values that the chart has`, () => {
    const values = parse(readFileSync(path.join(chartsDir, "fleet/values.yaml"), "utf8")) as object;
    const heads = Object.keys(values).join("|");
    const paths = quoted(text).flatMap(
      (words) => new RegExp(`^(?:${heads})(?:\\.[\\w<>]+)+`).exec(words) ?? [],
    );
    assert.deepEqual(
      paths.filter((one) => !isValue(values, one.split("."))),
      [],
    );
  });

  test(`${name} quotes only what a process says`, () => {
    const sources = globSync("{libs,services}/*/src/**/*.ts", { cwd: repository }).map((file) =>
      readFileSync(path.join(repository, file), "utf8"),
    );
    // A sentence of a log: four lower-case words and more.
    const lines = quoted(text).filter(
      (words) => /^[a-z]+(?: [a-z]+){3,}$/.test(words) && !/^select /.test(words),
    );
    assert.deepEqual(
      lines.filter((line) => !sources.some((source) => source.includes(line))),
      [],
    );
  });
}

/** Whether there is such a value; one service may have what `defaults` has. */
function isValue(values: object, [head = "", ...rest]: string[], defaults = values): boolean {
  const isOfService = head === "<name>" || services.some(({ name }) => name === head);
  const known = defaults as { defaults: object };
  if (isOfService) return rest.length === 0 || isValue(known.defaults, rest, defaults);
  const below = (values as Record<string, unknown>)[head];
  if (below === undefined || rest.length === 0) return below !== undefined;
  return typeof below === "object" && below !== null && isValue(below, rest, defaults);
}
