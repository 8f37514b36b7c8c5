import type { ReactNode } from "react";
import { useGuardedForm } from "./changed-forms.ts";

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
