import { useState } from "react";
import { Button } from "react-aria-components";
import type { Schemas } from "../api.ts";
import { AIRTABLE } from "../words/imports.ts";

type Base = Schemas["ImportAirtable"];

/** ID in the address of a base, or alone. */
const BASE_ID = /\bapp[A-Za-z0-9]{14}\b/u;

/** Asks for a base of Airtable and for a token that reads it. */
export function AirtableSource({ onBase }: { onBase: (base: Base) => void }) {
  const [address, setAddress] = useState("");
  const [token, setToken] = useState("");
  const [isRefused, setRefused] = useState(false);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        const [base_id] = BASE_ID.exec(address) ?? [];
        setRefused(base_id === undefined);
        if (base_id !== undefined && token.trim() !== "") onBase({ base_id, token: token.trim() });
      }}
    >
      <label>
        {AIRTABLE.base}
        <input required value={address} onChange={({ target }) => setAddress(target.value)} />
      </label>
      {isRefused && <p className="fault">{AIRTABLE.noBase}</p>}
      <label>
        {AIRTABLE.token}
        <input
          type="password"
          autoComplete="off"
          required
          value={token}
          onChange={({ target }) => setToken(target.value)}
        />
      </label>
      <p className="aside">{AIRTABLE.help}</p>
      <Button type="submit" className="main">
        {AIRTABLE.does}
      </Button>
    </form>
  );
}
