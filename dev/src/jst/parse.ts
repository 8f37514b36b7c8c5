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
  // A word that is not part of a command may be a secret in the wrong place.
  const words = args.slice(0, 2).filter((word) => /^[a-z]{1,20}$/.test(word));
  throw new OperatorError(`jst knows no command "${words.join(" ")}"; ${hint}.`, { exitCode: 2 });
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
      args: command.takesValue === true ? withValuesLast(args, config) : args,
      options: config,
      allowPositionals: true,
      strict: true,
    });
    return {
      values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
      positionals,
    };
  } catch (error) {
    throw wrongCall(command, wordingOf(error));
  }
}

/** Words that begin with dashes and are not options of the command, behind `--`: a PEM begins so. */
function withValuesLast(args: readonly string[], config: ParseArgsOptionsConfig): string[] {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  const [options, words] = [[] as string[], [] as string[]];
  for (let at = 0; at < end; at += 1) {
    const word = args[at] ?? "";
    const name = /^--([a-z-]+)(?:=|$)/.exec(word)?.[1] ?? "";
    const isOption = word === "-h" || Object.hasOwn(config, name);
    (isOption ? options : words).push(word);
    const takesNext = isOption && config[name]?.type === "string" && !word.includes("=");
    if (takesNext && at + 1 < end) options.push(args[(at += 1)] ?? "");
  }
  return [...options, "--", ...words, ...args.slice(end + 1)];
}

/** Says what is wrong without a word of the line, which may be a secret in the wrong place. */
function wordingOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  // The message names an option of the command alone; that of an unknown option repeats the line.
  return code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE" ? message : "has no such option";
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
