import { openRunning } from "../fleet.ts";
import { command } from "../supervisor/client.ts";
import type { Command } from "./command.ts";

/** For code that changed: the process is ended in order and started again. */
export const restart: Command = {
  name: "restart",
  usage: "NAME",
  summary: "Restarts one component, such as a service whose code has changed.",
  words: [1, 1],
  async run({ settings, words: [name = ""] }) {
    const { paths } = await openRunning(settings);
    const { processes } = await command(paths, { op: "restart", name });
    const pid = processes.find((one) => one.name === name)?.pid;
    return {
      json: { name, pid },
      text: `${name} restarts (pid ${pid ?? "unknown"}); make status says when it is ready.`,
    };
  },
};
