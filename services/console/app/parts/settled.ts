import { useEffect, useState } from "react";

const PAUSE_MS = 250;

/** Returns the text once it has stayed the same for a pause, so that not every key or scroll calls the API. */
export function useSettled(text: string, pauseMs = PAUSE_MS): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return settled;
}
