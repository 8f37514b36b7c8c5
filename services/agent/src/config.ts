import { port, readConfig } from "@jst/config";
import { processSettings } from "@jst/service";

/** Reads the agent service's environment; all problems are reported at once. */
export const readAgentConfig = (environment: Readonly<Record<string, string | undefined>>) =>
  readConfig(environment, {
    ...processSettings,
    /** The express door. */
    httpPort: port("HTTP_PORT"),
  });

/** Settings of the agent service. */
export type AgentConfig = ReturnType<typeof readAgentConfig>;
