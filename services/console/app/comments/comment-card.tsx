import { useState, type ReactNode } from "react";
import { Button } from "react-aria-components";
import { Rendered } from "../library/rendered.tsx";
import { Act } from "../parts/act.tsx";
import { ActorName } from "../parts/actor-name.tsx";
import { Moment } from "../parts/moment.tsx";
import { mayDo, useSession, type Session } from "../session/session.ts";
import { COMMENTS } from "../words/comments.ts";
import { CommentForm } from "./comment-form.tsx";
import { mentions as isMentioned } from "./mentions.ts";
import { actsOn, useAdding, useChanging, type CommentedThing, type ThingComment } from "./thing-comments.ts";

interface CommentCardOf {
  of: CommentedThing;
  comment: ThingComment;
  /** Replies. */
  children?: ReactNode;
}

/** One comment with what its reader may do with it. */
export function CommentCard({ of, comment, children }: CommentCardOf) {
  const [isEditing, setEditing] = useState(false);
  const [isReplying, setReplying] = useState(false);
  const { created_by: by, created_at: at, edited_at: edited, html } = comment;
  return (
    <li className="card">
      <p className="aside">
        <ActorName of={by} />, <Moment at={at} />
        {edited !== null && COMMENTS.edited}
      </p>
      {html === null && <p className="aside">{COMMENTS.deleted}</p>}
      {html !== null && !isEditing && <Said comment={comment} html={html} />}
      {isEditing && <Editing of={of} comment={comment} onClose={() => setEditing(false)} />}
      {html !== null && !isEditing && (
        <Acts
          of={of}
          comment={comment}
          onEdit={() => setEditing(true)}
          onReply={isReplying ? undefined : () => setReplying(true)}
        />
      )}
      {children}
      {isReplying && <Replying of={of} to={comment} onClose={() => setReplying(false)} />}
    </li>
  );
}

function Said({ comment, html }: { comment: ThingComment; html: string }) {
  const mentioned = comment.mentions ?? [];
  return (
    <>
      <Rendered html={html} isInCard />
      {mentioned.length > 0 && (
        <p className="aside">
          {mentioned
            .map(({ name, notified }) => (notified ? COMMENTS.at(name) : COMMENTS.unnotified(name)))
            .join(" ")}
        </p>
      )}
    </>
  );
}

interface EditingOf extends Pick<CommentCardOf, "of" | "comment"> {
  onClose: () => void;
}

function Editing({ of, comment, onClose }: EditingOf) {
  const changing = useChanging(of, comment, onClose);
  const [{ text, mentions }] = useState(comment);
  const written = text ?? "";
  const all = (mentions ?? []).map(({ member_id: id, name }) => ({ id, name, about: name }));
  const unnamed = all.filter(({ name }) => !isMentioned(written, name)).map(({ id }) => id);
  return (
    <CommentForm
      writing={changing}
      label={COMMENTS.editing}
      does={COMMENTS.send.edit}
      was={{ text: written, chosen: all }}
      unnamed={unnamed}
      onCancel={onClose}
    />
  );
}

interface ReplyingOf {
  of: CommentedThing;
  to: ThingComment;
  onClose: () => void;
}

function Replying({ of, to, onClose }: ReplyingOf) {
  const adding = useAdding(of, to.id, onClose);
  return (
    <CommentForm writing={adding} label={COMMENTS.reply} does={COMMENTS.send.reply} onCancel={onClose} />
  );
}

interface ActsOf extends Pick<CommentCardOf, "of" | "comment"> {
  onEdit: () => void;
  /** Undefined while a reply is written. */
  onReply: (() => void) | undefined;
}

function Acts({ of, comment, onEdit, onReply }: ActsOf) {
  const session = useSession();
  const { touches, resolve, remove } = actsOn(of, comment);
  const isResolved = comment.resolved_at !== null;
  const isOwn = isOf(session, comment);
  const mayWrite = mayDo(session, "comments", "write");
  const isFirst = comment.parent_id === null;
  const mayRemove = mayDo(session, "comments", "delete") && (isOwn || isLeader(session));
  return (
    <div className="actions">
      {mayWrite && isFirst && onReply !== undefined && (
        <Button className="quiet" onPress={onReply}>
          {COMMENTS.reply}
        </Button>
      )}
      {mayWrite && isFirst && (
        <Act
          words={{ opens: isResolved ? COMMENTS.reopen : COMMENTS.resolve }}
          touches={touches}
          send={resolve(!isResolved)}
        />
      )}
      {mayWrite && isOwn && (
        <Button className="quiet" onPress={onEdit}>
          {COMMENTS.edit}
        </Button>
      )}
      {mayRemove && <Act words={COMMENTS.remove} touches={touches} send={remove} />}
    </div>
  );
}

/** Whether the signed-in member wrote the comment, here or by a key. */
const isOf = ({ member }: Session, { created_by: by }: ThingComment): boolean => by.id === member.id;

const isLeader = ({ member }: Session): boolean => ["owner", "admin"].includes(member.role);
