import { OperatorError } from "../operator-error.ts";
import type { Command } from "./command.ts";

/** Commands whose domain has not been built yet: each says so in a sentence. */
export const seed = later({
  name: "seed",
  usage: "--team SLUG demo|emr|forms|review|workflows",
  summary: "Fills a team with examples (arrives with each domain).",
  sentence: "Seed data arrives with its domains; until then, create tables and contacts through the API.",
  options: ["team"],
});

export const eventsReplay = later({
  name: "events replay",
  usage: "--team SLUG [--since TIME]",
  summary: "Publishes stored events again (arrives with webhooks).",
  sentence: "Events are stored but not delivered yet; replaying them arrives with webhooks.",
  options: ["team", "since"],
});

export const webhooksListen = later({
  name: "webhooks listen",
  usage: "[--port PORT]",
  summary: "Receives, verifies and prints webhooks (arrives with webhooks).",
  sentence: "Webhooks are not delivered yet; the local sink arrives with them.",
  options: ["port"],
});

function later({ sentence, ...command }: Omit<Command, "run" | "words"> & { sentence: string }): Command {
  return { ...command, words: [0, Infinity], run: () => Promise.reject(new OperatorError(sentence)) };
}
