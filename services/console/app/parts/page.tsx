import { useEffect, useRef, type ReactNode } from "react";
import { useWaitingCount } from "../approvals/pending.ts";
import { SHELL } from "../words/places.ts";

/** A page with its title, which is also that of the window, and which receives the focus when the page opens. */
export function Page({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const waiting = useWaitingCount();
  useEffect(() => {
    document.title = SHELL.window(title, waiting);
  }, [title, waiting]);
  useEffect(() => {
    // The first of these marks measures when the console was usable.
    performance.mark("console.usable");
    heading.current?.focus({ preventScroll: true });
    globalThis.scrollTo(0, 0);
  }, [title]);
  return (
    <>
      <header className="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}
