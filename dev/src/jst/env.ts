import { OperatorError } from "../operator-error.ts";
import { fleetPaths, readJson } from "../state.ts";
import type { FleetFacts } from "../supervisor/spec.ts";
import type { Command } from "./command.ts";

/** For `eval "$(./jst env)"`: neither value needs more quoting than this. */
export const envCommand: Command = {
  name: "env",
  usage: "",
  summary: "Prints BASE_URL and TOKEN of the demo team for a shell.",
  words: [0, 0],
  async run({ settings }) {
    const facts = await readJson<FleetFacts>(fleetPaths(settings.stateDir).fleetFile);
    if (!facts) throw new OperatorError("The fleet is not running; `make up` starts it.");
    const variables = { BASE_URL: facts.base_url, TOKEN: facts.tokens.service };
    const text = Object.entries(variables)
      .map(([name, value]) => `export ${name}='${value}'`)
      .join("\n");
    return { json: variables, text };
  },
};
