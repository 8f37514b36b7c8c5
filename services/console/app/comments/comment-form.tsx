import { useState } from "react";
import { Button, Form } from "react-aria-components";
import { useAskBeforeClose, useUnsavedGuard } from "../parts/changed-forms.ts";
import { Outcome } from "../parts/outcome.tsx";
import type { Writing } from "../parts/writing.ts";
import { COMMENTS } from "../words/comments.ts";
import { CommentField, emptyComment, mentionedBy, type DraftComment } from "./comment-field.tsx";
import type { WrittenComment } from "./thing-comments.ts";

interface CommentFormOf<R> {
  writing: Writing<WrittenComment, R>;
  label: string;
  /** On the button that writes. */
  does: string;
  /** Comment that is edited, as it was. */
  was?: DraftComment;
  /** Members whom it mentions, although its text names them by no @. */
  unnamed?: readonly string[];
  /** Closes the form; a form without it stays. */
  onCancel?: () => void;
}

const NOBODY: readonly string[] = [];

/** The form of a comment, a reply or an edit. It asks before a draft is lost. */
export function CommentForm<R>(props: CommentFormOf<R>) {
  const { writing, label, does, was = emptyComment, unnamed = NOBODY, onCancel } = props;
  const [draft, setDraft] = useState(was);
  const isWritten = draft.text !== was.text && draft.text.trim() !== "";
  useUnsavedGuard(isWritten);
  useAskBeforeClose(isWritten);
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (writing.isPending) return;
        const mentions = [...unnamed, ...mentionedBy(draft).map(({ id }) => id)];
        writing.mutate({ text: draft.text, mentions });
      }}
    >
      <CommentField draft={draft} onChange={setDraft} label={label} isFocused={onCancel !== undefined} />
      <Outcome of={{ error: writing.error, data: undefined }} />
      <div className="actions">
        <Button type="submit" className={writing.isPending ? "pending" : ""}>
          {does}
        </Button>
        {onCancel !== undefined && (
          <Button className="quiet" onPress={onCancel}>
            {COMMENTS.cancel}
          </Button>
        )}
      </div>
    </Form>
  );
}
