import type { Generated } from "./generated.ts";
import type { Rpc } from "./model.ts";

/** The tools as people read about them: what each needs, what it may do, what it asks for. */
export function emitToolsTable(rpcs: readonly Rpc[]): Generated {
  const tools = rpcs
    .filter((rpc) => rpc.tool !== undefined)
    .sort((a, b) => ((a.tool?.name ?? "") < (b.tool?.name ?? "") ? -1 : 1));
  const table = (some: readonly Rpc[]) =>
    [
      "| Tool | Scope | Module | Hints | Write | Confirm | What it does |",
      "| --- | --- | --- | --- | --- | --- | --- |",
      ...some.map(rowOf),
    ].join("\n");
  const content = `# The tools

Written by \`make gen\` from protos/. Each is at \`/api/v1/mcp\`, \`/api/v1/mcp/actions\`, \`POST /api/v1/actions/{name}\` and
\`POST /api/v1/tools/call\`, with the same schema and through the same gate (ADR 26, ADR 28). Hints are those of MCP; all four are
always sent. A write by a person's token waits for approval where it is by the matrix (docs/trust-matrix.md). With confirm, a call
without \`confirm: true\` or a \`confirm_token\` shows a preview and changes nothing.

${table(tools.filter((rpc) => !rpc.isPlanned))}

## Planned

Listed with their final schemas; a call answers \`module_disabled\` until the domain is built.

${table(tools.filter((rpc) => rpc.isPlanned))}
`;
  return { path: "docs/tools.md", content };
}

function rowOf({ tool, access, resource, action, module, readOnly, idempotent, trust }: Rpc): string {
  const hints = [
    readOnly ? "read-only" : "",
    tool?.destructive === true ? "destructive" : "",
    readOnly || idempotent ? "idempotent" : "",
    tool?.open_world === true ? "open world" : "",
  ];
  const cells = [
    `\`${tool?.name ?? ""}\``,
    access === "scope" ? `${resource}:${action}` : "*:read",
    module === "" ? "" : module,
    hints.filter((hint) => hint !== "").join(", "),
    readOnly ? "" : trust,
    tool?.confirm === true ? "yes" : "",
    (tool?.description ?? "").replaceAll("|", "\\|"),
  ];
  return `| ${cells.join(" | ")} |`;
}
