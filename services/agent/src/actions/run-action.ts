import { notFound, PROBLEM_CONTENT_TYPE } from "@jst/errors";
import { argumentMessage, Validator } from "@jst/rpc";
import type { Request, RequestHandler, Response } from "express";
import type { ActionCall } from "../../gen/rpc.ts";
import { ActionCall as ActionCallSchema } from "../../gen/schemas.ts";
import { contextOf } from "../call-context.ts";
import { readEnvelope } from "../read-envelope.ts";
import { callTool, type CallParts } from "../tools/call-tool.ts";
import type { ToolOutcome } from "../tools/tool-call.ts";
import type { Catalogue } from "../tools/catalogue.ts";
import { withEnvelope } from "../tools/door-arguments.ts";

const ACCEPTED = 202;
const validator = new Validator(ActionCallSchema, argumentMessage);

/**
 * POST /api/v1/actions/{name}: runs an action through the gate of every door. A read answers `{result}`, a write its
 * outcome (trust.executed), with 202 when it is queued; a refusal is the problem of its REST twin.
 */
export function runAction({ catalogue, ...parts }: CallParts & { catalogue: Catalogue }): RequestHandler {
  return async (request, response) => {
    const context = contextOf(request, response);
    const tool = catalogue.find(String(request.params["name"]));
    if (tool === undefined) {
      await readCall(request);
      throw notFound();
    }
    const read = async () => {
      const call = await readCall(request);
      return {
        values: withEnvelope(tool, call.arguments ?? {}, call),
        isDryRun: call.dry_run === true,
        changeReason: call.change_reason,
      };
    };
    answer(response, await callTool(tool, read, context, parts), tool.readOnly);
  };
}

async function readCall(request: Request): Promise<ActionCall> {
  const call = (await readEnvelope(request)) ?? {};
  validator.requireBody(call);
  return call;
}

function answer(response: Response, outcome: ToolOutcome, readOnly: boolean): void {
  if ("problem" in outcome) {
    response.status(outcome.status).type(PROBLEM_CONTENT_TYPE).send(outcome.problem);
    return;
  }
  const body = readOnly ? `{"result":${outcome.json}}` : outcome.json;
  response
    .status(outcome.isQueued ? ACCEPTED : 200)
    .type("application/json")
    .send(body);
}
