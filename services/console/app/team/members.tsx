import { Ask } from "../parts/ask.tsx";
import { Failure } from "../parts/failure.tsx";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { Adding } from "./adding.tsx";
import { RoleChoice } from "./role-choice.tsx";
import { members, ROLES, useRemoving, useRole, type Member, type Role } from "./team-members.ts";

/** Who is of the team, and what each may do. */
export function TeamMembers() {
  const roles = useGivenRoles();
  return (
    <Page title="Members">
      {roles.length > 0 && <Adding roles={roles} />}
      <Listing {...members} none={<p>The team has no member.</p>}>
        {(all) => (
          <ul className="cards" aria-label="Members">
            {all.map((member) => (
              <MemberCard key={member.id} member={member} roles={roles} />
            ))}
          </ul>
        )}
      </Listing>
    </Page>
  );
}

/** The roles that whoever is signed in may give and take: an owner is an owner's matter (tokens.manage-members). */
function useGivenRoles(): readonly Role[] {
  const session = useSession();
  if (!mayDo(session, "config", "admin")) return [];
  const all = Object.keys(ROLES) as Role[];
  return all.filter((role) => role !== "owner" || session.member.role === "owner");
}

function MemberCard({ member, roles }: { member: Member; roles: readonly Role[] }) {
  const { id, email, name, role, created_at: since } = member;
  const changing = useRole(id);
  const removing = useRemoving(id);
  return (
    <li className="card">
      <h2>{name ?? email}</h2>
      <p className="aside">
        {name === null ? "" : `${email}; `}
        {role} since <Moment at={since} />
      </p>
      {[changing.error, removing.error].map(
        (error, n) => error !== null && <Failure key={n} error={error} />,
      )}
      {roles.includes(role) && (
        <div className="actions">
          <RoleChoice label={`Role of ${email}`} roles={roles} value={role} onChange={changing.mutate} />
          <Ask
            opens="Remove"
            title={`Remove ${email}?`}
            does="Remove"
            isDangerous
            onYes={() => removing.mutate()}
          >
            <p>
              Sessions, tokens and connected apps of this member end at once. What the member has done stays,
              and whoever is added again comes back without them.
            </p>
          </Ask>
        </div>
      )}
    </li>
  );
}
