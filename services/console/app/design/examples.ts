import { QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { NamedActor } from "../parts/actors.ts";

/** The states of a part, by the words for each. */
export type States = Readonly<Record<string, ReactNode>>;

/** Parts by the names of their files, each with its states. */
export type Examples = Readonly<Record<string, () => States>>;

const idOf = (last: number): string => `00000000-0000-7000-8000-${String(last).padStart(12, "0")}`;

/** Ids of the people, keys and things that the examples name. */
export const IDS = {
  ...{ nina: idOf(1), joel: idOf(2), key: idOf(3), contact: idOf(4), first: idOf(5), second: idOf(6) },
  ...{ unknown: idOf(7) },
} as const;

const ACTORS: readonly NamedActor[] = [
  { id: IDS.nina, type: "member", name: "Nina Keller", removed: false },
  { id: IDS.joel, type: "member", name: "Joel Braun", removed: true },
  { id: IDS.key, type: "service", name: "Sync", removed: false },
];

/** Names of what the examples show, which the API does not know. */
export const known = new QueryClient({
  defaultOptions: { queries: { staleTime: Infinity, retry: false } },
});
for (const actor of ACTORS) known.setQueryData(["actors", actor.id], actor);
known.setQueryData(["reference", "contacts", IDS.contact], "Ada Lovelace");
known.setQueryData(["members", "owners"], { members: [{ id: IDS.nina }, { id: IDS.joel }] });
known.setQueryData(["config"], { modules: { review: false } });
