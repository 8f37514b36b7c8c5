import { serviceDescriptor } from "./descriptor.ts";
import type { Schema } from "./field-rules.ts";
import { HEADER, type Generated } from "./generated.ts";
import type { Protos } from "./load.ts";
import { exactPathsOf, isFreeForm } from "./logical.ts";
import { isMounted, kebab, mountingServices, type Rpc } from "./model.ts";
import type { Options } from "./options.ts";
import { byToolset, toolsetOf } from "./toolset.ts";
import { inputSchemaOf, isForRestAlone, outputSchemaOf, queryFieldsOf } from "./tool-schemas.ts";
import { descriptionOf } from "./tool-texts.ts";

/** The agent's registry of tools, and the wire messages of the rpcs behind them. */
export function emitTools(rpcs: readonly Rpc[], protos: Protos): Generated[] {
  const tools = rpcs.filter((rpc) => rpc.tool !== undefined).sort(byToolset);
  const entries = tools.map((rpc) => JSON.stringify(toolOf(rpc, protos.options)));
  const steps = stepsOf(tools, rpcs);
  const content = `${HEADER}
import type { Step, Tool } from "../src/tools/tool.ts";

/** Every tool of the contract, by toolset and name. */
export const tools: readonly Tool[] = [
${entries.map((entry) => `${entry},`).join("\n")}
];

/** Rpcs of which tools of the agent service are made, by name. */
export const steps = {
${steps.map((rpc) => `${JSON.stringify(rpc.name)}: ${JSON.stringify(stepOf(rpc))},`).join("\n")}
} as const satisfies Readonly<Record<string, Step>>;
`;
  return [
    { path: "services/agent/gen/tools.ts", content },
    { path: "services/agent/gen/services.ts", content: servicesOf(rpcs) },
    {
      path: "services/agent/gen/tools.binpb",
      content: serviceDescriptor(
        protos,
        [...new Set([...tools, ...steps])].filter((rpc) => !rpc.isExpress),
      ),
    },
  ];
}

/** Rpcs of which the agent service makes tools. */
function stepsOf(tools: readonly Rpc[], rpcs: readonly Rpc[]): Rpc[] {
  const names = new Set(tools.flatMap(({ tool }) => tool?.steps ?? []));
  return rpcs.filter(({ name }) => names.has(name));
}

/** The services the agent calls: those that own a tool, and those with changesets to list. */
function servicesOf(rpcs: readonly Rpc[]): string {
  const withChangesets = mountingServices(rpcs);
  const owners = rpcs.filter((rpc) => rpc.tool !== undefined && !rpc.isExpress && !isMounted(rpc));
  const called = [...new Set([...withChangesets, ...owners.map((rpc) => rpc.workload)])].sort();
  return `${HEADER}
/** Services that own a tool or have changesets; the agent needs the address of each. */
export const calledServices = ${JSON.stringify(called)} as const;

/** Services whose writes can be proposed, in the order in which the gateway distinguishes them. */
export const changesetServices = ${JSON.stringify(withChangesets)} as const;
`;
}

function toolOf(rpc: Rpc, options: Options): Schema {
  const { tool } = rpc;
  return {
    name: tool?.name,
    toolset: toolsetOf(rpc),
    title: tool?.title,
    description: descriptionOf(rpc),
    ...stepOf(rpc),
    isExtra: tool?.extra ?? false,
    confirm: tool?.confirm ?? false,
    trust: rpc.trust,
    annotations: {
      title: tool?.title,
      readOnlyHint: rpc.readOnly,
      destructiveHint: tool?.destructive ?? false,
      idempotentHint: rpc.readOnly || rpc.idempotent,
      openWorldHint: tool?.open_world ?? false,
    },
    inputSchema: inputSchemaOf(rpc, options),
    outputSchema: outputSchemaOf(rpc, options),
    arguments: argumentsOf(rpc, options),
    exact: exactPathsOf(rpc.request, options),
    changes: changesOf(rpc),
  };
}

/** The rpc as the agent calls it, and what it needs. */
function stepOf(rpc: Rpc): Schema {
  const { resource, action } = rpc;
  return {
    scope: rpc.access === "scope" ? { resource, action } : { resource: "*", action: "read" },
    module: rpc.module,
    readOnly: rpc.readOnly,
    rpc: {
      owner: rpc.workload,
      service: rpc.service,
      method: rpc.method,
      path: rpc.bindings[0]?.template.text ?? "",
      hasBody: rpc.request !== undefined,
      timeoutMs: rpc.timeoutMs,
    },
  };
}

/** Returns the change of a write, in the words of a change image (libs/db, record_change). */
function changesOf(rpc: Rpc): Schema | null {
  if (rpc.readOnly) return null;
  const own = kebab(rpc.desc.parent.name).replaceAll("-", "_");
  return { resource: rpc.tool?.resource ?? own, op: operationOf(rpc) };
}

const ENCODINGS: Record<string, string> = { ARGUMENT_OBJECT: "json", ARGUMENT_LIST: "list" };

/** Where each argument of the tool goes; those that are not here are the dispatcher's own. */
function argumentsOf(rpc: Rpc, options: Options): Schema {
  const places: Schema = {};
  for (const name of rpc.pathFields) places[name] = { in: "path" };
  for (const field of queryFieldsOf(rpc)) {
    places[field.name] = { in: "query", as: ENCODINGS[options.json(field).argument ?? ""] ?? "text" };
  }
  for (const field of rpc.request?.fields ?? []) {
    if (isForRestAlone(field, options)) continue;
    const isFree = field.fieldKind === "map" || (field.message !== undefined && isFreeForm(field.message));
    places[field.name] = { in: "body", ...(isFree ? { freeform: true } : {}) };
  }
  return places;
}

function operationOf(rpc: Rpc): string {
  if (rpc.bindings[0]?.verb === "DELETE") return "delete";
  return rpc.bindings[0]?.verb === "POST" ? "create" : "update";
}
