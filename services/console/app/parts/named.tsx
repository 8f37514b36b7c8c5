interface NamedOf {
  label: string;
  things: readonly { id: string; name: string }[];
  /** Text about further things. */
  others?: string | undefined;
}

/** Names the things of a question; keys scroll a long list. */
export function Named({ label, things, others }: NamedOf) {
  return (
    <ul className="named" aria-label={label} tabIndex={0}>
      {things.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
      {others !== undefined && <li>{others}</li>}
    </ul>
  );
}
