import type { Command } from "./command.ts";
import { callOf } from "./parse.ts";

/** Every command with what it is for. */
export function helpText(commands: readonly Command[]): string {
  const calls = commands.map(callOf);
  const lines = commands.map(({ summary }, index) => `  ${calls[index] ?? ""}\n      ${summary}`);
  return [
    "Usage: jst COMMAND, against the local fleet that `make up` starts. Every command takes --json.",
    "",
    ...lines,
    "",
    "With --context, a name in kubectl's configuration, or JST_CONTEXT, a command works on the fleet that Helm installed",
    "in the namespace of --namespace or JST_NAMESPACE (jst), through forwarded ports.",
    "JST_PORT sets the gateway's port (8080), JST_STATE the fleet's folder (.dev), JST_CACHE that of downloads.",
    "",
  ].join("\n");
}
