import { type ListRow, pageJson, parseLimit, readPage } from "@jst/query";
import type { Handler } from "../../gen/rpc.ts";
import { CURSOR_KEYS, duplicatesStatement, type After } from "./duplicates.ts";

/** Answers one page of pairs of live contacts that may be one, the pair with the newest contact first. */
export const listDuplicates: Handler<"ListDuplicates"> = async ({ query }, call) => {
  const { reason, cursor, limit } = query;
  const { team_id: teamId } = call.caller;
  const codec = call.deps.cursors;
  const scope = { teamId, route: "crm.v1.Contacts/ListDuplicates", sort: "newest", filter: reason ?? "" };
  const after = cursor === undefined ? undefined : (codec.decode(scope, cursor, CURSOR_KEYS) as After);
  const page = await readPage({ limit: parseLimit(limit) }, (size) =>
    call.read<ListRow>(duplicatesStatement({ teamId, reason, after, size }), "custom"),
  );
  return { body: pageJson("duplicates", page, { codec, scope }) };
};
