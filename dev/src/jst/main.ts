import { readSettings } from "../config.ts";
import { OperatorError } from "../operator-error.ts";
import { createProgress } from "../progress.ts";
import type { Answer } from "./command.ts";
import { commands } from "./commands.ts";
import { helpText } from "./help.ts";
import { parseLine } from "./parse.ts";

/** Runs one command line; answers go to standard output, everything else to standard error. */
async function main(args: readonly string[]): Promise<void> {
  if (args.length === 0 || ["help", "--help", "-h"].includes(args[0] ?? "")) {
    process.stdout.write(helpText(commands));
    return;
  }
  const { command, isJson, words, options } = parseLine(args, commands);
  const answer = await command.run({ settings: readSettings(), progress: createProgress(), words, options });
  print(answer, isJson);
  process.exitCode = answer.exitCode ?? 0;
}

function print(answer: Answer, isJson: boolean): void {
  const text = isJson ? JSON.stringify(answer.json) : answer.text;
  if (text !== "") process.stdout.write(`${text}\n`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isExpected = error instanceof OperatorError;
  process.stderr.write(
    `${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = isExpected ? error.exitCode : 1;
}
