import { newSecrets, type Stores } from "../charts/secrets.ts";
import { OperatorError } from "../operator-error.ts";
import type { Command } from "./command.ts";
import { required } from "./parse.ts";
import { fileValue, secretOption } from "./secret-input.ts";

type Options = Readonly<Record<string, string>>;

/** Prints what `kubectl apply -f -` takes; the values are shown this once. */
export const secretsNew: Command = {
  name: "secrets new",
  usage:
    "--superuser-url URL --redis-url URL --kafka HOST:PORT[,…] [--kafka-username NAME --kafka-password-file FILE] " +
    "[--authorities FILE] [--prefix NAME]; --superuser-url-file FILE and --redis-url-file FILE show no password",
  summary: "Makes every Secret a fleet on Kubernetes needs and prints them for kubectl.",
  words: [0, 0],
  options: [
    "superuser-url",
    "superuser-url-file",
    "redis-url",
    "redis-url-file",
    "kafka",
    "kafka-username",
    "kafka-password-file",
    "authorities",
    "prefix",
  ],
  async run({ options }) {
    const items = await newSecrets(options["prefix"] ?? "jst", {
      superuserUrl: urlOption(options, "superuser-url", /^postgres(?:ql)?:$/),
      redisUrl: urlOption(options, "redis-url", /^rediss?:$/).href,
      kafkaBrokers: required(options, "kafka"),
      ...kafkaLogin(options),
      ...(options["authorities"] !== undefined && { authorities: fileValue(options, "authorities") }),
    });
    const list = { apiVersion: "v1", kind: "List", items };
    return { json: list, text: JSON.stringify(list, null, 2) };
  },
};

/** Both or neither; a password in the arguments would be shown to every user of the machine. */
function kafkaLogin(options: Options): Pick<Stores, "kafkaLogin"> {
  if (options["kafka-username"] === undefined && options["kafka-password-file"] === undefined) return {};
  const username = required(options, "kafka-username");
  return { kafkaLogin: { username, password: fileValue(options, "kafka-password-file") } };
}

function urlOption(options: Options, name: string, protocol: RegExp): URL {
  const text = secretOption(options, name) ?? required(options, name);
  if (URL.canParse(text) && protocol.test(new URL(text).protocol)) return new URL(text);
  throw new OperatorError(`--${name} is not a valid URL; write it as ${examples[name] ?? ""}.`, {
    exitCode: 2,
  });
}

const examples: Readonly<Record<string, string>> = {
  "superuser-url": "postgresql://postgres:PASSWORD@db.example:5432/jst",
  "redis-url": "redis://:PASSWORD@redis.example:6379",
};
