import type { ImportPart } from "@jst/importing";
import { isUuid, type Call } from "@jst/rpc";
import { foldedEmail } from "@jst/values/email";
import type { Deps } from "../deps.ts";
import type { PageRow } from "./plan-rows.ts";

/** Addresses that one question may have. */
const EMAILS_MAX = 100;

/**
 * Returns the rows with the ids of their owners. An owner whom the team does not have is a fault of the row, or is
 * left out if the mapping of the column says so.
 */
export async function withOwners(
  call: Call<Deps>,
  { columns }: ImportPart,
  rows: readonly PageRow[],
): Promise<PageRow[]> {
  const named = rows.flatMap(({ data }) => (typeof data["owner_id"] === "string" ? [data["owner_id"]] : []));
  if (named.length === 0) return [...rows];
  const byEmail = await idsOf(call, [...new Set(named.filter((owner) => !isUuid(owner)))]);
  const ids = [...new Set(named.filter(isUuid))];
  const references = ids.map((id) => ({ kind: "member" as const, field: id, id }));
  const faults = await call.deps.directory.faultsOf(call.caller.team_id, references, call.hop);
  const isLeft = columns.find(({ to }) => to?.field === "owner_id")?.on_error === "empty";
  const unknown = new Set(faults.map(({ field }) => field));
  return rows.map((row) => {
    const owner = row.data["owner_id"];
    if (typeof owner !== "string") return row;
    const id = isUuid(owner) ? owner : byEmail.get(owner);
    if (id !== undefined && !unknown.has(id)) return { ...row, data: { ...row.data, owner_id: id } };
    const { owner_id: _, ...data } = row.data;
    return { ...row, data, errors: isLeft ? row.errors : [...row.errors, UNKNOWN] };
  });
}

const UNKNOWN = {
  field: "data.owner_id",
  code: "not_found",
  message: "The team does not have this member. Check the id or the e-mail address.",
};

async function idsOf(call: Call<Deps>, emails: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let at = 0; at < emails.length; at += EMAILS_MAX) {
    const question = { team_id: call.caller.team_id, emails: emails.slice(at, at + EMAILS_MAX) };
    const { members } = await call.deps.auth.findMembersByEmail(question, call.hop);
    for (const { id, email } of members) found.set(foldedEmail(email), id);
  }
  return found;
}
