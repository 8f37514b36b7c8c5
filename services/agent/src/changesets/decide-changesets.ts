import { problemOf, validationFailed, type FieldError } from "@jst/errors";
import { problemContext, readJson } from "@jst/http";
import { JSON_DEPTH_MAX, strictFaults, Validator } from "@jst/rpc";
import { composedTexts } from "@jst/values";
import type { RequestHandler } from "express";
import type { DecisionResults, ManyDecisions } from "../../gen/rpc.ts";
import { ManyDecisions as ManyDecisionsSchema } from "../../gen/schemas.ts";
import { contextOf } from "../call-context.ts";
import { BODY_MAX_BYTES } from "../read-envelope.ts";
import type { ChangesetSources } from "./sources.ts";

/** Longer than the services decide, so that their results arrive; the gateway waits a little longer (limits.time). */
const ANSWER_MS = 500;

const validator = new Validator(ManyDecisionsSchema);

/** Options of the route. */
export interface ManyDecisionsParts {
  changesets: ChangesetSources;
  baseUrl: string;
}

/** POST /api/v1/changesets:decide: many decisions, each of which stands alone (trust.decide-many). */
export function decideChangesets({ changesets, baseUrl }: ManyDecisionsParts): RequestHandler {
  return async (request, response) => {
    const context = contextOf(request, response);
    const body = await readJson(request, { maxBytes: BODY_MAX_BYTES, depthMax: JSON_DEPTH_MAX });
    validator.requireBody(body, strictFaults(body));
    const { decision, items, reason } = composedTexts(body as ManyDecisions);
    requireAnswerable({ decision, items, reason });
    const { requestId, traceparent, callerToken, idempotencyKey: key } = context;
    const deadline = context.deadline + ANSWER_MS;
    const hop = { requestId, traceparent, callerToken, deadline, departure: () => context.departure };
    const wanted = {
      decision,
      items,
      ...(reason === undefined ? {} : { reason }),
      ...(key === undefined ? {} : { idempotency_key: key }),
    };
    const results = await changesets.decide(wanted, hop, (error) =>
      problemOf(error, problemContext(request, baseUrl)),
    );
    // A result may have a secret that is shown this once (trust.secrets).
    response.set("cache-control", "no-store").json({ results } satisfies DecisionResults);
  };
}

/** Refuses what its schema cannot: an item that stands twice, and a reason that nobody would be shown. */
function requireAnswerable({
  decision,
  items,
  reason,
}: Pick<ManyDecisions, "decision" | "items"> & { reason: string | undefined }): void {
  const seen = new Set<string>();
  const faults: FieldError[] = [];
  for (const [place, { id }] of items.entries()) {
    const known = id.toLowerCase();
    if (seen.has(known))
      faults.push({
        field: `items.${place}.id`,
        code: "duplicate",
        message: "The list has this changeset id twice. Send each id once.",
      });
    seen.add(known);
  }
  if (decision === "approve" && reason !== undefined)
    faults.push({
      field: "reason",
      code: "not_allowed",
      message: "Only a rejection can have a reason. Remove reason.",
    });
  if (faults.length > 0) throw validationFailed(faults);
}
