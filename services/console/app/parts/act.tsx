import type { ReactNode } from "react";
import { Ask } from "./ask.tsx";
import { Outcome } from "./outcome.tsx";
import { ifVersion, useWriting, type Write, type WriteKey } from "./writing.ts";

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

/** What was said yes to. JSON leaves `send` out, so the words and the answers name the write. */
interface ConfirmedAct<A, R> {
  words: ActWords;
  answers: A | undefined;
  send: (key: WriteKey) => Promise<R>;
}

interface ActOf<A, R> extends Pick<Write<undefined, R>, "touches"> {
  onRefused?: (error: Error) => void;
  words: ActWords;
  isDangerous?: boolean;
  /** The thing as it is shown, where the API does it to no other version. */
  of?: { version?: number };
  send: (header: WriteKey, answers: A) => Promise<R>;
  onDone?: (result: R) => void;
  /** What else is asked. */
  children?: ReactNode;
  /** What is written there. */
  answers?: A;
}

/** A button that asks in words, writes, and says beside it what has become of the write. */
export function Act<R, A = undefined>(props: ActOf<A, R>) {
  const { words, isDangerous = false, of, send, children, answers, ...rest } = props;
  const acting = useWriting<ConfirmedAct<A, R>, R>({ send: (asked, key) => asked.send(key), ...rest });
  return (
    <>
      <Ask
        question={{
          ...words,
          isDangerous,
          onYes: (given: A | undefined) =>
            acting.mutate({
              words,
              answers: given,
              // What has answers is given them; of everything else they are undefined, as its type says.
              send: (key) =>
                send({ ...key, ...(of?.version === undefined ? {} : ifVersion(of.version)) }, given as A),
            }),
        }}
        answers={answers}
      >
        {children}
      </Ask>
      <Outcome of={acting} />
    </>
  );
}
