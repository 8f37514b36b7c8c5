import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type RefObject } from "react";
import { Autocomplete, Label, ListBox, ListBoxItem, Text, TextArea, TextField } from "react-aria-components";
import { everyMember } from "../data/names.ts";
import { membersWith } from "../data/references.ts";
import { Chosen, type Thing } from "../parts/pick.tsx";
import { COMMENTS } from "../words/comments.ts";
import { mentionAt, mentionedIn, mentions, withMention, withoutMention } from "./mentions.ts";

const LONGEST = 10_000;
const MENTIONS_MAX = 20;
const OFFERED_MAX = 8;

/** Text of a comment that is being written, and the members who were chosen for it. */
export interface DraftComment {
  text: string;
  chosen: readonly Thing[];
}

export const emptyComment: DraftComment = { text: "", chosen: [] };

/** Returns the members whom the comment mentions. */
export const mentionedBy = ({ text, chosen }: DraftComment): Thing[] => mentionedIn(text, chosen);

interface CommentFieldOf {
  draft: DraftComment;
  onChange: (draft: DraftComment) => void;
  label?: string;
  /** Whether the field takes the focus when it appears. */
  isFocused?: boolean;
}

/** Field of a comment: an @ in it offers members, and those that are chosen stand below it. */
export function CommentField({ draft, onChange, label = COMMENTS.text, isFocused = false }: CommentFieldOf) {
  const { text, chosen } = draft;
  const mentioned = mentionedBy(draft);
  const { area, offered, placeCaret, ...field } = useMentions(draft);
  const choose = (id: unknown) => {
    const member = offered.find((one) => one.id === id);
    // The caret may have moved since it was read.
    const begun = mentionAt(text, area.current?.selectionStart ?? text.length) ?? field.begun;
    if (member === undefined || begun === undefined) return;
    const next = withMention(text, begun, member.name);
    placeCaret(next.caret);
    onChange({ text: next.text, chosen: [...chosen.filter((one) => one.id !== member.id), member] });
  };
  return (
    <>
      <Autocomplete inputValue={text} onInputChange={(written) => onChange({ ...draft, text: written })}>
        <TextField
          isRequired
          autoFocus={isFocused}
          maxLength={LONGEST}
          spellCheck="true"
          autoCorrect="on"
          enterKeyHint="enter"
          onKeyDown={({ key }) => key === "Escape" && field.dismiss()}
          // The list blurs the field only virtually while it has the virtual focus.
          onBlur={({ isTrusted }) => isTrusted && field.leave()}
        >
          <Label>{label}</Label>
          <TextArea rows={3} ref={area} />
          <Text slot="description" className="aside">
            {mentioned.length < MENTIONS_MAX ? COMMENTS.notifies : COMMENTS.full(MENTIONS_MAX)}
          </Text>
        </TextField>
        {offered.length > 0 && <Offered members={offered} onChoose={choose} />}
      </Autocomplete>
      <Chosen
        label={COMMENTS.mentioned}
        chosen={mentioned}
        onChange={(left) => onChange(withOnly(draft, left))}
      />
    </>
  );
}

/** Members that the begun mention may mean. */
function Offered({ members, onChoose }: { members: readonly Thing[]; onChoose: (id: unknown) => void }) {
  return (
    <ListBox className="popover mentions" aria-label={COMMENTS.mention} items={members} onAction={onChoose}>
      {({ id, name, about }: Thing) => (
        <ListBoxItem id={id} textValue={name}>
          {name}
          {about !== name && <span className="aside">{about}</span>}
        </ListBoxItem>
      )}
    </ListBox>
  );
}

/** Returns the comment with mentions of these members alone: the names of the others stay as text. */
function withOnly({ text, chosen }: DraftComment, left: readonly Thing[]): DraftComment {
  const gone = mentionedIn(text, chosen).filter((one) => !left.includes(one));
  return {
    text: gone.reduce((rest, { name }) => withoutMention(rest, name), text),
    chosen: chosen.filter((one) => !gone.includes(one)),
  };
}

/** Follows the caret, and offers members for the mention that it is in. */
function useMentions({ text, chosen }: DraftComment) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useCaret(area);
  const [dismissed, setDismissed] = useState<number>();
  const { data: members = [] } = useQuery(everyMember);
  const found = caret === undefined ? undefined : mentionAt(text, caret);
  const isDone =
    found?.start === dismissed || chosen.some(({ name }) => mentions(`@${found?.query ?? ""}`, name));
  const begun = isDone ? undefined : found;
  const isFull = mentionedIn(text, chosen).length >= MENTIONS_MAX;
  const offered = begun === undefined || isFull ? [] : membersWith(members, begun.query);
  return {
    area,
    begun,
    offered: offered.slice(0, OFFERED_MAX),
    dismiss: () => setDismissed(found?.start),
    leave: () => setCaret(undefined),
    placeCaret: (to: number) => {
      setDismissed(undefined);
      // The text is written first.
      requestAnimationFrame(() => area.current?.setSelectionRange(to, to));
    },
  };
}

/** Returns the place of the caret in the field; undefined while something is selected or the field has no focus. */
function useCaret(area: RefObject<HTMLTextAreaElement | null>) {
  const [caret, setCaret] = useState<number>();
  useEffect(() => {
    const read = () => {
      if (area.current === null || document.activeElement !== area.current) return;
      const { selectionStart: start, selectionEnd: end } = area.current;
      setCaret(start === end ? start : undefined);
    };
    document.addEventListener("selectionchange", read);
    return () => document.removeEventListener("selectionchange", read);
  }, [area]);
  return [caret, setCaret] as const;
}
