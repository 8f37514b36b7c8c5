import { isQueued } from "@jst/client";
import { useState, type ReactNode } from "react";
import { PARTS } from "../words/parts.ts";
import type { Field } from "./fields.ts";
import { Opening } from "./opening.tsx";
import { WriteForm } from "./write-form.tsx";
import { ifVersion, useWriting, type Write, type WriteKey } from "./writing.ts";

interface EditOf<B, T, R> extends Omit<Write<B, R>, "send"> {
  of: T;
  fields: readonly Field<B>[];
  /** The thing by the members that the fields write, where it is not so by itself. */
  was?: Partial<Record<keyof B, unknown>>;
  /** With the thing as it was when the form was opened. */
  send: (body: B, header: WriteKey & { "If-Match": string }, over: T) => Promise<R>;
  complete?: (written: B) => B | undefined;
  opens?: string;
  children?: ReactNode;
}

/** A button that opens a form of a thing. What somebody else has changed since it was opened is not written over. */
export function Edit<B extends object, T extends Versioned, R extends object>(props: EditOf<B, T, R>) {
  return (
    <Opening opens={props.opens ?? PARTS.edit}>
      {(close) => <Opened {...props} onDone={(result) => !isQueued(result) && close()} />}
    </Opening>
  );
}

interface Versioned {
  version: number;
}

function Opened<B extends object, T extends Versioned, R>({
  of,
  send,
  touches,
  turn,
  onDone,
  ...form
}: EditOf<B, T, R>) {
  const [opened] = useState(of);
  const writing = useWriting<B, R>({
    send: (body, key) => send(body, { ...key, ...ifVersion(opened.version) }, opened),
    touches,
    turn,
    ...(onDone === undefined ? {} : { onDone }),
  });
  // A thing has the members that its form writes, by the same names.
  const was = opened as Partial<Record<keyof B, unknown>>;
  return <WriteForm was={was} does={PARTS.save} writing={writing} {...form} />;
}
