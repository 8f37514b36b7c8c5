import { useEffect, useRef, type ReactNode } from "react";
import { SHELL } from "../words/places.ts";

/** A page with its title, which is also that of the window, and which who moves by keyboard comes to first. */
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
  useEffect(() => {
    document.title = SHELL.window(title);
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
