import type { Binding, Verb } from "./model.ts";
import type { HttpOption } from "./options.ts";
import { parseTemplate } from "./template.ts";

/** The verbs and paths of an rpc, or what is wrong with them. */
export interface Bindings {
  bindings: Binding[];
  hasBody: boolean;
  faults: string[];
}

const VERBS = { get: "GET", put: "PUT", post: "POST", delete: "DELETE", patch: "PATCH" } as const;

/** Reads google.api.http with its additional bindings. */
export function readBindings(http: HttpOption | undefined): Bindings {
  const result: Bindings = { bindings: [], hasBody: false, faults: [] };
  if (!http) return result;
  const all = [http, ...(http.additional_bindings ?? [])];
  for (const option of all) {
    const binding = readBinding(option, result.faults);
    if (binding) result.bindings.push(binding);
  }
  if (new Set(all.map((option) => option.body ?? "")).size > 1) {
    result.faults.push("its bindings differ in body; every alias takes the same body");
  }
  result.hasBody = http.body !== undefined;
  return result;
}

function readBinding(option: HttpOption, faults: string[]): Binding | undefined {
  const verb = bodyFaults(option, faults);
  if (!verb) {
    faults.push("binds no verb the platform serves; use get, post, put, patch or delete");
    return undefined;
  }
  const text = option[verb] ?? "";
  const template = parseTemplate(text);
  if (!template) {
    faults.push(`path "${text}" is not of literal segments, {field} and a :verb at the end`);
    return undefined;
  }
  return { verb: VERBS[verb], template };
}

function bodyFaults(option: HttpOption, faults: string[]): keyof typeof VERBS | undefined {
  if (option.body === "*") {
    faults.push(
      'has body "*", which would bind every member of the JSON; write `body: "body"` and a google.api.HttpBody field',
    );
  } else if (option.body !== undefined && option.body !== "body") {
    faults.push(`has body "${option.body}"; the body field is always named "body"`);
  }
  if (option.response_body !== undefined)
    faults.push("has response_body; a reply is the whole google.api.HttpBody");
  const verb = (Object.keys(VERBS) as (keyof typeof VERBS)[]).find((key) => option[key] !== undefined);
  if (verb === "get" && option.body !== undefined) faults.push("binds GET with a body; GET takes none here");
  return verb;
}

/** Verbs as written in Allow and the index. */
export const VERB_ORDER: readonly Verb[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
