import { Validator, type JsonSchema } from "@jst/rpc";
import { singleTypes } from "./single-types.ts";
import type { Tool } from "./tool.ts";

/** A tool with what is made of it at start; its `inputSchema` is the one that agents are shown. */
export interface ReadyTool extends Tool {
  /** Schema of a call: the shown one, and null for a member that takes it. */
  acceptedSchema: JsonSchema;
  validator: Validator;
}

/** Every registered tool, by toolset and name. */
export class Catalogue {
  readonly tools: readonly ReadyTool[];
  /** Their names, and those of their toolsets. */
  readonly names: ReadonlySet<string>;
  readonly toolsets: ReadonlySet<string>;
  readonly #byName: ReadonlyMap<string, ReadyTool>;

  constructor(tools: readonly Tool[]) {
    this.tools = tools.map(readyTool).sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
    this.#byName = new Map(this.tools.map((tool) => [tool.name, tool]));
    this.names = new Set(this.#byName.keys());
    this.toolsets = new Set(this.tools.map((tool) => tool.toolset));
  }

  find(name: string): ReadyTool | undefined {
    return this.#byName.get(name);
  }
}

function readyTool(tool: Tool): ReadyTool {
  const acceptedSchema = tool.inputSchema;
  const validator = new Validator(acceptedSchema);
  const note = tool.changes?.op === "update" ? "null clears it." : "";
  return { ...tool, inputSchema: singleTypes(acceptedSchema, note), acceptedSchema, validator };
}

/** Where a tool is in every list: after those of earlier toolsets and, in its own, of earlier names. */
export function placeOf({ toolset, name }: Pick<Tool, "toolset" | "name">): string {
  return `${toolset}/${name}`;
}
