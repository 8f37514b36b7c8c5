import { newSecrets } from "../charts/secrets.ts";
import { OperatorError } from "../operator-error.ts";
import type { Command } from "./command.ts";
import { required } from "./parse.ts";

/** Prints what `kubectl apply -f -` takes; the values are shown this once. */
export const secretsNew: Command = {
  name: "secrets new",
  usage: "--superuser-url URL --redis-url URL --kafka HOST:PORT[,…] [--prefix NAME]",
  summary: "Makes every Secret a fleet on Kubernetes needs and prints them for kubectl.",
  words: [0, 0],
  options: ["superuser-url", "redis-url", "kafka", "prefix"],
  async run({ options }) {
    const items = await newSecrets(options["prefix"] ?? "jst", {
      superuserUrl: urlOption(options, "superuser-url", /^postgres(?:ql)?:$/),
      redisUrl: urlOption(options, "redis-url", /^rediss?:$/).href,
      kafkaBrokers: required(options, "kafka"),
    });
    const list = { apiVersion: "v1", kind: "List", items };
    return { json: list, text: JSON.stringify(list, null, 2) };
  },
};

function urlOption(options: Readonly<Record<string, string>>, name: string, protocol: RegExp): URL {
  const text = required(options, name);
  if (URL.canParse(text) && protocol.test(new URL(text).protocol)) return new URL(text);
  throw new OperatorError(`--${name} is no such URL; write it as ${examples[name] ?? ""}.`, { exitCode: 2 });
}

const examples: Readonly<Record<string, string>> = {
  "superuser-url": "postgresql://postgres:PASSWORD@db.example:5432/jst",
  "redis-url": "redis://:PASSWORD@redis.example:6379",
};
