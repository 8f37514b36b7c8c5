import type { ReadyTool } from "./catalogue.ts";

const entries = new WeakMap<ReadyTool, string>();

/**
 * A tool as clients see it, as JSON. Scope and confirm stand twice: official clients strip members they do not know
 * (agents.hints).
 */
export function entryOf(tool: ReadyTool): string {
  const known = entries.get(tool);
  if (known !== undefined) return known;
  const { name, title, description, inputSchema, outputSchema, annotations, scope, confirm } = tool;
  const _meta = { "jst/scope": scope, "jst/confirm": confirm };
  const entry = { name, title, description, inputSchema, outputSchema, annotations, scope, confirm, _meta };
  const text = JSON.stringify(entry);
  entries.set(tool, text);
  return text;
}
