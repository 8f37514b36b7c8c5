import { useRef, useState, type RefObject } from "react";
import type { Schemas } from "../api.ts";
import { draftOf, fieldsOf, type FieldDraft } from "./drafts.ts";

type Form = Schemas["Form"];

/** The questions that a person is writing over a version of a form. */
interface Written {
  over: Form;
  drafts: readonly FieldDraft[];
}

/** The questions of a form as its page shows them, written or not. */
export interface Questions extends Written {
  isChanged: boolean;
  /** The fields in which they are written; what a browser can refuse is found there. */
  element: RefObject<HTMLFormElement | null>;
  change: (drafts: readonly FieldDraft[]) => void;
  /** Shows the questions of a form as they are stored. */
  begin: (form: Form) => void;
}

const isSame = (one: readonly FieldDraft[], other: readonly FieldDraft[]): boolean =>
  JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other));

const storedIn = (form: Form): Written => ({ over: form, drafts: form.fields.map(draftOf) });

/** Returns the questions of a form; those that nobody has changed follow its newest version. */
export function useQuestions(): (form: Form) => Questions {
  const [written, setWritten] = useState<Written>();
  const element = useRef<HTMLFormElement>(null);
  return (form) => {
    const isChanged = written !== undefined && !isSame(written.drafts, storedIn(written.over).drafts);
    const isNewest = written !== undefined && written.over.version >= form.version;
    const shown = written !== undefined && (isChanged || isNewest) ? written : storedIn(form);
    return {
      ...shown,
      isChanged,
      element,
      change: (drafts) => setWritten({ over: shown.over, drafts }),
      begin: (stored) => setWritten(storedIn(stored)),
    };
  };
}
