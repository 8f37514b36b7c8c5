import { ChevronDown, ChevronUp, Table2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { useWaitingCount } from "../approvals/pending.ts";
import { PATHS, pathOf } from "../paths.ts";
import { currentEntry, menuFor, SECTIONS, type Entry } from "../places.tsx";
import { useModules } from "../session/modules.ts";
import { useSession } from "../session/session.ts";
import { SHELL } from "../words/places.ts";
import { MenuEntry } from "./menu-entry.tsx";
import { isOpened, useTables, type TableName } from "./used-tables.ts";

interface MenuOf {
  tables: readonly TableName[];
  /** Called when a link is chosen. */
  onGo?: () => void;
}

/** The entries of the menu in their parts; the last used tables, or all, stand before "All tables". */
export function Menu({ tables, onGo }: MenuOf) {
  const menu = menuFor(useSession(), useModules());
  const [here] = useLocation();
  const waiting = useWaitingCount();
  const all = useTables();
  const [isWhole, setWhole] = useState(false);
  const more = all.length - tables.length;
  return (
    <div className="entries">
      {SECTIONS.filter((section) => menu[section].length > 0).map((section) => (
        <ul key={section} aria-label={SHELL.sections[section]}>
          {section === "tables" &&
            (isWhole ? all : tables).map((table) => (
              <li key={table.id} className="table">
                <MenuEntry
                  to={pathOf("tables", table.name)}
                  name={table.display_name}
                  icon={Table2}
                  current={isOpened(table, here) ? "page" : undefined}
                  onGo={onGo}
                />
              </li>
            ))}
          {section === "tables" && more > 0 && (
            <li className="table">
              <button
                type="button"
                className="more-tables"
                aria-expanded={isWhole}
                onClick={() => setWhole(!isWhole)}
              >
                {isWhole ? <ChevronUp size={16} aria-hidden /> : <ChevronDown size={16} aria-hidden />}
                <span className="label">{isWhole ? SHELL.fewerTables : SHELL.moreTables(more)}</span>
              </button>
            </li>
          )}
          {menu[section].map((entry) => (
            <li key={entry.name}>
              <EntryLink entry={entry} here={here} waiting={waiting} onGo={onGo} />
            </li>
          ))}
        </ul>
      ))}
    </div>
  );
}

interface EntryLinkOf {
  entry: Entry;
  here: string;
  waiting: string;
  onGo: (() => void) | undefined;
}

function EntryLink({ entry: { name, icon, places }, here, waiting, onGo }: EntryLinkOf) {
  const page = places[0]?.page ?? "home";
  return (
    <MenuEntry
      to={PATHS[page]}
      name={name}
      icon={icon}
      current={page === "tables" && here !== PATHS.tables ? undefined : currentEntry(places, here)}
      waiting={page === "approvals" ? waiting : ""}
      onGo={onGo}
    />
  );
}
