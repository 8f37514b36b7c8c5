import { isQueued } from "@jst/client";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { NEW, PATHS, pathOf, type PageName } from "../paths.ts";
import type { Field } from "./fields.ts";
import { Opening } from "./opening.tsx";
import { useSaid } from "./said.ts";
import { WriteForm } from "./write-form.tsx";
import { useWriting, type Write } from "./writing.ts";

interface NewOf<B, R> extends Omit<Write<B, R>, "onDone"> {
  words: { opens: string; does: string };
  fields: readonly Field<B>[];
  complete?: (written: B) => B | undefined;
  /** Names of faults that the page shows beside its own fields. */
  beside?: readonly string[];
  /** Page of a created object, and its id there. Without it, the form closes. */
  at?: { list: PageName; id: (made: Exclude<R, { queued: true }>) => string };
  children?: ReactNode;
}

/** A button or an address that opens a form of a new thing. Its page is next unless its creation waits for approval. */
export function New<B extends object, R extends object>({ words, ...form }: NewOf<B, R>) {
  const [here] = useLocation();
  const { said, say } = useSaid();
  const isWanted = form.at !== undefined && here === PATHS[form.at.list] && said[NEW] !== undefined;
  const onClose = () => {
    if (isWanted) say({ [NEW]: "" });
  };
  return (
    <Opening opens={words.opens} {...{ isWanted, onClose }}>
      {(close) => <Opened {...form} does={words.does} onClose={close} />}
    </Opening>
  );
}

interface OpenedOf<B, R> extends Omit<NewOf<B, R>, "words"> {
  does: string;
  onClose: () => void;
}

function Opened<B extends object, R extends object>({ send, touches, at, onClose, ...form }: OpenedOf<B, R>) {
  const [, go] = useLocation();
  const writing = useWriting<B, R>({
    send,
    touches,
    onDone: (made) => {
      onClose();
      if (at !== undefined && !isQueued(made))
        go(pathOf(at.list, at.id(made as Exclude<R, { queued: true }>)));
    },
  });
  return <WriteForm {...form} writing={writing} />;
}
