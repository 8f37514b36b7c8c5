import { readJson } from "@jst/http";
import { composeMembers, JSON_DEPTH_MAX, strictFaults, Validator } from "@jst/rpc";
import type { RequestHandler } from "express";
import type { WholeImport } from "../../gen/rpc.ts";
import { WholeImport as WholeImportSchema } from "../../gen/schemas.ts";
import { contextOf } from "../call-context.ts";
import { BODY_MAX_BYTES } from "../read-envelope.ts";
import type { LocalRpc } from "../tools/local-rpcs.ts";
import type { Upstreams } from "../tools/upstreams.ts";
import { wholeImport } from "./whole-import.ts";

/** Parts that import. */
export interface ImportDataParts {
  upstreams: Upstreams;
  baseUrl: string;
}

const validator = new Validator(WholeImportSchema);
/** Members whose texts stay as they were sent. */
const EXACT = ["text"];
/** Headers of a reply that the caller gets. */
const SHOWN = ["location", "x-changeset-id", "idempotency-replayed"];

/** POST /api/v1/imports: an import in one call (imports.tool). */
export function importData(parts: ImportDataParts): RequestHandler {
  return async (request, response) => {
    const context = contextOf(request, response);
    const body = await readJson(request, { maxBytes: BODY_MAX_BYTES, depthMax: JSON_DEPTH_MAX });
    const faults = strictFaults(body);
    composeMembers(body, EXACT, faults);
    validator.requireBody(body, faults);
    const key = context.idempotencyKey;
    const reply = await wholeImport({ ...parts, body: body as WholeImport, context, isPreview: false, key });
    for (const name of SHOWN) {
      const value = reply.header(name);
      if (value !== undefined) response.setHeader(name, value);
    }
    response.status(reply.status).type("application/json").send(reply.body);
  };
}

/** The same as a tool; a call that writes no row needs no consent. */
export function importDataTool(parts: ImportDataParts): LocalRpc {
  return {
    answer: (values, context, { isPreview, call }) => {
      const { idempotency_key, change_reason } = values as {
        idempotency_key?: string;
        change_reason?: string;
      };
      const key = idempotency_key ?? context.idempotencyKey;
      const changeReason = change_reason ?? context.changeReason;
      const body = values as unknown as WholeImport;
      return wholeImport({ ...parts, body, context: { ...context, changeReason }, isPreview, key, call });
    },
    needsConsent: ({ run }) => run !== false,
  };
}
