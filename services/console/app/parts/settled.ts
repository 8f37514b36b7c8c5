import { useEffect, useState } from "react";

const PAUSE_MS = 250;

/** Returns the text once typing pauses, so that not every key calls the API. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
