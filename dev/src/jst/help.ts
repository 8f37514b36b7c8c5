import type { Command } from "./command.ts";

/** Every command with what it is for. */
export function helpText(commands: readonly Command[]): string {
  const calls = commands.map(({ name, usage }) => `${name} ${usage}`.trim());
  const lines = commands.map(({ summary }, index) => `  ${calls[index] ?? ""}\n      ${summary}`);
  return [
    "Usage: jst COMMAND, against the local fleet that `make up` starts. Every command takes --json.",
    "",
    ...lines,
    "",
    "JST_PORT sets the gateway's port (8080), JST_STATE the fleet's folder (.dev), JST_CACHE that of downloads.",
    "",
  ].join("\n");
}
