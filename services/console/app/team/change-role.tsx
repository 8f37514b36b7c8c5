import { useState } from "react";
import { QuestionDialog } from "../parts/ask.tsx";
import { OverPage } from "../parts/over-page.tsx";
import { NamedSelect } from "../parts/select.tsx";
import { MEMBERS } from "../words/team.ts";
import type { Member, Role } from "./team-members.ts";

interface ChangeRoleOf {
  member: Member;
  roles: readonly Role[];
  onChange: (role: Role) => void;
}

/** The role of a member; another one asks before the member gets it. */
export function ChangeRole({ member: { name, email, role }, roles, onChange }: ChangeRoleOf) {
  const names = Object.fromEntries(roles.map((one) => [one, one])) as Record<Role, string>;
  const [asked, setAsked] = useState<Role>();
  return (
    <>
      <NamedSelect label={MEMBERS.role(email)} of={names} is={role} onChange={setAsked} />
      {asked !== undefined && (
        <OverPage isOpen onOpenChange={(isOpen) => !isOpen && setAsked(undefined)}>
          <QuestionDialog
            question={{ ...MEMBERS.change(name ?? email, asked), onYes: () => onChange(asked) }}
            answers={undefined}
          />
        </OverPage>
      )}
    </>
  );
}
