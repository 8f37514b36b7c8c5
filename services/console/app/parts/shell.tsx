import { useEffect, useRef, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { placesFor, type Place } from "../places.ts";
import { useModules } from "../session/modules.ts";
import { useSession } from "../session/session.ts";
import { SignOut } from "../session/sign-out.tsx";

/** What stands around every page: where one is, and as whom. */
export function Shell({ children }: { children: ReactNode }) {
  const session = useSession();
  return (
    <div className="shell">
      <a className="skip" href="#page">
        Skip to the page
      </a>
      <header className="bar">
        <strong>{session.team.slug}</strong>
        <div className="who">
          <span>
            {session.member.email}, {session.member.role}
          </span>
          <SignOut />
        </div>
      </header>
      <Menu />
      <main id="page" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

/** The navigation: beside the page where there is room, above it and closed where there is none. */
function Menu() {
  const groups = placesFor(useSession(), useModules());
  const [here] = useLocation();
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // On a narrow screen the page that was chosen is what is to be seen.
    if (menu.current !== null) menu.current.open = globalThis.matchMedia("(min-width: 60rem)").matches;
  }, [here]);
  return (
    <nav aria-label="Console">
      <details ref={menu}>
        <summary>Menu</summary>
        {groups.map(({ name, places }) => (
          <section key={name} aria-label={name}>
            <span className="aside" aria-hidden="true">
              {name}
            </span>
            {places.map((place) => (
              <To key={place.to} place={place} here={here} />
            ))}
          </section>
        ))}
      </details>
    </nav>
  );
}

function To({ place: { to, name }, here }: { place: Place; here: string }) {
  const isHere = to === "/" ? here === "/" : here === to || here.startsWith(`${to}/`);
  return (
    <Link to={to} aria-current={isHere ? "page" : undefined}>
      {name}
    </Link>
  );
}
