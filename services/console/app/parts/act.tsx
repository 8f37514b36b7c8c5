import type { ReactNode } from "react";
import { Ask } from "./ask.tsx";
import { Outcome } from "./outcome.tsx";
import { useWriting, type Write, type WriteKey } from "./writing.ts";

/** What an act is called, and what follows of it. */
export interface ActWords {
  /** On the button that opens the question. */
  opens: string;
  title: string;
  /** On the button that does it. */
  does: string;
  /** What follows, in words. */
  says: string;
}

interface ActOf<R> extends Omit<Write<undefined, R>, "send"> {
  words: ActWords;
  isDangerous?: boolean;
  send: (key: WriteKey) => Promise<R>;
  /** What else is asked. */
  children?: ReactNode;
}

/** A button that asks in words, writes, and says beside it what has become of the write. */
export function Act<R>({ words, isDangerous = false, send, children, ...rest }: ActOf<R>) {
  const acting = useWriting<undefined, R>({ send: (_nothing, key) => send(key), ...rest });
  return (
    <>
      <Ask
        opens={words.opens}
        title={words.title}
        does={words.does}
        isDangerous={isDangerous}
        onYes={() => acting.mutate(undefined)}
      >
        <p>{words.says}</p>
        {children}
      </Ask>
      <Outcome of={acting} />
    </>
  );
}
