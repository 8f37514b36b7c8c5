import type { Caller } from "@jst/caller";
import { human, testCaller, withClient, type TestReply } from "@jst/testing";
import type { TestCrm } from "./test-crm.ts";

/** Members with the modules that their things need, of one team. */
export function team() {
  const service = testCaller();
  const modules = Object.fromEntries(
    ["contacts", "tables", "files", "comments", "project_tasks"].map((key) => [key, true]),
  );
  const facts = { ...service.team, modules };
  const of = (role: NonNullable<Caller["role"]>): Caller => ({
    ...human(service.team_id, role),
    team: facts,
  });
  return {
    service: { ...service, team: facts },
    member: of("member"),
    other: of("member"),
    viewer: of("viewer"),
  };
}
/** Returns the caller in a team that trusts its key. */
export const executing = (caller: Caller): Caller => ({
  ...caller,
  team: { ...caller.team, trust_rest: "execute" },
});
/** Returns the body of a comment on a contact. */
export const on = (id: string, more: object = {}) => ({
  resource: "contact",
  resource_id: id,
  text: "Hello",
  ...more,
});
/** Returns the status of a refusal, and the place and code of each fault. */
export function faultsOf({ status, body }: TestReply): (number | string)[] {
  const { errors = [] } = body as { errors?: { field: string; code: string }[] };
  return [status, ...errors.map(({ field, code }) => `${field} ${code}`)];
}

/** Returns the texts of a list. */
export const textsOf = ({ body }: TestReply): (string | null)[] =>
  (body as { comments: { text: string | null }[] }).comments.map(({ text }) => text);

/** Calls about comments on contacts. */
export function commentCalls({ door, database }: Pick<TestCrm, "door" | "database">) {
  const contactOf = async (caller: Caller): Promise<string> =>
    ((await door.call("CreateContact", { caller, body: { first_name: "Ada" } })).body as { id: string }).id;
  const add = (caller: Caller, body: object, headers = {}) =>
    door.call("CreateThingComment", { caller, body, headers });
  const listed = (caller: Caller, id: string, more = "") =>
    door.call("ListThingComments", { caller, query: `resource=contact&resource_id=${id}${more}` });
  const patch = (caller: Caller, comment_id: string, body: object, headers = {}) =>
    door.call("UpdateThingComment", { caller, path: { comment_id }, body, headers });
  const remove = (caller: Caller, comment_id: string) =>
    door.call("DeleteThingComment", { caller, path: { comment_id } });
  const get = (caller: Caller, comment_id: string) =>
    door.call("GetThingComment", { caller, path: { comment_id } });
  /** Notices that members of the team are to have, oldest first. */
  function noticesOf(teamId: string): Promise<{ to: { members: string[] }; title: string; path: string }[]> {
    return withClient(database.superuserUrl, async (client) => {
      const text = `select payload::jsonb -> 'data' as data from crm.outbox
      where team_id = $1 and type = 'notice.wanted' and payload::jsonb #>> '{data,kind}' = 'mentioned' order by seq`;
      return (await client.query<{ data: never }>(text, [teamId])).rows.map(({ data }) => data);
    });
  }

  return { contactOf, add, listed, patch, remove, get, noticesOf };
}
