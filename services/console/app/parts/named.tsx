import type { ReactNode } from "react";

interface NamedOf {
  label: string;
  /** Each with what more there is to say of it. */
  things: readonly { id: string; name: string; says?: ReactNode }[];
  /** Text about further things. */
  others?: string | undefined;
}

/** Names the things of a question; keys scroll a long list. */
export function Named({ label, things, others }: NamedOf) {
  return (
    <ul className="named" aria-label={label} tabIndex={0}>
      {things.map(({ id, name, says }) => (
        <li key={id}>
          {name}
          {says}
        </li>
      ))}
      {others !== undefined && <li>{others}</li>}
    </ul>
  );
}
