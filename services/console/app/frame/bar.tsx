import { CircleCheck, House, Menu as MenuIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { useWaitingCount } from "../approvals/pending.ts";
import { Bell } from "../notifications/bell.tsx";
import { PATHS } from "../paths.ts";
import { currentOf } from "../places.tsx";
import { SHELL, TITLES } from "../words/places.ts";
import { MenuEntry } from "./menu-entry.tsx";
import { SearchButton } from "./search.tsx";

interface BarOf {
  isOpen: boolean;
  create: ReactNode;
  onMenu: () => void;
  onSearch: () => void;
}

/** The main pages, search and menu at the bottom edge of a phone. */
export function Bar({ isOpen, create, onMenu, onSearch }: BarOf) {
  const [here] = useLocation();
  const waiting = useWaitingCount();
  return (
    <nav className="bar" aria-label={SHELL.bar}>
      <MenuEntry
        to={PATHS.home}
        name={TITLES.home}
        icon={House}
        current={currentOf({ page: "home" }, here)}
      />
      <MenuEntry
        to={PATHS.approvals}
        name={TITLES.approvals}
        icon={CircleCheck}
        current={currentOf({ page: "approvals" }, here)}
        waiting={waiting}
      />
      <SearchButton onSearch={onSearch} />
      {create}
      <Bell />
      <button type="button" aria-haspopup="dialog" aria-expanded={isOpen} onClick={onMenu}>
        <MenuIcon size={16} aria-hidden />
        <span className="label">{SHELL.menu}</span>
      </button>
    </nav>
  );
}
