import type { LucideIcon } from "lucide-react";
import { Link } from "wouter";
import { SHELL } from "../words/places.ts";

interface MenuEntryOf {
  to: string;
  name: string;
  icon: LucideIcon;
  current: "page" | "true" | undefined;
  /** How many things wait there: "3", "100+"; an empty text shows nothing. */
  waiting?: string;
  onGo?: (() => void) | undefined;
}

/** A link of the menu or the bar: icon, name, and the count of what waits there. */
export function MenuEntry({ to, name, icon: Icon, current, waiting = "", onGo }: MenuEntryOf) {
  return (
    <Link
      to={to}
      title={name}
      aria-current={current}
      {...(waiting !== "" && { "aria-label": SHELL.waiting(name, waiting) })}
      {...(onGo !== undefined && { onClick: onGo })}
    >
      <Icon size={16} aria-hidden />
      <span className="label">{name}</span>
      {waiting !== "" && <span className="badge" data-count={waiting} aria-hidden="true" />}
    </Link>
  );
}
