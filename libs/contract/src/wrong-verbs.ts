import { isTranscoded, type Door, type Rpc, type Verb } from "./model.ts";
import { VERB_ORDER } from "./read-bindings.ts";
import {
  authorize,
  ORIGINAL_PATH,
  pathMatches,
  patientPlace,
  publicAccess,
  verbMatch,
  type Route,
} from "./route-parts.ts";
import { compareTemplates, covers, regexOf, shapeOf, type Template } from "./template.ts";

/** A path of the contract, with what its verbs have in common. */
interface KnownPath {
  template: Template;
  verbs: Set<Verb>;
  isPublic: boolean;
  hasPreflight: boolean;
  door: Door;
  /** Scope resource of what is there. */
  resource: string;
}

/** A known path with a verb that it does not take: 405 with Allow, after the token has been checked. */
export function wrongVerbRoutes(rpcs: readonly Rpc[]): Route[] {
  return knownPaths(rpcs).flatMap((path) =>
    pathMatches(path.template).map((match) => ({
      name: `405 ${path.template.text}`,
      match,
      ...methodNotAllowed(path),
    })),
  );
}

/**
 * Builds the guard of a path that a template of another rpc covers, for a verb of that rpc which the path itself does
 * not have. PATCH of `/contacts/duplicates` does not write a contact with the id `duplicates`: it is 405, as every
 * other wrong verb is.
 */
export function wrongVerbGuards(rpcs: readonly Rpc[]): Route[] {
  const paths = knownPaths(rpcs);
  return rpcs.flatMap((rpc) =>
    rpc.bindings.flatMap(({ verb, template }) =>
      paths
        .filter((path) => covers(template, path.template) && !path.verbs.has(verb))
        .flatMap((path) => guard(rpc, verb, path)),
    ),
  );
}

function guard(rpc: Rpc, verb: Verb, path: KnownPath): Route[] {
  const name = `405 ${path.template.text}`;
  if (!isTranscoded(rpc))
    return pathMatches(path.template).map((match) => ({
      name,
      match: { ...match, headers: [verbMatch(verb, rpc.pages === "any")] },
      ...methodNotAllowed(path),
    }));
  const regex = `${regexOf(path.template)}/?(?:\\?.*)?`;
  const header = { name: ORIGINAL_PATH, string_match: { safe_regex: { regex } } };
  return [{ name, match: { path: `/${rpc.name}`, headers: [header] }, ...methodNotAllowed(path) }];
}

/** Every path once, a literal segment before a field in its place. */
function knownPaths(rpcs: readonly Rpc[]): KnownPath[] {
  const paths = new Map<string, KnownPath>();
  for (const rpc of rpcs) {
    const closed = rpc.closed.map((template) => ({ verb: undefined, template }));
    for (const { verb, template } of [...rpc.bindings, ...closed]) {
      const path = paths.get(shapeOf(template)) ?? {
        template,
        verbs: new Set<Verb>(),
        isPublic: true,
        hasPreflight: false,
        door: rpc.door,
        resource: rpc.resource,
      };
      if (verb !== undefined) path.verbs.add(verb);
      path.isPublic &&= rpc.access === "public";
      path.hasPreflight ||= rpc.pages !== "none";
      paths.set(shapeOf(template), path);
    }
  }
  return [...paths.values()].sort((a, b) => compareTemplates(a.template, b.template));
}

function methodNotAllowed({ template, verbs, isPublic, hasPreflight, door, resource }: KnownPath): Route {
  return {
    direct_response: { status: 405 },
    response_headers_to_add: [
      {
        header: { key: "allow", value: allowed(verbs, hasPreflight) },
        append_action: "OVERWRITE_IF_EXISTS_OR_ADD",
        // A path that is there for no verb says so too (RFC 9110, 15.5.6).
        keep_empty_value: true,
      },
    ],
    ...(isPublic ? publicAccess() : wrongVerbAccess(template, door, resource)),
  };
}

/** Context that auth receives for a wrong verb: auth records those on resources whose refusals are audited. */
function wrongVerbAccess(template: Template, surface: Door, resource: string): Route {
  const answer = resource === "" ? {} : { resource, answer: "method_not_allowed" };
  const context_extensions = { access: "unmatched", ...answer, ...patientPlace(template), surface };
  return authorize({ check_settings: { context_extensions } });
}

/** Value of Allow: HEAD stands beside GET, and OPTIONS is last where pages may call. */
export function allowed(verbs: ReadonlySet<Verb>, hasPreflight = false): string {
  const names = VERB_ORDER.filter((verb) => verbs.has(verb));
  const all = names.flatMap((verb): string[] => (verb === "GET" ? ["GET", "HEAD"] : [verb]));
  return [...all, ...(hasPreflight ? ["OPTIONS"] : [])].join(", ");
}
