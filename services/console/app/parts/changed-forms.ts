import { useEffect, useState } from "react";

/** Part of a page whose changes are lost when it is left. */
interface Unsaved {
  /** Reports whether a person has changed a field, and not back. */
  isChanged: () => boolean;
  /** Takes the fields as they stand for unchanged: they are saved, or given up. */
  settle: () => void;
}

/** Form whose fields are watched. */
export interface GuardedForm extends Unsaved {
  /** Watches the fields in the element. */
  watch: (element: HTMLElement | null) => () => void;
}

/** Forms on the page. */
const forms = new Set<Unsaved>();

/** Way to go that waits for an answer. */
let leaving: (() => void) | undefined;
const listeners = new Set<() => void>();

export const leavingOf = () => leaving;

/** Calls the listener when a question begins or ends, until the returned function is called. */
export function onLeaving(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function ask(go: (() => void) | undefined): void {
  leaving = go;
  for (const notify of listeners) notify();
}

/** Reports whether no form on the page has changed. */
export const mayLeave = (): boolean => [...forms].every((form) => !form.isChanged());

/** Leaves the forms, all of the page by default; asks first where one of them has changed (console.leaving). */
export function leave(go: () => void, left: Iterable<Unsaved> = forms): void {
  const changed = [...left].filter((form) => form.isChanged());
  if (changed.length === 0) go();
  else
    ask(() => {
      for (const form of changed) form.settle();
      go();
    });
}

/** Answers the question: the form stays. */
export const keepEditing = (): void => ask(undefined);

/** Answers the question: the changes are lost. */
export function discard(): void {
  const go = leaving;
  ask(undefined);
  go?.();
}

/** Asks before a person leaves the page while something on it cannot be saved yet. */
export function useUnsavedGuard(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const unsaved: Unsaved = { isChanged: () => true, settle: () => {} };
    forms.add(unsaved);
    return () => void forms.delete(unsaved);
  }, [isUnsaved]);
}

/** Has the browser ask before the window ends while something is under way. */
export function useAskBeforeClose(isUnderWay: boolean): void {
  useEffect(() => {
    if (!isUnderWay) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener("beforeunload", ask);
    return () => globalThis.removeEventListener("beforeunload", ask);
  }, [isUnderWay]);
}

/** Guards the form in an element, which `watch` is the ref of; with each new `saved` it is unchanged again. */
export function useGuardedForm(saved?: unknown): GuardedForm {
  const [form] = useState(guardedForm);
  useEffect(() => form.settle(), [form, saved]);
  return form;
}

function guardedForm(): GuardedForm {
  let element: HTMLElement | null = null;
  let began = "";
  let isTouched = false;
  // Until a person changes something, values that load late belong to the beginning.
  const begin = () => {
    if (!isTouched && element !== null) began = stateOf(element);
  };
  const touch = ({ type, target }: Event) => {
    if (type !== "click" || (target instanceof Element && target.closest("button") !== null))
      isTouched = true;
  };
  const form: GuardedForm = {
    isChanged: () => isTouched && element !== null && stateOf(element) !== began,
    settle: () => {
      isTouched = false;
      begin();
    },
    watch: (watched) => {
      element = watched;
      begin();
      forms.add(form);
      for (const type of BEFORE) watched?.addEventListener(type, begin, { capture: true });
      for (const type of AFTER) watched?.addEventListener(type, touch, { capture: true });
      return () => {
        for (const type of BEFORE) watched?.removeEventListener(type, begin, { capture: true });
        for (const type of AFTER) watched?.removeEventListener(type, touch, { capture: true });
        forms.delete(form);
        element = null;
      };
    },
  };
  return form;
}

/** Events that come before a person's change, and with it. */
const BEFORE = ["focusin", "pointerdown", "keydown"];
const AFTER = ["input", "change", "click"];

/** Returns what the fields in the element have, as one text. */
function stateOf(element: HTMLElement): string {
  const fields = element.querySelectorAll<HTMLInputElement>("input, select, textarea");
  const chosen = element.querySelectorAll(".chosen li");
  return JSON.stringify([
    [...fields].map((field) => [field.value, field.checked]),
    [...chosen].map(({ textContent }) => textContent),
  ]);
}
