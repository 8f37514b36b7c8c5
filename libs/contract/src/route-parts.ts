import type { Verb } from "./model.ts";
import { regexOf, type Template } from "./template.ts";

/** A route of Envoy's RouteConfiguration. */
export type Route = Record<string, unknown>;

/** The header in which the transcoder leaves the path and query of the client. */
export const ORIGINAL_PATH = "x-envoy-original-path";

/** HEAD is answered wherever GET is (conventions.methods), and OPTIONS where pages of any origin may call. */
export function verbMatch(verb: Verb, isForAnyOrigin: boolean): Route {
  const verbs = [verb, ...(verb === "GET" ? ["HEAD"] : []), ...(isForAnyOrigin ? ["OPTIONS"] : [])];
  const string_match = verbs.length === 1 ? { exact: verb } : { safe_regex: { regex: verbs.join("|") } };
  return { name: ":method", string_match };
}

/** With and without a slash at the end, which the transcoder passes over; two strings cost less than one regex. */
export function pathMatches(template: Template): Route[] {
  return template.fields.length === 0
    ? [{ path: template.text }, { path: `${template.text}/` }]
    : [{ safe_regex: { regex: `${regexOf(template)}/?` } }];
}

/** Where in the path the patient is named: a refusal on record says whom it kept from whom (operation.audit). */
export function patientPlace(template: Template | undefined): { patient?: string } {
  const place = template?.text.split("/").indexOf("{patient_id}") ?? -1;
  return place < 0 ? {} : { patient: String(place) };
}

/**
 * Removes the caller's headers: auth was not asked, so services must not trust them. An OAuth client is not a caller.
 */
export function publicAccess(removed: readonly string[] = ["authorization"]): Route {
  return { ...authorize({ disabled: true }), request_headers_to_remove: removed };
}

/** Settings of ext_authz for one route. */
export function authorize(settings: Route): Route {
  const type = "type.googleapis.com/envoy.extensions.filters.http.ext_authz.v3.ExtAuthzPerRoute";
  return { typed_per_filter_config: { "envoy.filters.http.ext_authz": { "@type": type, ...settings } } };
}
