import type { InputEvent } from "react";

/**
 * Judges a faulty text anew as it is typed. React Aria does so once the field is left: the message would go, and the
 * button move away, under the pointer that leaves the field to press it.
 */
export function recheck({ currentTarget }: InputEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  if (currentTarget.getAttribute("aria-invalid") === "true")
    queueMicrotask(() => currentTarget.dispatchEvent(new Event("change")));
}
