import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { useWriting } from "../parts/writing.ts";
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
export const useMinting = () =>
  useWriting({
    send: ({ name, reach }: { name: string; reach: Reach }, header) => {
      const scopes = reach === "full" ? [] : [{ resource: "*" as const, actions: ["read" as const] }];
      const body = { name, type: "service" as const, scopes };
      return answered(api.POST("/api/v1/tokens", { params: { header }, body }));
    },
    touches: [LISTED],
  });
