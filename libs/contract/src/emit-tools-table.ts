import type { Generated } from "./generated.ts";
import { TOOLS_MAX } from "./check-tools.ts";
import type { Rpc } from "./model.ts";
import { byToolset, toolsetOf } from "./toolset.ts";

/** The tools as people read about them: what each needs, what it may do, what it asks for. */
export function emitToolsTable(rpcs: readonly Rpc[]): Generated {
  const tools = rpcs.filter((rpc) => rpc.tool !== undefined).sort(byToolset);
  const content = `# The tools

Written by \`make gen\` from protos/. Each is at \`/api/v1/mcp\`, \`/api/v1/mcp/actions\`, \`POST /api/v1/actions/{name}\` and
\`POST /api/v1/tools/call\`, with the same schema and through the same gate (ADR 26, ADR 28). Hints are those of MCP; all four are
always sent. A write with \`matrix\` may wait for approval: by default that of a person's token does (docs/trust-matrix.md). With
confirm, a call without \`confirm: true\` or a \`confirm_token\` shows a preview and changes nothing. The descriptions that agents read
add both. A refused argument says what to send in its place; each refusal has a \`hint\` with the next call (agents.way-out).

Tools are listed by toolset, then by name; \`?toolsets=contacts,tables\` lists those of some toolsets alone. A list has at most
${TOOLS_MAX} tools, because hosts cut longer lists: an extra tool is left out where more would remain (agents.listing).

${toolsets(tools)}
`;
  return { path: "docs/tools.md", content };
}

/** A table for each toolset. */
function toolsets(tools: readonly Rpc[]): string {
  const sections = [...Map.groupBy(tools, toolsetOf)].map(([toolset, own]) =>
    [
      `## ${toolset}`,
      "",
      "| Tool | Scope | Module | Hints | Write | Confirm | What it does |",
      "| --- | --- | --- | --- | --- | --- | --- |",
      ...own.map(rowOf),
    ].join("\n"),
  );
  return sections.join("\n\n");
}

function rowOf({ tool, access, resource, action, module, readOnly, idempotent, trust }: Rpc): string {
  const hints = [
    readOnly ? "read-only" : "",
    tool?.destructive === true ? "destructive" : "",
    readOnly || idempotent ? "idempotent" : "",
    tool?.open_world === true ? "open world" : "",
    tool?.extra === true ? "extra" : "",
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
