import { readFileSync } from "node:fs";
import { OperatorError } from "../operator-error.ts";
import { required } from "./parse.ts";

type Options = Readonly<Record<string, string>>;

/**
 * Reads the value that `--NAME-file PATH` names, or stdin for `-`, without the line end that editors and `echo` put
 * behind it. No refusal repeats the value.
 */
export function fileValue(options: Options, name: string): string {
  const path = required(options, name);
  try {
    const bytes = readFileSync(path === "-" ? 0 : path);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).replace(/\r?\n$/, "");
  } catch (cause) {
    const isUnreadable = (cause as NodeJS.ErrnoException).syscall !== undefined;
    const what = path === "-" ? "The value on stdin" : `The file of --${name}`;
    throw new OperatorError(`${what} ${isUnreadable ? "cannot be read" : "is not UTF-8"}.`, { exitCode: 2 });
  }
}

/**
 * Reads a secret from `--NAME` or from the file of `--NAME-file`, which other users of the machine do not see among the
 * arguments. Undefined when neither is given.
 */
export function secretOption(options: Options, name: string): string | undefined {
  const [typed, file] = [options[name], options[`${name}-file`]];
  if (typed !== undefined && file !== undefined)
    throw new OperatorError(`Give either --${name} or --${name}-file.`, { exitCode: 2 });
  return file === undefined ? typed : fileValue(options, `${name}-file`);
}
