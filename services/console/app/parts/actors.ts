import { answered } from "@jst/client";
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { api, type Schemas } from "../api.ts";
import { batched } from "./batched.ts";

export type NamedActor = Schemas["NamedActor"];

/** Ids that the API names at once. */
const IDS_MAX = 100;
const FRESH_MS = 60_000;

const named = batched<NamedActor>(async (ids) => {
  const query = { ids: ids.join(",") };
  return (await answered(api.GET("/api/v1/actors", { params: { query } }))).actors;
}, IDS_MAX);

/** The name of a member, key or app. The ids that a page shows at once are one request. */
const actorNamed = (id: string) =>
  queryOptions({
    queryKey: ["actors", id],
    queryFn: async () => (await named(id)) ?? null,
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: FRESH_MS,
  });

/** Returns the member, key or app with the id; undefined while it loads, and if the team has none. */
export function useActor(id: string | null | undefined): NamedActor | undefined {
  const { data } = useQuery({ ...actorNamed(id ?? ""), enabled: typeof id === "string" && id !== "" });
  return data ?? undefined;
}

/** Returns the members, keys and apps of the ids that are loaded. */
export function useActors(ids: readonly string[]): readonly NamedActor[] {
  return useQueries({
    queries: ids.map(actorNamed),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
}

/** Returns the actors of the ids, by id: null for one that the team does not have, undefined while it loads. */
export function useActorsById(
  ids: readonly string[],
): Readonly<Record<string, NamedActor | null | undefined>> {
  return useQueries({
    queries: ids.map(actorNamed),
    combine: (results) => Object.fromEntries(results.map(({ data }, at) => [ids[at] ?? "", data])),
  });
}
