import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { api } from "../api.ts";

/** The e-mail addresses of members by their ids. */
export function useHosts(): Readonly<Record<string, string>> {
  const { data } = useQuery({
    queryKey: ["members", "names"],
    queryFn: () => answered(api.GET("/api/v1/members", { params: { query: { limit: 500 } } })),
  });
  return Object.fromEntries(data?.members.map(({ id, email }) => [id, email]) ?? []);
}
