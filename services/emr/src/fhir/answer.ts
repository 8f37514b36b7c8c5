import type { Call, Reply } from "@jst/rpc";
import type { Deps } from "../deps.ts";
import { numberIn, objectIn, objectsIn, parseExact, type Json } from "../import/fhir/json.ts";
import { FHIR_TYPE, wantsFhir } from "./negotiate.ts";
import type { ToFhir } from "./resources.ts";
import { withoutNothing } from "./without-nothing.ts";

const CONTENT_TYPE = `${FHIR_TYPE}; fhirVersion=4.0`;
const vary = { vary: "Accept" };

/** True when the call is to be answered in FHIR. */
export function isFhir(call: Call<Deps>): boolean {
  return wantsFhir(call.accept);
}

/** The reply in JSON, which would have been another for another Accept. */
export function inJson(body: Reply["body"]): Reply {
  return { body, headers: vary };
}

/** One resource. */
export function asResource(json: string, toFhir: ToFhir): Reply {
  const entry = objectIn(parseExact(json));
  return inFhir(toFhir(entry, String(entry["id"])));
}

/** A page of a list as a searchset. */
export interface Searchset {
  /** Address of the list, with its query and without a cursor. */
  path: string;
  query: object;
  patientId: string;
  /** Converters of the reply's members into resources, in this order. */
  members: Readonly<Record<string, ToFhir>>;
}

/** The page as a Bundle; `more` is how many matches there are beside those that the page counts. */
export function asSearchset(
  pieces: readonly Buffer[],
  { path, query, patientId, members }: Searchset,
  call: Call<Deps>,
  more = 0,
): Reply {
  const page = objectIn(parseExact(Buffer.concat(pieces).toString()));
  const resources = Object.entries(members).flatMap(([name, toFhir]) =>
    objectsIn(page[name]).map((entry) => toFhir(entry, patientId)),
  );
  const url = (cursor: object) => {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries<string | number>({ ...query, ...cursor }))
      parameters.append(name, String(value));
    const text = parameters.toString();
    return `${call.baseUrl}${path}${text === "" ? "" : `?${text}`}`;
  };
  const next = page["next_cursor"];
  return inFhir({
    resourceType: "Bundle",
    type: "searchset",
    total: Number(numberIn(page["total"])?.text ?? 0) + more,
    link: [
      { relation: "self", url: url({}) },
      ...(next === null ? [] : [{ relation: "next", url: url({ cursor: next }) }]),
    ],
    entry: resources.map((resource) => ({
      fullUrl: `urn:uuid:${String(resource["id"])}`,
      resource,
      search: { mode: "match" },
    })),
  });
}

function inFhir(resource: Json): Reply {
  return { body: JSON.stringify(withoutNothing(resource)), contentType: CONTENT_TYPE, headers: vary };
}
