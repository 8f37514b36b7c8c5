import { Search } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { Input, Label, SearchField } from "react-aria-components";
import { useSaid } from "./said.ts";

/** A field to find in a list, and the text that was asked for. */
export function useFinding(label: string): { q: string; find: ReactNode } {
  const { said, say } = useSaid();
  const q = said["q"] ?? "";
  return { q, find: <Find label={label} is={q} onFind={(text) => say({ q: text })} /> };
}

interface FindOf {
  label: string;
  /** Current search text. */
  is: string;
  onFind: (text: string) => void;
}

/** Asks what to find; empty where everything is to be shown. */
export function Find({ label, is, onFind }: FindOf) {
  const [text, setText] = useState(is);
  // Going back restores the search text.
  useEffect(() => setText(is), [is]);
  return (
    <SearchField
      className="search"
      value={text}
      onChange={setText}
      onSubmit={(asked) => onFind(asked.trim())}
      onClear={() => onFind("")}
    >
      <Label className="unseen">{label}</Label>
      <Search size={16} aria-hidden />
      <Input placeholder={label} />
    </SearchField>
  );
}
