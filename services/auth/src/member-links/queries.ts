import type { Role } from "@jst/caller";
import type { Operator } from "../operator.ts";
import { INVITER } from "../sign-in/link-queries.ts";
import { HAS_OWN_PROVIDER } from "../teams/sign-in-keys.ts";

/** A mail whose link may be minted now. */
export interface MintableMail extends Record<string, unknown> {
  slug: string;
  display_name: string;
  role: Role;
  /** Mapped host of the team; null for the one that all share. */
  host: string | null;
  return_to: string | null;
  inviter: string;
  inviter_id: string | null;
  has_own_provider: boolean;
}

/**
 * The mail with this id, while its link may be minted; undefined without one. A visitor's mail is good for an hour, and
 * over once a mailed link of the member was used after it; an invitation is good for 7 days, until the member has
 * signed in.
 */
export async function findMintable(
  operator: Operator,
  { teamId, memberId, kind, id }: { teamId: string; memberId: string; kind: string; id: string },
): Promise<MintableMail | undefined> {
  const [mail] = await operator.query<MintableMail>({
    name: "member_mails.mintable",
    text: `select t.slug, t.display_name, m.role, h.host, o.return_to, ${INVITER} as inviter, o.inviter_id,
        ${HAS_OWN_PROVIDER} as has_own_provider
      from auth.member_mails o
      join auth.teams t on t.team_id = o.team_id
      join auth.members m on m.team_id = o.team_id and m.id = o.member_id
      left join auth.members i on i.team_id = o.team_id and i.id = o.inviter_id
      left join auth.hosts h on h.team_id = o.team_id and h.host = o.host
      where o.team_id = $1 and o.member_id = $2 and o.kind = $3 and o.id = $4
        and t.deleted_at is null and not t.isolated and m.suspended_at is null
        and case o.kind
          when 'invitation' then m.accepted_at is null and o.created_at > now() - interval '7 days'
          else o.created_at > now() - interval '1 hour' and not ${HAS_OWN_PROVIDER}
            and not exists (select from auth.sign_in_links l
              where l.team_id = o.team_id and l.member_id = o.member_id and l.kind <> 'link' and l.used_at > o.created_at)
        end`,
    values: [teamId, memberId, kind, id],
  });
  return mail;
}
