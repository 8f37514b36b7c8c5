import { Validator } from "@jst/rpc";
import type { Tool } from "./tool.ts";

/** A tool with its validator, made at start. */
export interface ReadyTool extends Tool {
  validator: Validator;
}

/** Every registered tool, sorted by name. */
export class Catalogue {
  readonly tools: readonly ReadyTool[];
  /** Their names, and the resources of their scopes. */
  readonly names: ReadonlySet<string>;
  readonly toolsets: ReadonlySet<string>;
  readonly #byName: ReadonlyMap<string, ReadyTool>;

  constructor(tools: readonly Tool[]) {
    this.tools = tools
      .map((tool) => ({ ...tool, validator: new Validator(tool.inputSchema) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    this.#byName = new Map(this.tools.map((tool) => [tool.name, tool]));
    this.names = new Set(this.#byName.keys());
    this.toolsets = new Set(this.tools.map((tool) => tool.scope.resource));
  }

  find(name: string): ReadyTool | undefined {
    return this.#byName.get(name);
  }
}
