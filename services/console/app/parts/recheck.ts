import type { InputEvent } from "react";

/**
 * Validates a faulty text while it is typed. React Aria validates when the field loses focus. Then the message
 * disappears and the button moves away under the pointer that is about to press it.
 */
export function recheck({ currentTarget }: InputEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  if (currentTarget.getAttribute("aria-invalid") === "true")
    queueMicrotask(() => currentTarget.dispatchEvent(new Event("change")));
}
