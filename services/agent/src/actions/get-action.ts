import { requireCallerRight, type Caller } from "@jst/caller";
import { notFound } from "@jst/errors";
import type { RequestHandler } from "express";
import type { Action } from "../../gen/rpc.ts";
import type { Catalogue, ReadyTool } from "../tools/catalogue.ts";

/** GET /api/v1/actions/{name}: what an action takes and answers, for a token that may run it (agents.actions). */
export function getAction({ catalogue }: { catalogue: Catalogue }): RequestHandler {
  return (request, response) => {
    const { caller } = response.locals as { caller: Caller };
    const tool = catalogue.find(String(request.params["name"]));
    if (tool === undefined) throw notFound();
    requireCallerRight(caller, tool.scope.resource, tool.scope.action);
    response.json(described(tool));
  };
}

function described(tool: ReadyTool): Action {
  const { name, title, description, scope, confirm, annotations, readOnly } = tool;
  return {
    name,
    title,
    description,
    scope,
    read_only: readOnly,
    confirm,
    reversible: isReversible(tool),
    annotations,
    input_schema: tool.inputSchema,
    output_schema: tool.outputSchema,
  };
}

/**
 * Writes that have left the platform cannot return, and a write without a change has no undo record
 * (trust.not-undoable).
 */
function isReversible({ readOnly, trust, annotations }: ReadyTool): boolean {
  return !readOnly && trust === "matrix" && !annotations.openWorldHint;
}
