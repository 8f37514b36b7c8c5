import type { DescField, DescMessage } from "@bufbuild/protobuf";
import type { Fault } from "./contract-error.ts";
import { isFreeForm, messageOf } from "./logical.ts";
import { actionWord, type Rpc } from "./model.ts";
import type { Options } from "./options.ts";
import { sourceOf } from "./source.ts";

/** A member of a body that names a thing, and the right that the caller needs on it (tokens.references). */
export interface BodyReference {
  /** Members on the way to it; "*" stands for the items of a list. */
  path: string[];
  resource: string;
  action: string;
  /** Value of the member `type` beside it without which it names something else. */
  ofType?: string;
}

/** Names of members that hold ids, whatever their type says. */
const NAMED_LIKE_IDS = /(?:^|_)(?:id|ids|attachments)$/;

/** Members of the request that name things of another resource than the call's own. */
export function referencesOf(rpc: Rpc, options: Options): BodyReference[] {
  return membersOf(rpc.request).flatMap(({ field, path }) => {
    const { resource, action, of_type: ofType } = options.json(field).references ?? {};
    if (resource === undefined || resource === rpc.resource) return [];
    const right = { resource, action: actionWord(action) || "read" };
    return [{ path, ...right, ...(ofType === undefined ? {} : { ofType }) }];
  });
}

/** Members of requests by tokens that could name a thing and do not say what naming it needs. */
export function referenceFaults(
  rpcs: readonly Rpc[],
  options: Options,
  resources?: readonly string[],
): Fault[] {
  const judged = rpcs.filter(({ access }) => access !== "internal" && access !== "public");
  const fields = judged.flatMap(({ request }) => membersOf(request).map(({ field }) => field));
  return [...new Set(fields)].flatMap((field) => {
    const fault = faultOf(field, options, resources);
    return fault === undefined
      ? []
      : [{ at: sourceOf(field).at, message: `${field.parent.typeName}.${field.name} ${fault}` }];
  });
}

function faultOf(field: DescField, options: Options, resources?: readonly string[]): string | undefined {
  const { references } = options.json(field);
  if (references === undefined) {
    if (!couldName(field, options)) return undefined;
    return "could name a thing; say in (platform.v1.json).references of which resource, or why that needs no right";
  }
  const { resource, exempt } = references;
  if ((resource === undefined) === (exempt === undefined))
    return "references neither a resource nor has an exemption, or it has both; give one";
  if (resource !== undefined && resources?.includes(resource) === false)
    return `references the resource "${resource}", which auth.v1.Scope does not list`;
  return undefined;
}

/** True for ids, and for free-form JSON, which may hold some. */
function couldName(field: DescField, options: Options): boolean {
  if (field.message !== undefined) return isFreeForm(field.message);
  const rules = options.rules(field);
  const text = (rules.repeated?.items ?? rules)["string"] as { uuid?: boolean } | undefined;
  return text?.uuid === true || NAMED_LIKE_IDS.test(field.name);
}

/** Every member of a request, at whatever depth, with the way to it. */
function membersOf(
  message: DescMessage | undefined,
  way: readonly string[] = [],
  outer: readonly DescMessage[] = [],
): { field: DescField; path: string[] }[] {
  if (message === undefined || isFreeForm(message) || outer.includes(message)) return [];
  return message.fields.flatMap((field) => {
    const path = [...way, field.name, ...(field.fieldKind === "list" ? ["*"] : [])];
    return [{ field, path }, ...membersOf(messageOf(field), path, [...outer, message])];
  });
}
