import { useState } from "react";
import { Button, Form } from "react-aria-components";
import { ActorName } from "../parts/actor-name.tsx";
import { useActors } from "../parts/actors.ts";
import { useAskBeforeClose, useUnsavedGuard } from "../parts/changed-forms.ts";
import { Failure } from "../parts/failure.tsx";
import { Moment } from "../parts/moment.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { useSession } from "../session/session.ts";
import { shownName } from "../words/actors.ts";
import { COMMENTS } from "../words/comments.ts";
import { CommentField, emptyComment, mentionedBy } from "../comments/comment-field.tsx";
import { useCommenting, useEveryComment, type Changeset, type Comment } from "./changesets.ts";

/** Comments on a change, the newest ones first read, and the form that adds one. */
export function Comments({ changeset }: { changeset: Changeset }) {
  const { id, comments = [], comment_count: count = 0 } = changeset;
  const [isWhole, setWhole] = useState(false);
  const { data: every, error } = useEveryComment(id, isWhole);
  const shown = every ?? comments;
  return (
    <section aria-label={COMMENTS.title}>
      <h2>{COMMENTS.title}</h2>
      {error !== null && <Failure error={error} />}
      {shown.length < count && (
        <Button className={isWhole ? "pending" : ""} onPress={() => setWhole(true)}>
          {COMMENTS.all(count)}
        </Button>
      )}
      {count === 0 && <p className="aside">{COMMENTS.none}</p>}
      <ul className="cards" aria-live="polite" aria-label={COMMENTS.title}>
        {shown.map((comment) => (
          <Shown key={comment.id} comment={comment} />
        ))}
      </ul>
      <Adding id={id} />
    </section>
  );
}

function Shown({ comment }: { comment: Comment }) {
  const { text, mentions, created_at: at, created_by: by } = comment;
  const mentioned = useActors(mentions);
  return (
    <li className="card">
      <p className="aside">
        <ActorName of={by} />, <Moment at={at} />
      </p>
      <p className="text">{text}</p>
      {mentioned.length > 0 && (
        <p className="aside">{mentioned.map((who) => COMMENTS.at(shownName(who))).join(" ")}</p>
      )}
    </li>
  );
}

/** The form of a comment; a viewer reads alone. */
function Adding({ id }: { id: string }) {
  const { role } = useSession().member;
  const [draft, setDraft] = useState(emptyComment);
  const adding = useCommenting(id, () => setDraft(emptyComment));
  const isWritten = draft.text.trim() !== "";
  useUnsavedGuard(isWritten);
  useAskBeforeClose(isWritten);
  if (role === "viewer") return null;
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (adding.isPending) return;
        adding.mutate({ text: draft.text, mentions: mentionedBy(draft).map((one) => one.id) });
      }}
    >
      <CommentField draft={draft} onChange={setDraft} />
      <Outcome of={{ error: adding.error, data: undefined }} />
      <Button type="submit" className={adding.isPending ? "pending" : ""}>
        {COMMENTS.add}
      </Button>
    </Form>
  );
}
