import type { ReactNode } from "react";
import type { RuleFault } from "./faults.ts";

interface FaultsAtOf {
  place: string;
  faults: readonly RuleFault[];
  children: ReactNode;
}

/** A field with what the API refused of it. */
export function FaultsAt({ place, faults, children }: FaultsAtOf) {
  const own = faults.filter((fault) => fault.place === place);
  return (
    <div className="choosing" {...(own.length > 0 && { "data-fault": place })}>
      {children}
      {own.map(({ field, message }) => (
        <p key={field} className="react-aria-FieldError" role="alert">
          {message}
        </p>
      ))}
    </div>
  );
}

/** Puts the cursor into the first field of the form with a fault, which brings it into view. */
export function focusFault(): void {
  document.querySelector<HTMLElement>(".form [data-fault] :is(input, select)")?.focus();
}
