import { useState } from "react";
import { Button, FieldError, Form, Input, Label, TextField } from "react-aria-components";
import { Act } from "../parts/act.tsx";
import { Failure } from "../parts/failure.tsx";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { useSession } from "../session/session.ts";
import { hasPasskeys } from "../session/step-up.ts";
import { ACCOUNT } from "../words/account.ts";
import { TITLES } from "../words/places.ts";
import { passkeys, remove, rename, useAdding, type Passkey } from "./passkeys.ts";
import { PreferencesSection } from "./preferences-form.tsx";

const NAME_MAX = 120;

/** The signed-in member, with preferences and passkeys. */
export function Account() {
  const { member, team } = useSession();
  return (
    <Page title={TITLES.account}>
      <p>{ACCOUNT.says(member.email, member.role, team.slug)}</p>
      <p>
        <a href="/p/account">{ACCOUNT.sessions}</a>
      </p>
      <PreferencesSection />
      <h2>{ACCOUNT.passkeys}</h2>
      <p className="aside">{ACCOUNT.help}</p>
      {hasPasskeys() ? <Adding /> : <p>{ACCOUNT.unsupported}</p>}
      <Listing {...passkeys} none={<p>{ACCOUNT.none}</p>}>
        {(all) => (
          <ul className="cards" aria-label={ACCOUNT.passkeys}>
            {all.map((passkey) => (
              <Shown key={passkey.id} passkey={passkey} />
            ))}
          </ul>
        )}
      </Listing>
    </Page>
  );
}

/** Form of a new passkey; the browser asks for the rest. */
function Adding() {
  const [name, setName] = useState("");
  const adding = useAdding();
  return (
    <section className="card" aria-label={ACCOUNT.adds}>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!adding.isPending) adding.mutate(name.trim(), { onSuccess: () => setName("") });
        }}
      >
        <NameField is={name} onName={setName} />
        <Button type="submit" className={adding.isPending ? "main pending" : "main"}>
          {ACCOUNT.adds}
        </Button>
      </Form>
      {adding.error !== null && <Failure error={adding.error} noAnswer={ACCOUNT.notMade} />}
      {adding.isSuccess && <p role="status">{ACCOUNT.added(adding.data.name)}</p>}
    </section>
  );
}

function NameField({ is, onName }: { is: string; onName: (name: string) => void }) {
  return (
    <TextField value={is} onChange={onName} isRequired maxLength={NAME_MAX}>
      <Label>{ACCOUNT.name}</Label>
      <Input />
      <FieldError />
    </TextField>
  );
}

function Shown({ passkey }: { passkey: Passkey }) {
  const { name, host, created_at: made, last_used_at: used } = passkey;
  const [next, setNext] = useState(name);
  const touches = [passkeys.queryKey];
  return (
    <li className="card">
      <h3>{name}</h3>
      <p className="aside">
        {host}; {ACCOUNT.made} <Moment at={made} />;{" "}
        {used === null ? (
          ACCOUNT.neverUsed
        ) : (
          <>
            {ACCOUNT.used} <Moment at={used} />
          </>
        )}
      </p>
      <Act
        words={ACCOUNT.rename(name)}
        touches={touches}
        answers={next}
        send={(header, to: string) => rename(passkey, to.trim(), header)}
      >
        <NameField is={next} onName={setNext} />
      </Act>
      <Act
        words={ACCOUNT.remove(name)}
        isDangerous
        touches={touches}
        send={(header) => remove(passkey, header)}
      />
    </li>
  );
}
