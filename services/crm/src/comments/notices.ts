import type { TeamTx } from "@jst/db";
import { wantNotice } from "@jst/events";
import type { CommentMention } from "../../gen/rpc.ts";
import type { FoundThing } from "./thing.ts";

/** Places of the console below which the page of a thing stands, by its noun. */
const PAGES: Readonly<Record<string, string>> = {
  article: "articles",
  base: "bases",
  booking: "bookings",
  changeset: "approvals",
  contact: "contacts",
  contact_import: "contact-imports",
  event_type: "event-types",
  file: "files",
  form: "forms",
  import: "imports",
  invoice: "invoices",
  message: "messages",
  packet: "reviews",
  quote: "quotes",
  subscription: "subscriptions",
  table: "tables",
  template: "templates",
  webhook: "webhooks",
};

/** Returns the page of the console that shows the thing; the home page for one that has none. */
export function pageOf({ resource, resource_id: id, table_id: table }: FoundThing): string {
  if (table !== null) {
    const opened = resource === "row" ? `?open=${encodeURIComponent(id)}` : "";
    return `/console/tables/${encodeURIComponent(table)}${opened}`;
  }
  const page = PAGES[resource];
  return page === undefined ? "/console" : `/console/${page}/${encodeURIComponent(id)}`;
}

/**
 * Has those of the mentioned members notified who were not before, with the comment, but not who writes it. Returns
 * everybody who was (comments.mentions).
 */
export function noticeMentions(
  tx: TeamTx,
  comment: { id: string; thing: FoundThing; mentions: readonly CommentMention[] },
  noticed: readonly string[],
): void {
  const { id, thing, mentions } = comment;
  const members = newlyNoticed(mentions, noticed);
  if (members.length === 0) return;
  const { actorType: type, actorId } = tx.context;
  wantNotice(tx, "crm", {
    kind: "mentioned",
    to: { members, except: [actorId] },
    title: `A comment on ${withArticle(thing.resource.replaceAll("_", " "))} mentions you`,
    path: pageOf(thing),
    subject: { type: "comment", id },
    actor: { type, id: actorId === "" ? null : actorId },
  });
}

/** Returns the members whom a comment notifies now. */
export function newlyNoticed(mentions: readonly CommentMention[], noticed: readonly string[]): string[] {
  return mentions.flatMap(({ member_id: id, notified }) => (notified && !noticed.includes(id) ? [id] : []));
}

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
