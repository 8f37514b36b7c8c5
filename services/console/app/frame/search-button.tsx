import { Search } from "lucide-react";
import { SEARCH } from "../words/search.ts";

/** Opens the search, from the menu or the bar. */
export function SearchButton({ onSearch }: { onSearch: () => void }) {
  return (
    <button
      type="button"
      className="search-button"
      title={SEARCH.hint}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K"
      onClick={onSearch}
    >
      <Search size={16} aria-hidden />
      <span className="label">{SEARCH.opens}</span>
    </button>
  );
}
