import { useState } from "react";
import { Button, FieldError, Form, Input, Label, TextField } from "react-aria-components";
import { Failure } from "../parts/failure.tsx";
import { MailedOrNot } from "./inviting.tsx";
import { RoleChoice } from "./role-choice.tsx";
import { useAdding, type Role } from "./team-members.ts";
import { MEMBERS } from "../words/team.ts";

/** Adds a member by e-mail address. */
export function Adding({ roles }: { roles: readonly Role[] }) {
  const adding = useAdding();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("member");
  // The next member is not of this role without another choice.
  const forgetMember = () => {
    setEmail("");
    setRole("member");
  };
  return (
    <section className="card" aria-label={MEMBERS.adding}>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          adding.mutate({ email, role }, { onSuccess: forgetMember });
        }}
      >
        <TextField type="email" value={email} onChange={setEmail} isRequired maxLength={254}>
          <Label>{MEMBERS.email}</Label>
          <Input />
          <FieldError />
        </TextField>
        <RoleChoice label={MEMBERS.newRole} roles={roles} value={role} onChange={setRole} />
        <Button type="submit" className="main" isPending={adding.isPending}>
          {MEMBERS.add}
        </Button>
      </Form>
      {adding.error !== null && <Failure error={adding.error} />}
      {adding.data !== undefined && (
        <>
          <p role="status">{MEMBERS.added(adding.data.email)}</p>
          <MailedOrNot mailed={adding.data.mailed} email={adding.data.email} />
        </>
      )}
    </section>
  );
}
