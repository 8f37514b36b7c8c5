import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "../api.ts";
import { actorOf, withToken } from "../words/words.ts";
import { everyMember, memberName, type Names } from "./names.ts";

/** Returns the names of the members by id; none while they are not known. */
export function useMemberNames(): Names {
  const { data: members } = useQuery(everyMember);
  return Object.fromEntries(members?.map((member) => [member.id, memberName(member)]) ?? []);
}

/** Names an actor: a member by name, also for a token; others by their kind. */
export function nameOf(actor: Schemas["Actor"], names: Names): string {
  const name = names[actor.id ?? ""];
  return name === undefined ? actorOf(actor) : withToken(name, actor);
}
