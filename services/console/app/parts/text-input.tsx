import type { InputHTMLAttributes } from "react";

interface TextOf extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> {
  label: string;
  is: string;
  onText: (text: string) => void;
}

/** A text that the page holds, with its label. */
export function TextInput({ label, is, onText, ...rest }: TextOf) {
  return (
    <label>
      {label}
      <input {...rest} value={is} onChange={({ target }) => onText(target.value)} />
    </label>
  );
}
