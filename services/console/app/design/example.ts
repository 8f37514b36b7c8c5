import type { ReactNode } from "react";

/** The states of a part, by the words for each. */
export type States = Readonly<Record<string, ReactNode>>;

/** Parts by the names of their files, each with its states. */
export type Examples = Readonly<Record<string, () => States>>;
