import type { ReactNode } from "react";
import { Button } from "react-aria-components";
import { Ask, type Question } from "./ask.tsx";
import { Outcome } from "./outcome.tsx";
import { ifVersion, useWriting, type Write, type WriteKey } from "./writing.ts";

/** Words of an action that undo or restore takes back, or with the question before one that nothing takes back. */
export type ActWords = { opens: string } | QuestionWords;

/** Words of a question: its button, its title, the effect, and the button that does it. */
export type QuestionWords = Omit<Question, "isDangerous" | "onYes">;

/** Action under way. JSON leaves `send` out, so the words and the answers name the write. */
interface StartedAct<A, R> {
  words: ActWords;
  answers: A | undefined;
  send: (key: WriteKey) => Promise<R>;
}

interface ActOf<A, R> extends Pick<Write<undefined, R>, "touches"> {
  onRefused?: (error: Error) => void;
  /** Whether an act without a question may start, such as with fields that the browser takes. */
  mayStart?: () => boolean;
  words: ActWords;
  /** Whether nothing takes it back. */
  isDangerous?: boolean;
  /** Whether the question is asked at once, without a button. */
  isAtOnce?: boolean;
  /** The thing as it is shown, where the API does it to no other version. */
  of?: { version?: number };
  send: (header: WriteKey, answers: A) => Promise<R>;
  onDone?: (result: R) => void;
  /** Further fields. */
  children?: ReactNode;
  /** Answers that the fields write. */
  answers?: A;
}

/** Button of an action that writes, after a question where its words have one, and shows a refusal beside it. */
export function Act<R, A = undefined>(props: ActOf<A, R>) {
  const {
    words,
    isDangerous = false,
    isAtOnce = false,
    of,
    mayStart,
    send,
    children,
    answers,
    ...rest
  } = props;
  const acting = useWriting<StartedAct<A, R>, R>({ send: (started, key) => started.send(key), ...rest });
  const start = (given: A | undefined) =>
    acting.mutate({
      words,
      answers: given,
      // An action with fields gets their answers; for all others they are undefined, as its type says.
      send: (key) =>
        send({ ...key, ...(of?.version === undefined ? {} : ifVersion(of.version)) }, given as A),
    });
  return (
    <>
      {"title" in words ? (
        <Ask question={{ ...words, isDangerous, onYes: start }} answers={answers} isAtOnce={isAtOnce}>
          {children}
        </Ask>
      ) : (
        <Button
          className={acting.isPending ? "quiet pending" : "quiet"}
          onPress={() => {
            if (!acting.isPending && mayStart?.() !== false) start(answers);
          }}
        >
          {words.opens}
        </Button>
      )}
      <Outcome of={acting} />
    </>
  );
}
