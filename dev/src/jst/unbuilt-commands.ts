import { OperatorError } from "../operator-error.ts";
import type { Command } from "./command.ts";

/** Commands whose domain has not been built yet: each says so in a sentence. */
export const seed = unbuilt({
  name: "seed",
  usage: "--team SLUG demo|emr|forms|review|workflows",
  summary: "Fills a team with examples (arrives with each domain).",
  sentence: "Seed data arrives with its domains; until then, create tables and contacts through the API.",
  options: ["team"],
});

function unbuilt({ sentence, ...command }: Omit<Command, "run" | "words"> & { sentence: string }): Command {
  return { ...command, words: [0, Infinity], run: () => Promise.reject(new OperatorError(sentence)) };
}
