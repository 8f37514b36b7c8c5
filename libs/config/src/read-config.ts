import type { Setting } from "./settings.ts";

type Values<S extends Record<string, Setting<unknown>>> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};

/** All that is wrong with a process's environment, by variable name, never by value. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration was refused:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.name = "ConfigError";
  }
}

/** Reads every setting from the environment into one frozen object, or reports all problems at once. */
export function readConfig<S extends Record<string, Setting<unknown>>>(
  environment: Readonly<Record<string, string | undefined>>,
  settings: S,
): Values<S> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(settings)) {
    const parsed = setting.parse(environment[setting.variable]);
    if ("problem" in parsed) problems.push(`${setting.variable} ${parsed.problem}`);
    else values[key] = parsed.value;
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(values) as Values<S>;
}
