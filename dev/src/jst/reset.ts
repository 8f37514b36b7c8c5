import { reset } from "../fleet.ts";
import type { Command } from "./command.ts";

/** Leaves only the cache of downloads. */
export const resetCommand: Command = {
  name: "reset",
  usage: "",
  summary: "Stops everything and drops the data, keys and logs.",
  words: [0, 0],
  async run({ settings, progress }) {
    await reset(settings, progress);
    return { json: { reset: true }, text: `Nothing is running; ${settings.stateDir} is gone.` };
  },
};
