interface ChoicesOf<C extends string> {
  label: string;
  /** Button labels by choice. */
  of: Readonly<Record<C, string>>;
  is: C;
  onChoose: (choice: C) => void;
}

/** Which of some is shown. */
export function Choices<C extends string>({ label, of, is, onChoose }: ChoicesOf<C>) {
  return (
    <div className="choices" role="group" aria-label={label}>
      {(Object.keys(of) as C[]).map((one) => (
        <button key={one} type="button" aria-pressed={one === is} onClick={() => onChoose(one)}>
          {of[one]}
        </button>
      ))}
    </div>
  );
}
