import { readConfig, secretFile } from "@jst/config";
import { rpcSettings } from "@jst/service";

/** Reads the data service's environment; all problems are reported at once. */
export const readDataConfig = (environment: Readonly<Record<string, string | undefined>>) =>
  readConfig(environment, {
    ...rpcSettings,
    /** Keys that sign the cursors of lists. */
    cursorKeys: secretFile("CURSOR_KEYS_FILE"),
  });

/** Settings of the data service. */
export type DataConfig = ReturnType<typeof readDataConfig>;
