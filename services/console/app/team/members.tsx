import { answered } from "@jst/client";
import { api } from "../api.ts";
import { Act } from "../parts/act.tsx";
import { Failure } from "../parts/failure.tsx";
import { useFinding } from "../parts/finding.tsx";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { TITLES } from "../words/places.ts";
import { MEMBERS, ROLES } from "../words/team.ts";
import { Adding } from "./adding.tsx";
import { ChangeRole } from "./change-role.tsx";
import { EndingKeys } from "./ending-keys.tsx";
import { InviteAgain } from "./inviting.tsx";
import { members, membersFound, useRole, type Member, type Role } from "./team-members.ts";

const { columns } = MEMBERS;

/** The page of members and their roles. */
export function TeamMembers() {
  const roles = useGivenRoles();
  const { q, find } = useFinding(MEMBERS.find);
  return (
    <Page title={TITLES.members}>
      {roles.length > 0 && <Adding roles={roles} />}
      {find}
      <Listing
        key={q}
        {...membersFound(q)}
        file={{ path: "/api/v1/members", query: q === "" ? {} : { q } }}
        none={<p>{MEMBERS.none}</p>}
      >
        {(shown) => <List shown={shown} roles={roles} />}
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

function List({ shown, roles }: { shown: readonly Member[]; roles: readonly Role[] }) {
  const acts = { [columns.acts]: (member: Member) => <Acts member={member} roles={roles} /> };
  return (
    <ThingsTable
      name={TITLES.members}
      things={shown}
      columns={{
        [columns.member]: ({ name, email }) => (
          <>
            {name ?? email}
            {name !== null && <p className="aside">{email}</p>}
          </>
        ),
        [columns.role]: (member) => <RoleOf member={member} roles={roles} />,
        [columns.since]: ({ created_at: since, status }) => (
          <>
            <Moment at={since} />
            {status === "invited" && <p className="aside">{MEMBERS.invited}</p>}
          </>
        ),
        ...(roles.length > 0 ? acts : {}),
      }}
    />
  );
}

/** Role of a member, which the signed-in member may be able to change. */
function RoleOf({ member, roles }: { member: Member; roles: readonly Role[] }) {
  const changing = useRole(member.id);
  if (!roles.includes(member.role)) return member.role;
  return (
    <>
      <ChangeRole member={member} roles={roles} onChange={changing.mutate} />
      {changing.error !== null && <Failure error={changing.error} />}
    </>
  );
}

function Acts({ member, roles }: { member: Member; roles: readonly Role[] }) {
  if (!roles.includes(member.role)) return null;
  const member_id = member.id;
  return (
    <div className="actions">
      {member.status === "invited" && <InviteAgain member={member} />}
      <Act
        words={MEMBERS.remove(member.email)}
        isDangerous
        touches={[members]}
        send={(header) =>
          answered(api.DELETE("/api/v1/members/{member_id}", { params: { path: { member_id }, header } }))
        }
      >
        <EndingKeys member={member_id} />
      </Act>
    </div>
  );
}
