import { isQueued } from "@jst/client";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { pathOf, type PageName } from "../paths.ts";
import type { Field } from "./fields.ts";
import { Opening } from "./opening.tsx";
import { WriteForm } from "./write-form.tsx";
import { useWriting, type Write } from "./writing.ts";

interface NewOf<B, R> extends Omit<Write<B, R>, "onDone"> {
  words: { opens: string; does: string };
  fields: readonly Field<B>[];
  complete?: (written: B) => B | undefined;
  /** Page of a created object, and its id there. Without it, the form closes. */
  at?: { list: PageName; id: (made: Exclude<R, { queued: true }>) => string };
  children?: ReactNode;
}

/** A button that opens a form of a new thing, whose page is next unless its creation waits for approval. */
export function New<B extends object, R extends object>({ words, ...form }: NewOf<B, R>) {
  return (
    <Opening opens={words.opens}>{(close) => <Opened {...form} does={words.does} onClose={close} />}</Opening>
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
