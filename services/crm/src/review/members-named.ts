import type { InternalCall } from "@jst/rpc";
import type { NamedMember } from "../../gen/internal.ts";
import type { Deps } from "../deps.ts";

/** Finds the members of the team by their e-mail addresses. */
export async function membersNamed(
  call: Pick<InternalCall<Deps>, "deps" | "hop">,
  teamId: string,
  emails: readonly string[],
): Promise<readonly NamedMember[]> {
  const question = { team_id: teamId, emails: [...emails] };
  const { members } = await call.deps.auth.findMembersByEmail(question, call.hop);
  return members;
}

/** The addresses of a draft's reviewers. */
export const emailsOf = (reviewers: readonly { email: string }[]): string[] =>
  reviewers.map(({ email }) => email);
