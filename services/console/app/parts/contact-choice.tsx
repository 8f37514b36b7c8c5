import { answered } from "@jst/client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api.ts";
import { PARTS } from "../words/parts.ts";
import { Failure } from "./failure.tsx";

const SHOWN = 50;
const SHORTEST = 2;

/** A field in which one of the team's contacts is chosen: who is found by what is written is offered. */
export function ContactChoice({ name }: { name: string }) {
  const [text, setText] = useState("");
  const q = text.trim().length < SHORTEST ? "" : text.trim();
  const { data, error } = useQuery({
    queryKey: ["contacts", "choice", q],
    queryFn: () => {
      const query = { limit: SHOWN, ...(q === "" ? {} : { q }) };
      return answered(api.GET("/api/v1/contacts", { params: { query } }));
    },
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <label>
        {PARTS.chooseContact}
        <input type="search" value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      {error !== null && <Failure error={error} />}
      <label>
        {PARTS.contact}
        <select name={name} required>
          {data?.contacts.map(({ id, display_name: shown, email }) => (
            <option key={id} value={id}>
              {[shown, email].filter((one) => one !== null).join(", ") || PARTS.withoutName}
            </option>
          ))}
        </select>
      </label>
      {data?.contacts.length === 0 && <p role="status">{PARTS.noContact}</p>}
    </>
  );
}
