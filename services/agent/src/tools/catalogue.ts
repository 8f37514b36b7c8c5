import { argumentMessage, Validator, type JsonSchema } from "@jst/rpc";
import { shownSchema } from "./shown-schema.ts";
import type { Tool } from "./tool.ts";

/** A tool with what is made of it at start; its `inputSchema` is the one that agents are shown. */
export interface ReadyTool extends Tool {
  /** Schema of a call: the shown one, and null for each member that takes it. */
  acceptedSchema: JsonSchema;
  validator: Validator;
  /** Tools that show resources, by their plural; those of the whole catalogue. */
  readers: ReadonlyMap<string, ToolsThatRead>;
}

/** The tools that show one kind of resource. */
interface ToolsThatRead {
  get?: ReadyTool;
  list?: ReadyTool;
}

/** Every registered tool, by toolset and name. */
export class Catalogue {
  readonly tools: readonly ReadyTool[];
  /** Their names, and those of their toolsets. */
  readonly names: ReadonlySet<string>;
  readonly toolsets: ReadonlySet<string>;
  readonly #byName: ReadonlyMap<string, ReadyTool>;

  constructor(tools: readonly Tool[]) {
    const readers = new Map<string, ToolsThatRead>();
    this.tools = tools
      .map((tool) => readyTool(tool, readers))
      .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
    this.tools.forEach((tool) => addReader(tool, readers));
    this.#byName = new Map(this.tools.map((tool) => [tool.name, tool]));
    this.names = new Set(this.#byName.keys());
    this.toolsets = new Set(this.tools.map((tool) => tool.toolset));
  }

  find(name: string): ReadyTool | undefined {
    return this.#byName.get(name);
  }
}

function readyTool(tool: Tool, readers: ReadyTool["readers"]): ReadyTool {
  const acceptedSchema = tool.inputSchema;
  const validator = new Validator(acceptedSchema, argumentMessage);
  const inputSchema = shownSchema(acceptedSchema, tool.changes?.op === "update");
  return { ...tool, inputSchema, acceptedSchema, validator, readers };
}

/** Notes the tool at the plural of what it reads: the lists of its reply, or the collection of the one it names. */
function addReader(tool: ReadyTool, readers: Map<string, ToolsThatRead>): void {
  if (!tool.readOnly) return;
  const plural = /\/([a-z-]+)\/\{\w+\}$/.exec(tool.rpc.path)?.[1];
  if (plural !== undefined) {
    readers.set(plural, { ...readers.get(plural), get: tool });
    return;
  }
  const members = Object.entries((tool.outputSchema["properties"] ?? {}) as Record<string, JsonSchema>);
  for (const [name, { type }] of members)
    if (type === "array") readers.set(name, { ...readers.get(name), list: tool });
}

/** Returns the place of a tool in every list: after those of earlier toolsets and, in its own, of earlier names. */
export function placeOf({ toolset, name }: Pick<Tool, "toolset" | "name">): string {
  return `${toolset}/${name}`;
}
