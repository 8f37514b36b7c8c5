import { useState, type ReactNode } from "react";
import { Input, Label, SearchField } from "react-aria-components";
import { PARTS } from "../words/parts.ts";

/** A field to find in a list, and the text that was asked for; the API finds by two characters or more. */
export function useFinding(label: string): { q: string; find: ReactNode } {
  const [q, setQ] = useState("");
  return { q, find: <Find label={label} onFind={setQ} /> };
}

/** Asks what to find; empty where everything is to be shown. */
export function Find({ label, onFind }: { label: string; onFind: (text: string) => void }) {
  return (
    <SearchField
      className="search"
      onSubmit={(text) => onFind(text.trim().length < 2 ? "" : text.trim())}
      onClear={() => onFind("")}
    >
      <Label>{label}</Label>
      <Input placeholder={PARTS.finding} />
    </SearchField>
  );
}
