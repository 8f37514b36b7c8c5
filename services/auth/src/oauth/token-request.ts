import type { SystemDatabase } from "@jst/db";
import type { Place } from "../teams/place.ts";
import type { Traced } from "./actor.ts";
import type { Parameters } from "./answering.ts";

export interface TokenParts {
  operator: SystemDatabase;
  baseUrl: string;
}

/** One request for tokens, its client known. */
export interface TokenRequest extends Traced {
  operator: SystemDatabase;
  place: Place;
  clientId: string;
  parameters: Parameters;
}
