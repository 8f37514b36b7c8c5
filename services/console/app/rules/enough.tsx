import { useTeam } from "../calendar/hosts.ts";
import { useSession } from "../session/session.ts";
import { approversNow, enoughOf, type Approvers } from "./sentences.ts";

interface EnoughOf {
  needed: number;
  allowSelf: boolean;
  of: Approvers;
}

/** Says when fewer approvals are enough, as the team has fewer people who can decide. */
export function Enough({ needed, allowSelf, of }: EnoughOf) {
  const { member } = useSession();
  const approvers = approversNow(of, useTeam() ?? []);
  const says = enoughOf({ needed, allowSelf, approvers, reader: member.id });
  return says === undefined ? null : (
    <p className="aside" role="status">
      {says}
    </p>
  );
}
