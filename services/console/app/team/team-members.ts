import { answered } from "@jst/client";
import { useState } from "react";
import { api, type Schemas } from "../api.ts";
import type { At } from "../parts/listing.tsx";
import { useWriting } from "../parts/writing.ts";
import type { Addressee } from "./addresses.ts";

export type Member = Schemas["TeamMember"];
export type Role = Member["role"];

/** Key of all lists of members. */
export const members = ["members"] as const;

/** The members of the team whose name or address contains the text, newest first; all for an empty text. */
export const membersFound = (q: string) => ({
  queryKey: [...members, { q }],
  read: (at: At) => answered(api.GET("/api/v1/members", { params: { query: q === "" ? at : { ...at, q } } })),
  items: (page: Schemas["MemberList"]) => page.members,
});

/** Mails the invitation of a member once more. */
export const useInviting = (member_id: string) =>
  useWriting({
    send: (_: undefined, header) =>
      answered(api.POST("/api/v1/members/{member_id}/invite", { params: { path: { member_id }, header } })),
    touches: [members],
  });

/** Outcome of one address that was to be added. */
export type AddingResult = Addressee & ({ added: Schemas["AddedTeamMember"] } | { error: Error });

/** Adds members, who are invited by mail, one after the other; each has its own result. */
export function useAddingSeveral() {
  const { mutateAsync } = useWriting({
    send: (member: Addressee & { role: Role }, header) =>
      answered(api.POST("/api/v1/members", { params: { header }, body: member })),
    touches: [members],
  });
  const [results, setResults] = useState<readonly AddingResult[]>([]);
  const [isPending, setPending] = useState(false);
  /** Returns those that were refused or had no answer. */
  const add = async (people: readonly Addressee[], role: Role): Promise<Addressee[]> => {
    setPending(true);
    const found: AddingResult[] = [];
    for (const person of people) {
      try {
        found.push({ ...person, added: await mutateAsync({ ...person, role }) });
      } catch (error) {
        found.push({ ...person, error: error instanceof Error ? error : new Error(String(error)) });
      }
      setResults([...found]);
    }
    setPending(false);
    return people.filter((_one, place) => "error" in (found[place] ?? {}));
  };
  return { results, isPending, add };
}

/** Gives a member another role. */
export const useRole = (member_id: string) =>
  useWriting({
    send: (role: Role, header) => {
      const params = { path: { member_id }, header };
      return answered(api.PATCH("/api/v1/members/{member_id}", { params, body: { role } }));
    },
    touches: [members],
  });
