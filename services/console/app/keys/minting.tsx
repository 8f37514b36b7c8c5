import { useState } from "react";
import { Button, FieldError, Form, Input, Label, TextField } from "react-aria-components";
import { Failure } from "../parts/failure.tsx";
import { ShownOnce } from "../parts/shown-once.tsx";
import { useMinting, type Reach } from "./tokens.ts";
import { KEYS } from "../words/developers.ts";

const REACHES = Object.keys(KEYS.reaches) as Reach[];

/** Makes a key, and shows its value this once. */
export function Minting() {
  const minting = useMinting();
  const [name, setName] = useState("");
  const [reach, setReach] = useState<Reach>("read");
  const made = minting.data;
  return (
    <section className="card" aria-label={KEYS.making}>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          minting.mutate({ name, reach }, { onSuccess: () => setName("") });
        }}
      >
        <TextField value={name} onChange={setName} isRequired maxLength={120}>
          <Label>{KEYS.name}</Label>
          <Input />
          <FieldError />
        </TextField>
        <fieldset>
          <legend>{KEYS.may}</legend>
          {REACHES.map((value) => (
            <label key={value}>
              <input
                type="radio"
                name="reach"
                value={value}
                checked={reach === value}
                onChange={() => setReach(value)}
              />
              {KEYS.reaches[value]}
            </label>
          ))}
        </fieldset>
        <Button type="submit" className="main" isPending={minting.isPending}>
          {KEYS.make}
        </Button>
      </Form>
      {minting.error !== null && <Failure error={minting.error} />}
      {made?.value !== undefined && <ShownOnce what={KEYS.key(made.name)} value={made.value} />}
    </section>
  );
}
