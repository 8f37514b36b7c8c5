import { PanelLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Bell } from "../notifications/bell.tsx";
import { TeamMenu } from "../session/team-menu.tsx";
import { SHELL } from "../words/places.ts";
import { Menu } from "./menu.tsx";
import { Person } from "./person.tsx";
import { SearchButton } from "./search.tsx";
import type { TableName } from "./used-tables.ts";

interface SideOf {
  isFolded: boolean;
  tables: readonly TableName[];
  create: ReactNode;
  onToggle: () => void;
  onSearch: () => void;
}

/** The menu beside the page; folded, it shows icons alone. */
export function Side({ isFolded, tables, create, onToggle, onSearch }: SideOf) {
  return (
    <nav className={isFolded ? "side folded" : "side"} aria-label={SHELL.navigation}>
      <div className="side-head">
        <TeamMenu />
        {create}
        <Bell />
        <button
          type="button"
          className="icon"
          aria-label={SHELL.menu}
          title={SHELL.folds}
          aria-expanded={!isFolded}
          aria-keyshortcuts="["
          onClick={onToggle}
        >
          <PanelLeft size={16} aria-hidden />
        </button>
      </div>
      <div className="side-scroll">
        <SearchButton onSearch={onSearch} />
        <Menu tables={tables} />
      </div>
      <Person />
    </nav>
  );
}
