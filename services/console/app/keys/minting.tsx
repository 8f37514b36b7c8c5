import { useState } from "react";
import { Button, FieldError, Form, Input, Label, TextField } from "react-aria-components";
import { Failure } from "../parts/failure.tsx";
import { ShownOnce } from "../parts/shown-once.tsx";
import { useMinting, type Reach } from "./tokens.ts";

const REACHES: readonly { value: Reach; text: string }[] = [
  { value: "read", text: "read everything" },
  { value: "full", text: "do everything" },
];

/** Makes a key, and shows its value this once. */
export function Minting() {
  const minting = useMinting();
  const [name, setName] = useState("");
  const [reach, setReach] = useState<Reach>("read");
  const made = minting.data;
  return (
    <section className="card" aria-label="A new key">
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          minting.mutate({ name, reach }, { onSuccess: () => setName("") });
        }}
      >
        <TextField value={name} onChange={setName} isRequired maxLength={120}>
          <Label>Name of the new key</Label>
          <Input />
          <FieldError />
        </TextField>
        <fieldset>
          <legend>It may</legend>
          {REACHES.map(({ value, text }) => (
            <label key={value}>
              <input
                type="radio"
                name="reach"
                value={value}
                checked={reach === value}
                onChange={() => setReach(value)}
              />
              {text}
            </label>
          ))}
        </fieldset>
        <Button type="submit" className="main" isPending={minting.isPending}>
          Make the key
        </Button>
      </Form>
      {minting.error !== null && <Failure error={minting.error} />}
      {made?.value !== undefined && <ShownOnce what={`key ${made.name}`} value={made.value} />}
    </section>
  );
}
