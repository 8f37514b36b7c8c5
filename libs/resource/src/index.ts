/** Resources of plain members: read, page, create, update, archive and restore, from one declaration. */
export type { CommonMembers, Declaration, Member, MemberKind } from "./declaration.ts";
export { replyOf } from "./kit.ts";
export { requireId, requireVersion } from "./conditions.ts";
export { formerMembers, Lifecycle, type Command, type LifecycleOptions } from "./lifecycle.ts";
export type { Options, Patch, Stored, Transitions } from "./options.ts";
export { uniqueName, type Refusal } from "./refusals.ts";
export { resource, type Resource } from "./resource.ts";
export { isSameJson } from "./same-json.ts";
export { namedValues, type ArchivedRow, type DeletedRow, type StoredRow } from "./store.ts";
export { type Normalise, type Normalisers } from "./stored-form.ts";
