import { answered } from "@jst/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas } from "../api.ts";
import type { At } from "../parts/listing.tsx";

export type Member = Schemas["TeamMember"];
export type Role = Member["role"];

/** Every role, with what it may do in words, the least first. */
export const ROLES: Readonly<Record<Role, string>> = {
  viewer: "viewer: reads the team's data",
  member: "member: writes the team's data",
  admin: "admin: decides, and changes keys, members and webhooks",
  owner: "owner: everything",
};

const LISTED = ["members"] as const;

/** The members of the team, newest first. */
export const members = {
  queryKey: LISTED,
  read: (at: At) => answered(api.GET("/api/v1/members", { params: { query: at } })),
  items: (page: Schemas["MemberList"]) => page.members,
};

/** Adds a member, who is told by mail. */
export function useAdding() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (member: { email: string; role: Role }) =>
      answered(api.POST("/api/v1/members", { body: member })),
    onSettled: () => queries.invalidateQueries({ queryKey: LISTED }),
  });
}

/** Gives a member another role. */
export function useRole(member_id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (role: Role) =>
      answered(api.PATCH("/api/v1/members/{member_id}", { params: { path: { member_id } }, body: { role } })),
    onSettled: () => queries.invalidateQueries({ queryKey: LISTED }),
  });
}

/** Removes a member, with all that acts in the member's name. */
export function useRemoving(member_id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      answered(api.DELETE("/api/v1/members/{member_id}", { params: { path: { member_id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: LISTED }),
  });
}
