import type { ImportPart } from "@jst/importing";
import { isUuid, type Call } from "@jst/rpc";
import { foldedEmail, isEmail } from "@jst/values/email";
import type { Deps } from "../deps.ts";
import { addressIn } from "./field-values.ts";
import type { PageRow } from "./plan-rows.ts";

/** Addresses, or names, that one question may have. */
const ASKED_MAX = 100;
/** Field that has the text of an owner who is not a member. */
const OWNER_TEXT = "custom.contact_owner";

/**
 * Returns the rows with the ids of their owners, which they name by id, e-mail address or full name. An owner whom the
 * team does not have is a fault of the row. With `on_error` empty it goes to `custom.contact_owner` with a warning.
 */
export async function withOwners(
  call: Call<Deps>,
  { columns }: ImportPart,
  rows: readonly PageRow[],
): Promise<PageRow[]> {
  const named = rows.flatMap(({ data }) => (typeof data["owner_id"] === "string" ? [data["owner_id"]] : []));
  if (named.length === 0) return [...rows];
  const texts = [...new Set(named.filter((owner) => !isUuid(owner)).map(nameOrAddress))];
  const byEmail = await idsOf(call, texts.filter(isEmail));
  const byName = await membersCalled(
    call,
    texts.filter((text) => !isEmail(text)),
  );
  const ids = [...new Set(named.filter(isUuid))];
  const references = ids.map((id) => ({ kind: "member" as const, field: id, id }));
  const faults = await call.deps.directory.faultsOf(call.caller.team_id, references, call.hop);
  const isLeft = columns.find(({ to }) => to?.field === "owner_id")?.on_error === "empty";
  const unknown = new Set(faults.map(({ field }) => field));
  return rows.map((row) => {
    const owner = row.data["owner_id"];
    if (typeof owner !== "string") return row;
    const called = byName.get(owner);
    const id = isUuid(owner)
      ? owner
      : (byEmail.get(nameOrAddress(owner)) ?? (called?.count === 1 ? called.id : undefined));
    if (id !== undefined && !unknown.has(id)) return { ...row, data: { ...row.data, owner_id: id } };
    const { owner_id: _, ...data } = row.data;
    const fault = faultOf(owner, called?.count ?? 0);
    if (isLeft) return { ...row, data: { [OWNER_TEXT]: owner, ...data }, warnings: [fault] };
    return { ...row, data, errors: [...row.errors, fault] };
  });
}

/** Returns the address where a text has one, as in `Ada Lovelace (ada@example.com)`, else the text. */
const nameOrAddress = (owner: string): string => addressIn(owner) ?? owner;

/** Fault of an owner who is not one member of the team; so many members have the name. */
function faultOf(owner: string, count: number) {
  const field = "data.owner_id";
  const remedy = "Write the id or the e-mail address of a member.";
  if (isUuid(owner) || isEmail(nameOrAddress(owner))) {
    const message = "The team does not have this member. Check the id or the e-mail address.";
    return { field, code: "not_found", message };
  }
  if (count === 0)
    return { field, code: "not_found", message: `No active member of the team has this name. ${remedy}` };
  const message = `${count} active members of the team have this name. ${remedy}`;
  return { field, code: "match_ambiguous", message };
}

async function idsOf(call: Call<Deps>, emails: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const asked of chunksOf(emails)) {
    const question = { team_id: call.caller.team_id, emails: asked };
    const { members } = await call.deps.auth.findMembersByEmail(question, call.hop);
    for (const { id, email } of members) found.set(foldedEmail(email), id);
  }
  return found;
}

/** Finds the active members with these full names: one of each name, and how many have it. */
async function membersCalled(
  call: Call<Deps>,
  names: readonly string[],
): Promise<Map<string, { id: string; count: number }>> {
  const found = new Map<string, { id: string; count: number }>();
  for (const asked of chunksOf(names)) {
    const question = { team_id: call.caller.team_id, names: asked };
    const { members } = await call.deps.auth.findMembersByName(question, call.hop);
    for (const { name, id, count } of members) found.set(name, { id, count });
  }
  return found;
}

function chunksOf(texts: readonly string[]): string[][] {
  const chunks: string[][] = [];
  for (let at = 0; at < texts.length; at += ASKED_MAX) chunks.push(texts.slice(at, at + ASKED_MAX));
  return chunks;
}
