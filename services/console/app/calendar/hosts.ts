import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { api, type Schemas } from "../api.ts";

/** The members of the team; undefined while they load. */
export function useTeam(): readonly Schemas["TeamMember"][] | undefined {
  const { data } = useQuery({
    queryKey: ["members", "names"],
    queryFn: () => answered(api.GET("/api/v1/members", { params: { query: { limit: 500 } } })),
  });
  return data?.members;
}

/** The e-mail addresses of members by their ids. */
export function useHosts(): Readonly<Record<string, string>> {
  return Object.fromEntries(useTeam()?.map(({ id, email }) => [id, email]) ?? []);
}
