import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { OperatorError } from "../operator-error.ts";
import type { Command } from "./command.ts";

/** A command line that names a command and gives it only what it knows. */
export interface ParsedLine {
  command: Command;
  words: string[];
  options: Record<string, string>;
  isJson: boolean;
}

/** Finds the command and reads its options; whatever is unknown or missing is a sentence with exit code 2. */
export function parseLine(args: readonly string[], commands: readonly Command[]): ParsedLine {
  const command = findCommand(args, commands);
  const rest = args.slice(command.name.split(" ").length);
  const { values, positionals } = readOptions(rest, command);
  const [min, max] = command.words;
  if (positionals.length < min || positionals.length > max) throw wrongCall(command, "takes other words");
  const { json, help, ...options } = values;
  if (help !== undefined) throw wrongCall(command, "works like this");
  return { command, words: positionals, options, isJson: json !== undefined };
}

function findCommand(args: readonly string[], commands: readonly Command[]): Command {
  const line = `${args.join(" ")} `;
  const command = commands.find(({ name }) => line.startsWith(`${name} `));
  if (command) return command;
  const group = commands
    .filter(({ name }) => name.startsWith(`${args[0] ?? ""} `))
    .map(({ name }) => `jst ${name}`);
  const hint = group.length > 0 ? `there are ${group.join(", ")}` : "`jst help` lists the commands";
  throw new OperatorError(`jst knows no command "${args.slice(0, 2).join(" ")}"; ${hint}.`, { exitCode: 2 });
}

function readOptions(
  args: string[],
  command: Command,
): { values: Record<string, string>; positionals: string[] } {
  const config: ParseArgsOptionsConfig = { json: { type: "boolean" }, help: { type: "boolean", short: "h" } };
  const places = command.isForClusters ? ["context", "namespace"] : [];
  for (const name of [...(command.options ?? []), ...places]) config[name] = { type: "string" };
  for (const name of command.flags ?? []) config[name] = { type: "boolean" };
  try {
    const { values, positionals } = parseArgs({
      args,
      options: config,
      allowPositionals: true,
      strict: true,
    });
    return {
      values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
      positionals,
    };
  } catch (error) {
    throw wrongCall(command, error instanceof Error ? error.message : String(error));
  }
}

/** A command as it is typed. */
export function callOf({ name, usage, isForClusters }: Command): string {
  const place = isForClusters ? "[--context NAME [--namespace N]]" : "";
  return [name, usage, place].filter((part) => part !== "").join(" ");
}

function wrongCall(command: Command, what: string): OperatorError {
  return new OperatorError(`jst ${command.name}: ${what}. Usage: jst ${callOf(command)}`, {
    exitCode: 2,
  });
}

/** The value of an option the command cannot do without. */
export function required(options: Readonly<Record<string, string>>, name: string): string {
  const value = options[name];
  if (value !== undefined && value !== "") return value;
  throw new OperatorError(`--${name} is missing.`, { exitCode: 2 });
}
