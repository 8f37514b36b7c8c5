import { useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import { Bar } from "../frame/bar.tsx";
import { CreateMenu } from "../frame/create-menu.tsx";
import { Keyboard } from "../frame/keyboard.tsx";
import { Search } from "../frame/search.tsx";
import { Sheet } from "../frame/sheet.tsx";
import { Side } from "../frame/side.tsx";
import { Tabs } from "../frame/tabs.tsx";
import { NARROW, PHONE, useFolded, useMedia } from "../frame/use-frame.ts";
import { GOES, useShortcuts, useSingleKeys } from "../frame/use-shortcuts.ts";
import { useUsedTables } from "../frame/used-tables.ts";
import { PATHS } from "../paths.ts";
import { RoleNotice } from "../session/role-notice.tsx";
import { SHELL } from "../words/places.ts";

/** Frame of every page: the menu beside it, or a bar below it on a phone (console.frame, console.phone). */
export function Shell({ children }: { children: ReactNode }) {
  const [isPhone, isNarrow] = [useMedia(PHONE), useMedia(NARROW)];
  const [isFolded, toggle] = useFolded();
  const [isOpen, setOpen] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const tables = useUsedTables();
  const openMenu = isNarrow ? () => setOpen(true) : toggle;
  const search = () => setSearching(true);
  const [, navigate] = useLocation();
  const [isCreating, setCreating] = useState(false);
  const [isHelping, setHelping] = useState(false);
  const [areSingleOn, turnSingle] = useSingleKeys();
  const going = Object.entries(GOES).map(([key, page]) => [key, () => navigate(PATHS[page])] as const);
  const acts = { "[": openMenu, "ctrl+k": search, c: () => setCreating(true), "?": () => setHelping(true) };
  useShortcuts({ ...acts, ...Object.fromEntries(going) }, areSingleOn);
  const create = <CreateMenu isOpen={isCreating} onOpen={setCreating} />;
  return (
    <div className="shell">
      <a className="skip" href="#page">
        {SHELL.skip}
      </a>
      {!isPhone && (
        <Side isFolded={isNarrow || isFolded} {...{ tables, create }} onToggle={openMenu} onSearch={search} />
      )}
      <main id="page" tabIndex={-1}>
        <Tabs />
        <RoleNotice />
        {children}
      </main>
      {isPhone && <Bar isOpen={isOpen} create={create} onMenu={openMenu} onSearch={search} />}
      <Sheet isOpen={isNarrow && isOpen} tables={tables} onOpen={setOpen} />
      <Search isOpen={isSearching} onOpen={setSearching} />
      <Keyboard
        isOpen={isHelping}
        onClose={() => setHelping(false)}
        areSingleOn={areSingleOn}
        onSingle={turnSingle}
      />
    </div>
  );
}
