import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import type { At } from "../parts/listing.tsx";
import { useWriting } from "../parts/writing.ts";

export type Member = Schemas["TeamMember"];
export type Role = Member["role"];

const LISTED = ["members"] as const;

/** The members of the team, newest first. */
export const members = {
  queryKey: LISTED,
  read: (at: At) => answered(api.GET("/api/v1/members", { params: { query: at } })),
  items: (page: Schemas["MemberList"]) => page.members,
};

/** Mails the invitation of a member once more. */
export const useInviting = (member_id: string) =>
  useWriting({
    send: (_: undefined, header) =>
      answered(api.POST("/api/v1/members/{member_id}/invite", { params: { path: { member_id }, header } })),
    touches: [LISTED],
  });

/** Adds a member, who is invited by mail. */
export const useAdding = () =>
  useWriting({
    send: (member: { email: string; role: Role }, header) =>
      answered(api.POST("/api/v1/members", { params: { header }, body: member })),
    touches: [LISTED],
  });

/** Gives a member another role. */
export const useRole = (member_id: string) =>
  useWriting({
    send: (role: Role, header) => {
      const params = { path: { member_id }, header };
      return answered(api.PATCH("/api/v1/members/{member_id}", { params, body: { role } }));
    },
    touches: [LISTED],
  });
