import { answered } from "@jst/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas } from "../api.ts";
import type { At } from "../parts/listing.tsx";

export type Token = Schemas["Token"];

const LISTED = ["tokens"] as const;

/** The tokens of the team, newest first. */
export const tokens = {
  queryKey: LISTED,
  read: (at: At) =>
    answered(api.GET("/api/v1/tokens", { params: { query: { sort: "created_at:desc", ...at } } })),
  items: (page: Schemas["TokenList"]) => page.tokens,
};

/** What a new service token may do: read everything, or everything. */
export type Reach = "read" | "full";

/** Mints a service token; its value is in this reply and nowhere else. */
export function useMinting() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ name, reach }: { name: string; reach: Reach }) => {
      const scopes = reach === "full" ? [] : [{ resource: "*" as const, actions: ["read" as const] }];
      return answered(api.POST("/api/v1/tokens", { body: { name, type: "service", scopes } }));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: LISTED }),
  });
}

/** Revokes a token: whoever uses it is refused within seconds. */
export function useRevoking() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      answered(api.DELETE("/api/v1/tokens/{token_id}", { params: { path: { token_id: id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: LISTED }),
  });
}
