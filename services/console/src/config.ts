import { readConfig } from "@jst/config";
import { httpSettings, processSettings } from "@jst/service";

/** Reads the console's environment; all problems are reported at once. */
export const readConsoleConfig = (environment: Readonly<Record<string, string | undefined>>) =>
  readConfig(environment, { ...processSettings, ...httpSettings });

/** Settings of the console. */
export type ConsoleConfig = ReturnType<typeof readConsoleConfig>;
