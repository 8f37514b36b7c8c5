import type { Setting, SettingKind } from "./settings.ts";

/** Variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

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
  environment: Environment,
  settings: S,
): Values<S> {
  inquiries.get(environment)?.(Object.values(settings));
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

/** One setting of a process, without its value. */
export interface SettingDescription {
  variable: string;
  kind: SettingKind;
  /** False when it has a default. */
  isRequired: boolean;
}

const inquiries = new WeakMap<Environment, (settings: readonly Setting<unknown>[]) => void>();

/**
 * Every setting that `read`, the function a config.ts exports, asks an environment for, in its order: deployments are
 * checked against it, so that no setting is forgotten and none invented.
 */
export function describeConfig(read: (environment: Environment) => unknown): SettingDescription[] {
  const nothing: Environment = {};
  let described: SettingDescription[] = [];
  inquiries.set(nothing, (settings) => {
    described = settings.map((setting) => ({
      variable: setting.variable,
      kind: setting.kind,
      isRequired: "problem" in setting.parse(undefined),
    }));
  });
  try {
    read(nothing);
  } catch (error) {
    // Whatever is required is missing.
    if (!(error instanceof ConfigError)) throw error;
  }
  return described;
}
