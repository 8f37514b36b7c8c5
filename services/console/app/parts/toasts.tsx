import { useEffect, type KeyboardEvent, type ReactNode } from "react";
import {
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components";
import { useLocation } from "wouter";
import { PARTS } from "../words/parts.ts";

/** Message beside the page. */
export interface ToastMessage {
  text: string;
  /** Actions and details below the text. */
  more?: (close: () => void) => ReactNode;
  /** A toast of the same group disappears when this one is shown. */
  group?: string;
  /** Whether it stays until a person closes it. */
  stays?: boolean;
  /** Whether it follows a person to other pages, because something waits. */
  follows?: boolean;
}

/** How long a toast is shown, unless the pointer or the focus is there. */
const SHOWN_MS = 10_000;
const VISIBLE_MAX = 3;

const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: VISIBLE_MAX });

/** Shows a message for ten seconds (console.toasts). */
export function showToast(message: ToastMessage): void {
  const { group, stays = false } = message;
  if (group !== undefined) closeToasts(group);
  queue.add(message, stays ? {} : { timeout: SHOWN_MS });
}

/** Closes the messages of a group, which no longer say what is so. */
export function closeToasts(group: string): void {
  for (const { key, content } of queue.visibleToasts) if (content.group === group) queue.close(key);
}

/** Closes the messages about the page that a person has left. */
function closeLeft(): void {
  for (const { key, content } of queue.visibleToasts)
    if (content.stays !== true && content.follows !== true) queue.close(key);
}

/** Region of the toasts, the newest first: F6 leads there, Escape closes the focused one. */
export function Toasts() {
  const [page] = useLocation();
  useEffect(() => closeLeft, [page]);
  return (
    // Events of the region bubble here, although it is drawn at the end of the page.
    <div onKeyDown={closeFocused}>
      <ToastRegion className="toasts" queue={queue} aria-label={PARTS.toasts}>
        {({ toast }) => (
          <Toast className="toast" toast={toast} data-key={toast.key}>
            <ToastContent className="toast-content" role="status">
              <Text slot="title">{toast.content.text}</Text>
              {toast.content.more?.(() => queue.close(toast.key))}
            </ToastContent>
            <Button slot="close" className="quiet close">
              {PARTS.takeSign}
            </Button>
          </Toast>
        )}
      </ToastRegion>
    </div>
  );
}

function closeFocused({ key, target }: KeyboardEvent): void {
  if (key !== "Escape" || !(target instanceof Element)) return;
  const focused = target.closest<HTMLElement>(".toast")?.dataset["key"];
  const closed = focused ?? queue.visibleToasts[0]?.key;
  if (closed !== undefined) queue.close(closed);
}
