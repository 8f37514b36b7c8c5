import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import { Input, Label, SearchField } from "react-aria-components";
import { useSaid, type SayOptions } from "./said.ts";
import { useSettled } from "./settled.ts";

/** A field to find in a list, and the text that was asked for; a list by whole texts alone waits for Enter. */
export function useFinding(label: string, { isWhole = false } = {}): { q: string; find: ReactNode } {
  const { said, say } = useSaid();
  const q = said["q"] ?? "";
  const onFind: FindOf["onFind"] = (text, options) => say({ q: text }, options);
  return { q, find: <Find {...{ label, isWhole, onFind }} is={q} /> };
}

interface FindOf {
  label: string;
  /** Current search text. */
  is: string;
  /** Whether a part of a text finds nothing, so that only Enter searches. */
  isWhole?: boolean;
  /** Further texts of one search replace its address. */
  onFind: (text: string, options: SayOptions) => void;
}

/** Asks what to find, and searches while a person types; empty where everything is to be shown. */
export function Find({ label, is, isWhole = false, onFind }: FindOf) {
  const [text, setText] = useState(is);
  const { find, begin } = useSearches({ is, onFind, onRestored: setText });
  const settled = useSettled(text);
  const findSettled = useEffectEvent(() => {
    // A restored text has not settled yet.
    if (!isWhole && settled === text) find(text.trim());
  });
  useEffect(() => findSettled(), [settled]);
  return (
    <SearchField
      className="search"
      value={text}
      onChange={setText}
      onFocus={begin}
      onSubmit={(asked) => {
        find(asked.trim());
        begin();
      }}
      onClear={() => find("")}
    >
      <Label className="unseen">{label}</Label>
      <Search size={16} aria-hidden />
      <Input placeholder={label} />
    </SearchField>
  );
}

interface SearchesOf extends Pick<FindOf, "is" | "onFind"> {
  onRestored: (text: string) => void;
}

/** Searches for each text once: Back leads from a search to what was before it, not to its parts. */
function useSearches({ is, onFind, onRestored }: SearchesOf) {
  const asked = useRef(is);
  const isFurther = useRef(false);
  const begin = () => void (isFurther.current = false);
  const restore = useEffectEvent(() => {
    if (is === asked.current) return;
    asked.current = is;
    begin();
    onRestored(is);
  });
  useEffect(() => restore(), [is]);
  const find = (text: string): void => {
    if (text === asked.current) return;
    asked.current = text;
    onFind(text, { replace: isFurther.current });
    isFurther.current = true;
  };
  return { find, begin };
}
