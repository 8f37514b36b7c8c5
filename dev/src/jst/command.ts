import type { Settings } from "../config.ts";
import type { Progress } from "../progress.ts";

/** Context of a command. */
export interface CommandContext {
  settings: Settings;
  progress: Progress;
  /** Words after the command's name that are not options. */
  words: readonly string[];
  /** Values of the options that were given; a flag is "true". */
  options: Readonly<Record<string, string>>;
}

/** Answer of a command: for programs and for people. */
export interface Answer {
  /** Printed by --json, on one line. */
  json: unknown;
  /** Printed otherwise. */
  text: string;
  /** 1 when the answer itself is bad news. Default 0. */
  exitCode?: number;
}

/** One command of `jst`: declared here, described by `jst help`. */
export interface Command {
  /** As typed, such as "team create". */
  name: string;
  /** Its words and options, as the help shows them. */
  usage: string;
  summary: string;
  /** How many words it takes. */
  words: readonly [min: number, max: number];
  /** Whether its last word is a value, which may begin with dashes and is repeated by nothing. */
  takesValue?: true;
  /** Options with a value. */
  options?: readonly string[];
  /** Options without one. */
  flags?: readonly string[];
  /** Whether it also works on a fleet in a cluster; it then takes --context and --namespace. */
  isForClusters?: true;
  run(context: CommandContext): Promise<Answer>;
}
