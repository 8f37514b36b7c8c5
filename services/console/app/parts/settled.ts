import { useEffect, useState } from "react";

const PAUSE_MS = 250;

/** What was written, once a pause came after it: not every key asks the API. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
