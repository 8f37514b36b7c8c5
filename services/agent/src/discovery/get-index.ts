import type { Caller } from "@jst/caller";
import { sendDocument } from "@jst/http";
import type { RequestHandler } from "express";
import type { Catalogue } from "../tools/catalogue.ts";
import { isInTeam } from "../tools/offered.ts";
import type { Documents } from "./document.ts";
import { Recent } from "./recent.ts";

/** Number of cached documents, one for each set of modules; further ones are written on each request. */
const KEPT_MAX = 50;

/**
 * GET /api/v1: the advertised paths, and the registered actions whose module is on for the team
 * (conventions.discovery).
 */
export function getIndex(index: Documents["index"], catalogue: Catalogue): RequestHandler {
  // One for each choice of modules that teams have made; tools belong to a few.
  const known = new Recent<RequestHandler>(KEPT_MAX);
  return (request, response, next) => {
    const { caller } = response.locals as { caller: Caller };
    const off = new Set(catalogue.tools.filter((tool) => !isInTeam(tool, caller)).map(({ name }) => name));
    const choice = [...off].join(",");
    const send = known.get(choice, () =>
      sendDocument({ ...index, actions: index.actions.filter(({ name }) => !off.has(name)) }),
    );
    send(request, response, next);
  };
}
