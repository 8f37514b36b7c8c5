import { Validator } from "@jst/rpc";
import type { Tool } from "./tool.ts";

/** A tool with its validator, made at start. */
export interface ReadyTool extends Tool {
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
    this.tools = tools
      .map((tool) => ({ ...tool, validator: new Validator(tool.inputSchema) }))
      .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
    this.#byName = new Map(this.tools.map((tool) => [tool.name, tool]));
    this.names = new Set(this.#byName.keys());
    this.toolsets = new Set(this.tools.map((tool) => tool.toolset));
  }

  find(name: string): ReadyTool | undefined {
    return this.#byName.get(name);
  }
}

/** Where a tool is in every list: after those of earlier toolsets and, in its own, of earlier names. */
export function placeOf({ toolset, name }: Pick<Tool, "toolset" | "name">): string {
  return `${toolset}/${name}`;
}
