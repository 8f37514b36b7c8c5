import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { useWriting } from "../parts/writing.ts";
import type { At } from "../parts/listing.tsx";
import { useSession } from "../session/session.ts";

export type Token = Schemas["Token"];

const LISTED = ["tokens"] as const;

/** The tokens of the team, newest first. */
export const tokens = {
  queryKey: LISTED,
  read: (at: At) =>
    answered(api.GET("/api/v1/tokens", { params: { query: { sort: "created_at:desc", ...at } } })),
  items: (page: Schemas["TokenList"]) => page.tokens,
};

/** Resources that a token can have scopes for. */
export type Resource = Exclude<Schemas["Scope"]["resource"], "*">;

/** Access of a new service token: read everything, everything, or chosen scopes. */
export type Reach = "read" | "full" | "chosen";

/** How much a token may do with a resource. */
export type Depth = keyof typeof ACTIONS;

/** Depth that is chosen for each resource. */
export type ChosenDepths = Partial<Record<Resource, Depth>>;

/** Actions by how much they are together. */
export const ACTIONS = {
  none: [],
  read: ["read"],
  write: ["read", "write"],
  delete: ["read", "write", "delete"],
  admin: ["read", "write", "delete", "admin"],
} as const satisfies Record<string, readonly Schemas["Scope"]["actions"][number][]>;

/** Whether the writes of a new token run at once or wait for approval (trust.matrix). */
export type Writes = "at_once" | "wait";

/** Token to mint, as the form has it. */
export interface NewToken {
  name: string;
  writes: Writes;
  scopes: Schemas["Scope"][];
}

/**
 * Returns the scopes of a new token; undefined where nothing is chosen, since no scope at all would be full access. A
 * token whose writes wait has no admin action without an explicit choice: an agent must not approve.
 */
export function scopesOf(reach: Reach, chosen: ChosenDepths, writes: Writes): Schemas["Scope"][] | undefined {
  if (reach === "full") return writes === "wait" ? [{ resource: "*", actions: [...ACTIONS.delete] }] : [];
  if (reach === "read") return [{ resource: "*", actions: [...ACTIONS.read] }];
  const scopes = (Object.entries(chosen) as [Resource, Depth][])
    .filter(([, depth]) => depth !== "none")
    .map(([resource, depth]) => ({ resource, actions: [...ACTIONS[depth]] }));
  return scopes.length === 0 ? undefined : scopes;
}

/**
 * Mints a service token, or a human token of the signed-in member, whose writes wait. Its values are in this reply and
 * nowhere else.
 */
export function useMinting() {
  const { member } = useSession();
  return useWriting({
    send: ({ writes, ...key }: NewToken, header) => {
      const kind =
        writes === "wait" ? { type: "human" as const, member_id: member.id } : { type: "service" as const };
      return answered(api.POST("/api/v1/tokens", { params: { header }, body: { ...key, ...kind } }));
    },
    touches: [LISTED],
  });
}
