import { keptBreaks } from "@jst/values";
import { useState, type ChangeEvent } from "react";
import { hasLines } from "./fields.ts";

interface TextOf {
  label: string;
  is: string;
  onText: (text: string) => void;
  name?: string;
  required?: boolean;
  maxLength?: number;
  placeholder?: string;
}

const LONG_ROWS = 3;

/** A text that the page holds, with its label. A text that had several lines is edited in several (values.forms). */
export function TextInput({ label, is, onText, ...rest }: TextOf) {
  const [isLong, setLong] = useState(false);
  // The field stays one of several lines while it is edited, so that it keeps focus.
  if (!isLong && hasLines(is)) setLong(true);
  const field = {
    ...rest,
    value: is,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onText(keptBreaks(is, target.value)),
  };
  return (
    <label>
      {label}
      {isLong ? <textarea {...field} rows={LONG_ROWS} aria-label={label} /> : <input {...field} />}
    </label>
  );
}
