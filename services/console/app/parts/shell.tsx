import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { WaitingBadge } from "../approvals/waiting-badge.tsx";
import { Bell } from "../notifications/bell.tsx";
import { PATHS } from "../paths.ts";
import { placesFor, type Group } from "../places.tsx";
import { useModules } from "../session/modules.ts";
import { useSession } from "../session/session.ts";
import { RoleNotice } from "../session/role-notice.tsx";
import { TeamMenu } from "../session/team-menu.tsx";
import { SignOut } from "../session/sign-out.tsx";
import { GROUPS, SHELL, TITLES } from "../words/places.ts";

/** Frame of every page. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <div className="shell">
      <a className="skip" href="#page">
        {SHELL.skip}
      </a>
      <Menu />
      <main id="page" tabIndex={-1}>
        <RoleNotice />
        {children}
      </main>
    </div>
  );
}

/**
 * Team, navigation and person beside the page. On a narrow screen a button opens them above the page; Escape and the
 * choice of a page close them.
 */
function Menu() {
  const session = useSession();
  const groups = placesFor(session, useModules());
  const [here] = useLocation();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => setOpen(false), [here]);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !isOpen) return;
    setOpen(false);
    button.current?.focus();
  };
  return (
    <nav aria-label={SHELL.navigation} onKeyDown={onKeyDown}>
      <div className="nav-head">
        <TeamMenu />
        <button
          ref={button}
          type="button"
          className="menu"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {SHELL.menu}
          <WaitingBadge />
        </button>
        <Bell />
      </div>
      <div id={id} className={isOpen ? "groups open" : "groups"}>
        {groups.map((group) => (
          <Places key={group.name} group={group} here={here} />
        ))}
      </div>
      <div className="who">
        <span>
          {session.member.email}, {session.member.role}
        </span>
        <SignOut />
      </div>
    </nav>
  );
}

function Places({ group: { name, places }, here }: { group: Group; here: string }) {
  return (
    <section aria-label={GROUPS[name]}>
      <span className="aside" aria-hidden="true">
        {GROUPS[name]}
      </span>
      {places.map(({ page, icon: Icon }) => {
        const to = PATHS[page];
        const isHere = here === to || (to !== PATHS.home && here.startsWith(`${to}/`));
        return (
          <Link key={page} to={to} aria-current={isHere ? "page" : undefined}>
            <Icon size={16} aria-hidden />
            {TITLES[page]}
            {page === "approvals" && <WaitingBadge />}
          </Link>
        );
      })}
    </section>
  );
}
