import { isUuid, type Call } from "@jst/rpc";
import type { Form } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import type { Answers } from "@jst/answers";
import { forms } from "../forms/form.ts";

/**
 * The live files of the team among the answers to fields that ask for one, in lower case. data is asked before the
 * write begins, and only when an answer may be a file.
 */
export async function answeredFiles(
  data: Answers,
  slug: string,
  call: Call<Deps>,
): Promise<ReadonlySet<string>> {
  const texts = Object.values(data).filter((value) => typeof value === "string");
  if (!texts.some(isUuid)) return new Set();
  const [row] = await call.read<{ body: string }>(forms.store.findNamed(call.caller.team_id, slug));
  const fields = row === undefined ? [] : (JSON.parse(row.body) as Form).fields;
  const ids = fields
    .filter(({ id, type }) => type === "file" && Object.hasOwn(data, id))
    .map(({ id }) => data[id])
    .filter((value): value is string => typeof value === "string" && isUuid(value));
  const references = ids.map((id) => ({ kind: "file" as const, field: id, id }));
  const absent = await call.deps.directory.faultsOf(call.caller.team_id, references, call.hop);
  const unknown = new Set(absent.map(({ field }) => field));
  return new Set(ids.filter((id) => !unknown.has(id)).map((id) => id.toLowerCase()));
}
