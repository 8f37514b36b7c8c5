import { useState } from "react";
import { QuestionDialog } from "../parts/ask.tsx";
import { OverPage } from "../parts/over-page.tsx";
import { MEMBERS } from "../words/team.ts";
import { RoleChoice } from "./role-choice.tsx";
import type { Member, Role } from "./team-members.ts";

interface ChangeRoleOf {
  member: Member;
  roles: readonly Role[];
  onChange: (role: Role) => void;
}

/** The role of a member; another one asks before the member gets it. */
export function ChangeRole({ member: { name, email, role }, roles, onChange }: ChangeRoleOf) {
  const [asked, setAsked] = useState<Role>();
  return (
    <>
      <RoleChoice label={MEMBERS.role(email)} roles={roles} value={role} onChange={setAsked} />
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
