import { useState } from "react";
import { Button, FieldError, Form, Input, Label, TextField } from "react-aria-components";
import { Failure } from "../parts/failure.tsx";
import { ShownOnce } from "../parts/shown-once.tsx";
import { ReachChoice, ScopeChoice } from "./scope-choice.tsx";
import { scopesOf, useMinting, type ChosenDepths, type Reach } from "./tokens.ts";
import { KEYS } from "../words/developers.ts";

/** Makes a key, and shows its value this once. */
export function Minting() {
  const minting = useMinting();
  const [name, setName] = useState("");
  const [reach, setReach] = useState<Reach>("read");
  const [chosen, setChosen] = useState<ChosenDepths>({});
  const scopes = scopesOf(reach, chosen);
  const made = minting.data;
  return (
    <section className="card" aria-label={KEYS.making}>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (scopes !== undefined) minting.mutate({ name, scopes }, { onSuccess: () => setName("") });
        }}
      >
        <TextField value={name} onChange={setName} isRequired maxLength={120}>
          <Label>{KEYS.name}</Label>
          <Input />
          <FieldError />
        </TextField>
        <ReachChoice is={reach} onChoose={setReach} />
        {reach === "chosen" && <ScopeChoice of={chosen} onChoose={setChosen} />}
        {reach !== "read" && <p className="aside">{KEYS.isDirect}</p>}
        {scopes === undefined && <p className="aside">{KEYS.chooseOne}</p>}
        <Button
          type="submit"
          className="main"
          isPending={minting.isPending}
          isDisabled={scopes === undefined}
        >
          {KEYS.make}
        </Button>
      </Form>
      {minting.error !== null && <Failure error={minting.error} />}
      {made !== undefined && <ShownOnce what={KEYS.key(made.name)} value={made.value} />}
    </section>
  );
}
