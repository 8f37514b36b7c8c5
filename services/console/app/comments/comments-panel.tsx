import { useState } from "react";
import { Failure } from "../parts/failure.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { COMMENTS } from "../words/comments.ts";
import { CommentCard } from "./comment-card.tsx";
import { CommentForm } from "./comment-form.tsx";
import {
  threadsOf,
  useAdding,
  useThingComments,
  type CommentedThing,
  type Thread,
} from "./thing-comments.ts";

/** Comments on a thing by threads: the open ones, the resolved ones in a fold, and the form of a new one. */
export function CommentsPanel({ of }: { of: CommentedThing }) {
  const { data, error } = useThingComments(of);
  const threads = threadsOf(data ?? []);
  const open = threads.filter(({ first }) => first.resolved_at === null);
  const resolved = threads.filter(({ first }) => first.resolved_at !== null);
  return (
    <section aria-label={COMMENTS.title} className="comments">
      <h2>{COMMENTS.title}</h2>
      {error !== null && <Failure error={error} />}
      {data === undefined && error === null && <Waiting />}
      {data?.length === 0 && <p className="aside">{COMMENTS.noneOfThing}</p>}
      {open.length > 0 && <Threads of={of} threads={open} label={COMMENTS.title} />}
      {resolved.length > 0 && (
        <details className="details">
          <summary>{COMMENTS.resolved(resolved.length)}</summary>
          <Threads of={of} threads={resolved} label={COMMENTS.resolved(resolved.length)} />
        </details>
      )}
      <NewComment of={of} />
    </section>
  );
}

interface ThreadsOf {
  of: CommentedThing;
  threads: readonly Thread[];
  label: string;
}

function Threads({ of, threads, label }: ThreadsOf) {
  return (
    <ul className="cards" aria-live="polite" aria-label={label}>
      {threads.map(({ first, replies }) => (
        <CommentCard key={first.id} of={of} comment={first}>
          {replies.length > 0 && (
            <ul className="cards" aria-label={COMMENTS.replies}>
              {replies.map((reply) => (
                <CommentCard key={reply.id} of={of} comment={reply} />
              ))}
            </ul>
          )}
        </CommentCard>
      ))}
    </ul>
  );
}

/** The form of a new comment; who may not write only reads. */
function NewComment({ of }: { of: CommentedThing }) {
  const [turn, setTurn] = useState(0);
  const adding = useAdding(of, null, () => setTurn(turn + 1));
  if (!mayDo(useSession(), "comments", "write")) return null;
  return <CommentForm key={turn} writing={adding} label={COMMENTS.text} does={COMMENTS.send.new} />;
}
