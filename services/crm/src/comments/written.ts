import { roleAllows, type Role } from "@jst/caller";
import { unknownId } from "@jst/directory";
import type { FieldError } from "@jst/errors";
import { AppError } from "@jst/errors";
import { Rendering } from "@jst/markdown";
import type { Call } from "@jst/rpc";
import type { CommentMention } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { thingOf } from "./things.ts";

const rendering = new Rendering();
/** Most characters of HTML that one comment makes. */
const HTML_MAX = 200_000;

type AskingCall = Pick<Call<Deps>, "caller" | "deps" | "hop">;

/** Renders the text of a comment; throws limit_reached for one that makes too much HTML. */
export async function rendered(text: string, { caller, hop }: AskingCall): Promise<string> {
  const html = await rendering.render(caller.team_id, text, hop.departure?.());
  if (html.length > HTML_MAX)
    throw new AppError("limit_reached", "The text makes too much HTML. Shorten it, or use fewer links.");
  return html;
}

/** Mentions of a comment, and what is wrong with them. */
export interface ReadMentions {
  mentions: CommentMention[];
  faults: FieldError[];
}

/** Finds the members whom a comment on things of this noun mentions, each once (comments.mentions). */
export async function readMentions(
  ids: readonly string[],
  noun: string,
  { caller: { team_id }, deps: { auth }, hop }: AskingCall,
): Promise<ReadMentions> {
  if (ids.length === 0) return { mentions: [], faults: [] };
  const lower = ids.map((id) => id.toLowerCase());
  const asked = { team_id, ids: [...new Set(lower)] };
  const [{ members }, { hosts }] = await Promise.all([
    auth.findMembers(asked, hop),
    auth.findHosts(asked, hop),
  ]);
  const byId = new Map(members.map((member) => [member.id, member]));
  const names = new Map(hosts.map(({ id, name }) => [id, name]));
  const faults = lower.flatMap((id, at) => (byId.has(id) ? [] : [unknownId("member", `mentions.${at}`)]));
  const mentions = asked.ids.flatMap((id) => {
    const member = byId.get(id);
    if (member === undefined) return [];
    const notified = !member.suspended && mayRead(member.role as Role, noun);
    return [{ member_id: id, name: names.get(id) ?? "", notified }];
  });
  return { mentions, faults };
}

function mayRead(role: Role, noun: string): boolean {
  const scope = thingOf(noun)?.scope ?? "";
  return scope === "" || (roleAllows(role, scope, "read") && roleAllows(role, "comments", "read"));
}
