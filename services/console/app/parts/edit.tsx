import { useState, type ReactNode } from "react";
import { PARTS } from "../words/parts.ts";
import type { Field } from "./fields.ts";
import { Opening } from "./opening.tsx";
import { WriteForm } from "./write-form.tsx";
import { ifVersion, useWriting, type Write, type WriteKey } from "./writing.ts";

interface EditFormOf<B, T, R> extends Pick<Write<B, R>, "touches" | "turn"> {
  of: T;
  fields: readonly Field<B>[];
  /** The thing by the members that the fields write, where it is not so by itself. */
  was?: Partial<Record<keyof B, unknown>>;
  /** With the thing as it was when the form was opened. */
  send: (body: B, header: WriteKey & { "If-Match": string }, over: T) => Promise<R>;
  complete?: (written: B) => B | undefined;
  /** Names of faults that the page shows beside its own fields. */
  beside?: readonly string[];
  children?: ReactNode;
  /** Closes the form. */
  onClose: () => void;
}

interface EditOf<B, T, R> extends Omit<EditFormOf<B, T, R>, "onClose"> {
  opens?: string;
}

/** A button that opens a form of a thing. */
export function Edit<B extends object, T extends Versioned, R extends object>(props: EditOf<B, T, R>) {
  const { opens = PARTS.edit, ...form } = props;
  return <Opening opens={opens}>{(close) => <EditForm {...form} onClose={close} />}</Opening>;
}

interface Versioned {
  version: number;
}

/**
 * A form over the version of a thing at which it was opened. It closes once the page shows what it has stored, so that
 * the next one begins with that version. Writes in turn know the version of the one before, so theirs closes at once.
 */
export function EditForm<B extends object, T extends Versioned, R extends object>(
  props: EditFormOf<B, T, R>,
) {
  const { of, send, touches, turn, onClose, ...form } = props;
  const [opened] = useState(of);
  const writing = useWriting<B, R>({
    send: (body, key) => send(body, { ...key, ...ifVersion(opened.version) }, opened),
    touches,
    turn,
    ...(turn === undefined ? { onShown: onClose } : { onDone: onClose }),
  });
  // A thing has the members that its form writes, by the same names.
  const was = opened as Partial<Record<keyof B, unknown>>;
  return <WriteForm was={was} does={PARTS.save} writing={writing} {...form} />;
}
