import { useState } from "react";
import { Button, FieldError, Form, Input, Label, TextField } from "react-aria-components";
import { Failure } from "../parts/failure.tsx";
import { Guarded } from "../parts/leaving.tsx";
import { CreatedKey } from "./created-key.tsx";
import { ReachChoice, ScopeChoice } from "./scope-choice.tsx";
import { scopesOf, useMinting, type ChosenDepths, type Reach, type Writes } from "./tokens.ts";
import { WritesChoice } from "./writes-choice.tsx";
import { KEYS } from "../words/developers.ts";

/** Makes a key, and shows its values this once. */
export function Minting() {
  const minting = useMinting();
  const [name, setName] = useState("");
  const [reach, setReach] = useState<Reach>("read");
  const [writes, setWrites] = useState<Writes>("at_once");
  const [chosen, setChosen] = useState<ChosenDepths>({});
  const mayWrite = reach !== "read";
  const scopes = scopesOf(reach, chosen, writes);
  return (
    <section className="card" aria-label={KEYS.making}>
      <Guarded saved={minting.data}>
        <Form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            if (scopes === undefined) return;
            const key = { name, scopes, writes: mayWrite ? writes : "at_once" };
            minting.mutate(key, { onSuccess: () => setName("") });
          }}
        >
          <TextField value={name} onChange={setName} isRequired maxLength={120}>
            <Label>{KEYS.name}</Label>
            <Input />
            <FieldError />
          </TextField>
          <ReachChoice is={reach} onChoose={setReach} />
          {reach === "chosen" && <ScopeChoice of={chosen} onChoose={setChosen} />}
          <WritesChoice is={writes} reach={reach} onChoose={setWrites} />
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
      </Guarded>
      {minting.error !== null && <Failure error={minting.error} />}
      {minting.data !== undefined && <CreatedKey of={minting.data} />}
    </section>
  );
}
