import { useState } from "react";
import { Button, Form, Label, Text, TextArea, TextField } from "react-aria-components";
import { Guarded } from "../parts/leaving.tsx";
import { Select } from "../parts/select.tsx";
import { MEMBERS, ROLES } from "../words/team.ts";
import { addressesIn, addresseeText, ADDRESSES_MAX } from "./addresses.ts";
import { AddingResults } from "./adding-results.tsx";
import { useAddingSeveral, type Role } from "./team-members.ts";

/** Adds members by e-mail addresses, all with one role; addresses that are refused stay in the field. */
export function Adding({ roles }: { roles: readonly Role[] }) {
  const { results, isPending, add } = useAddingSeveral();
  const [text, setText] = useState("");
  const given: Partial<typeof ROLES> = Object.fromEntries(roles.map((one) => [one, ROLES[one]]));
  const [role, setRole] = useState<Role>("member");
  const addresses = addressesIn(text);
  const isTooMany = addresses.length > ADDRESSES_MAX;
  const send = async () => {
    const refused = await add(addresses, role);
    setText(refused.map(addresseeText).join("\n"));
    // The next member is not of this role without another choice.
    if (refused.length === 0) setRole("member");
  };
  return (
    <section className="card" aria-label={MEMBERS.adding}>
      <Guarded saved={results}>
        <Form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isPending && !isTooMany && addresses.length > 0) void send();
          }}
        >
          <TextField value={text} onChange={setText} isRequired isReadOnly={isPending} isInvalid={isTooMany}>
            <Label>{MEMBERS.emails}</Label>
            <TextArea rows={2} inputMode="email" autoCapitalize="none" spellCheck="false" />
            <Text slot="description" className="aside">
              {MEMBERS.several(ADDRESSES_MAX)}
            </Text>
            {isTooMany && (
              <Text slot="errorMessage" className="fault">
                {MEMBERS.tooMany(addresses.length, ADDRESSES_MAX)}
              </Text>
            )}
          </TextField>
          <Select label={MEMBERS.newRole} of={given} is={role} onChange={setRole} />
          <Button type="submit" className="main" isPending={isPending} isDisabled={isTooMany}>
            {MEMBERS.add(addresses.length)}
          </Button>
        </Form>
      </Guarded>
      <AddingResults of={results} />
    </section>
  );
}
