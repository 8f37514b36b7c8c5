import { useEffect, useSyncExternalStore, type ReactNode } from "react";
import { Button, Dialog, Heading } from "react-aria-components";
import type { AroundNavHandler } from "wouter";
import { PARTS } from "../words/parts.ts";
import {
  discard,
  keepEditing,
  leave,
  leavingOf,
  mayLeave,
  onLeaving,
  useGuardedForm,
} from "./changed-forms.ts";
import { OverPage } from "./over-page.tsx";

interface GuardedOf {
  /** Answer to the last write: the form is unchanged with each new one. */
  saved?: unknown;
  children: ReactNode;
}

/** A form of a page, which asks before a person leaves it with changes (console.leaving). */
export function Guarded({ saved, children }: GuardedOf) {
  const form = useGuardedForm(saved);
  return (
    <div ref={form.watch} className="guarded">
      {children}
    </div>
  );
}

/** Navigates to another page, and asks first where a form of this one has changed. */
export const askingNavigation: AroundNavHandler = (navigate, to, options) => {
  if (isHere(to)) navigate(to, options);
  else leave(() => navigate(to, options));
};

const isHere = (address: string): boolean =>
  new URL(address, globalThis.location.href).pathname === globalThis.location.pathname;

/** Question before a link, Back or the end of the window loses the changes of a form (console.leaving). */
export function Leaving() {
  const isAsked = useSyncExternalStore(onLeaving, leavingOf) !== undefined;
  useEffect(askOfBrowser, []);
  return (
    <OverPage isOpen={isAsked} onOpenChange={keepEditing}>
      <Dialog role="alertdialog" className="dialog">
        <Heading slot="title">{PARTS.leaving}</Heading>
        <p>{PARTS.leavingSays}</p>
        <div className="actions">
          <Button className="danger" onPress={discard}>
            {PARTS.discard}
          </Button>
          <Button className="main" autoFocus onPress={keepEditing}>
            {PARTS.keepEditing}
          </Button>
        </div>
      </Dialog>
    </OverPage>
  );
}

/** Asks when the browser leaves the page by itself, until the returned function is called. */
function askOfBrowser(): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const onUnload = (event: BeforeUnloadEvent) => {
    if (!mayLeave()) event.preventDefault();
  };
  const onNavigate = (event: NavigateEvent) => {
    const { key, url, sameDocument } = event.destination;
    const isBack = event.navigationType === "traverse" && sameDocument && !isHere(url);
    if (!isBack || !event.cancelable || mayLeave()) return;
    event.preventDefault();
    leave(() => void globalThis.navigation.traverseTo(key));
  };
  globalThis.addEventListener("beforeunload", onUnload, { signal });
  if ("navigation" in globalThis) globalThis.navigation.addEventListener("navigate", onNavigate, { signal });
  return () => listening.abort();
}
