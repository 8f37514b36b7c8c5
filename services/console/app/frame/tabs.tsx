import { Link, useLocation } from "wouter";
import { PATHS } from "../paths.ts";
import { currentEntry, currentOf, menuFor, SECTIONS } from "../places.tsx";
import { useModules } from "../session/modules.ts";
import { useSession } from "../session/session.ts";
import { SHELL, TITLES } from "../words/places.ts";

/** Links to the pages of an entry above each of them, and above the pages of their things. */
export function Tabs() {
  const menu = menuFor(useSession(), useModules());
  const [here] = useLocation();
  const entry = SECTIONS.flatMap((section) => menu[section]).find(
    ({ places }) => places.length > 1 && currentEntry(places, here) !== undefined,
  );
  if (entry === undefined) return null;
  return (
    <nav className="tabs" aria-label={SHELL.tabs(entry.name)}>
      {entry.places.map((place) => (
        <Link key={place.page} to={PATHS[place.page]} aria-current={currentOf(place, here)}>
          {TITLES[place.page]}
        </Link>
      ))}
    </nav>
  );
}
