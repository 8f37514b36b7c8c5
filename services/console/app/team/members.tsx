import { answered } from "@jst/client";
import { api } from "../api.ts";
import { Act } from "../parts/act.tsx";
import { Failure } from "../parts/failure.tsx";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { TITLES } from "../words/places.ts";
import { MEMBERS, ROLES } from "../words/team.ts";
import { Adding } from "./adding.tsx";
import { ChangeRole } from "./change-role.tsx";
import { EndingKeys } from "./ending-keys.tsx";
import { InviteAgain } from "./inviting.tsx";
import { members, useRole, type Member, type Role } from "./team-members.ts";

/** The page of members and their roles. */
export function TeamMembers() {
  const roles = useGivenRoles();
  return (
    <Page title={TITLES.members}>
      {roles.length > 0 && <Adding roles={roles} />}
      <Listing {...members} file={{ path: "/api/v1/members" }} none={<p>{MEMBERS.none}</p>}>
        {(all) => (
          <ul className="cards" aria-label={TITLES.members}>
            {all.map((member) => (
              <MemberCard key={member.id} member={member} roles={roles} />
            ))}
          </ul>
        )}
      </Listing>
    </Page>
  );
}

/** Lists the roles that the signed-in member may assign: only an owner assigns owners (tokens.manage-members). */
function useGivenRoles(): readonly Role[] {
  const session = useSession();
  if (!mayDo(session, "config", "admin")) return [];
  const all = Object.keys(ROLES) as Role[];
  return all.filter((role) => role !== "owner" || session.member.role === "owner");
}

function MemberCard({ member, roles }: { member: Member; roles: readonly Role[] }) {
  const { id: member_id, email, name, role, created_at: since } = member;
  const changing = useRole(member_id);
  const isInvited = member.status === "invited";
  return (
    <li className="card">
      <h2>{name ?? email}</h2>
      <p className="aside">
        {name !== null && <>{email}; </>}
        {MEMBERS.since(role)} <Moment at={since} />
        {isInvited && <>; {MEMBERS.invited}</>}
      </p>
      {changing.error !== null && <Failure error={changing.error} />}
      {roles.includes(role) && (
        <div className="actions">
          <ChangeRole member={member} roles={roles} onChange={changing.mutate} />
          {isInvited && <InviteAgain member={member} />}
          <Act
            words={MEMBERS.remove(email)}
            isDangerous
            touches={[members.queryKey]}
            send={(header) =>
              answered(api.DELETE("/api/v1/members/{member_id}", { params: { path: { member_id }, header } }))
            }
          >
            <EndingKeys member={member_id} />
          </Act>
        </div>
      )}
    </li>
  );
}
