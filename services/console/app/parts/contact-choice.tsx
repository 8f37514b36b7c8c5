import { useState } from "react";
import { PARTS } from "../words/parts.ts";
import { findContact } from "./found.ts";
import { Pick, type Thing } from "./pick.tsx";

/** A field in which one of the team's contacts is chosen, which nobody chooses by leaving it alone. */
export function ContactChoice({ name }: { name: string }) {
  const [chosen, setChosen] = useState<readonly Thing[]>([]);
  return (
    <div className="choosing">
      <Pick
        label={PARTS.contact}
        queryKey={["contact"]}
        find={findContact}
        chosen={chosen}
        isMany={false}
        isRequired
        onChange={setChosen}
      />
      {chosen.map(({ id }) => (
        <input key={id} type="hidden" name={name} value={id} />
      ))}
    </div>
  );
}
