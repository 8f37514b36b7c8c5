import type { ReactNode } from "react";
import type { Tint } from "./tints.ts";

/** A state or a choice on a tinted ground; its word says all that the tint says. */
export function Pill({ tint, children }: { tint: Tint; children: ReactNode }) {
  return (
    <span className="pill" data-tint={tint}>
      {children}
    </span>
  );
}
