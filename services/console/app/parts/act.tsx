import type { ReactNode } from "react";
import { Ask } from "./ask.tsx";
import { Outcome } from "./outcome.tsx";
import { ifVersion, useWriting, type Write, type WriteKey } from "./writing.ts";

/** Words of an action: its name and its effect. */
export interface ActWords {
  /** On the button that opens the question. */
  opens: string;
  title: string;
  /** On the button that does it. */
  does: string;
  /** The effect, in words. */
  says: string;
}

/** Confirmed action. JSON leaves `send` out, so the words and the answers name the write. */
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
  /** Further fields. */
  children?: ReactNode;
  /** Answers that the fields write. */
  answers?: A;
}

/** Button that asks for confirmation, writes, and shows the outcome beside it. */
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
              // An action with fields gets their answers; for all others they are undefined, as its type says.
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
