import { down } from "../fleet.ts";
import type { Command } from "./command.ts";

/** Succeeds also when nothing ran. */
export const downCommand: Command = {
  name: "down",
  usage: "",
  summary: "Stops everything; the data stays.",
  words: [0, 0],
  async run({ settings, progress }) {
    await down(settings, progress);
    return { json: { stopped: true }, text: "Nothing is running; the data is kept." };
  },
};
