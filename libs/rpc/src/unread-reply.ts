import { hasRight, type Caller } from "@jst/caller";
import type { Reply, RpcDefinition } from "./handler.ts";
import { wireBody } from "./outgoing.ts";

type Members = Readonly<Record<string, unknown>>;
type WriteFacts = Pick<RpcDefinition<never>, "access" | "resource" | "readOnly" | "secrets">;

/** True for a write whose caller may not read what it writes: the reply shows no more than the caller sent. */
export function isUnread(caller: Caller, { access, resource, readOnly }: WriteFacts): boolean {
  return !readOnly && access === "scope" && !hasRight(caller, resource, "read");
}

/**
 * Builds the reply to a caller that may not read what it has written (tokens.answers). The reply has ids, the members
 * that the caller sent, with the values that it sent, and values that are shown once. A write that waits for approval
 * shows what the changeset shows.
 */
export function unreadReply(reply: Reply, sent: unknown, { secrets = [] }: WriteFacts): Reply {
  if (reply.bytes !== undefined || (reply.contentType ?? "application/json") !== "application/json")
    return reply;
  const finished = wireBody(reply.body);
  const text = typeof finished === "string" ? finished : Buffer.concat(finished).toString();
  if (text === "") return reply;
  const shown: unknown = JSON.parse(text);
  if (!isObject(shown) || shown["queued"] === true) return reply;
  const once = secrets.map((path) => path.split("."));
  const own = ownOf(shown, isObject(sent) ? sent : {}, once) as Record<string, unknown>;
  const ends = sent === undefined ? endsOf(shown) : {};
  return {
    ...reply,
    body: Object.hasOwn(shown, "id") ? { ...own, ...ends } : { ...idsOfLists(shown), ...own },
  };
}

/** Members by which an rpc without a body says that it has ended a thing, and until when that comes back. */
const ENDS: ReadonlySet<string> = new Set(["archived_at", "deleted", "deleted_at", "restorable_until"]);

function endsOf(shown: Members): Members {
  return Object.fromEntries(Object.entries(shown).filter(([name]) => ENDS.has(name)));
}

/** Answers the part of a reply's value that the caller knows; a value that was sent as a whole stays. */
function ownOf(shown: unknown, sent: unknown, once: readonly (readonly string[])[]): unknown {
  if (Array.isArray(shown)) {
    const items = Array.isArray(sent) && sent.length === shown.length ? (sent as unknown[]) : undefined;
    const isOfThings = shown.every(isObject);
    if (!isOfThings || (items === undefined && once.length === 0)) return sent;
    return shown.map((item, at) => ({ ...errorOf(item), ...(ownOf(item, items?.[at], once) as object) }));
  }
  if (!isObject(shown) || (sent !== undefined && !isObject(sent))) return sent;
  const given = sent ?? {};
  const members = Object.entries(shown).flatMap(([name, value]): [string, unknown][] => {
    const below = once.filter(([first]) => first === name).map(([, ...rest]) => rest);
    if (name === "id" || below.some(({ length }) => length === 0)) return [[name, value]];
    const isSent = Object.hasOwn(given, name);
    return isSent || below.length > 0 ? [[name, ownOf(value, given[name], below)]] : [];
  });
  return Object.fromEntries(members);
}

/** Answers the ids of a reply about several things; a list without ids is part of one thing, and its length too. */
function idsOfLists(shown: Members): Record<string, unknown> {
  const lists = Object.entries(shown).filter(
    ([, value]) =>
      Array.isArray(value) &&
      value.every(isObject) &&
      value.some((item) => "id" in item || isObject(item["error"])),
  );
  return Object.fromEntries(
    lists.map(([name, items]) => [
      name,
      (items as Members[]).map((item) => ({ ...("id" in item ? { id: item["id"] } : {}), ...errorOf(item) })),
    ]),
  );
}

/** Stands in a list for a thing that was refused. */
function errorOf(item: unknown): Members {
  return isObject(item) && isObject(item["error"]) ? { error: item["error"] } : {};
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
