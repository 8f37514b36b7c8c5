/** How often a pointer beyond the edge of the grid goes on by a row or a column. */
const SCROLL_MS = 60;

interface FollowOf {
  onMove: (pointer: PointerEvent) => void;
  /** Called again and again with the last pointer. */
  onWait: (pointer: PointerEvent) => void;
  /** With the last pointer; undefined if the drag is given up. */
  onEnd: (pointer: PointerEvent | undefined) => void;
}

/** Follows the pointer until it is released, also outside of the grid; Escape gives up. Returns what ends it. */
export function followPointer({ onMove, onWait, onEnd }: FollowOf): () => void {
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  let last: PointerEvent | undefined;
  const timer = setInterval(() => last !== undefined && onWait(last), SCROLL_MS);
  const stop = (): void => {
    clearInterval(timer);
    listening.abort();
  };
  const onPointer = (event: PointerEvent): void => {
    // A pointer in the grid would choose cells.
    event.stopPropagation();
    last = event;
    if (event.type === "pointermove") onMove(event);
    else {
      stop();
      onEnd(event.type === "pointerup" ? event : undefined);
    }
  };
  for (const type of ["pointermove", "pointerup", "pointercancel"] as const)
    globalThis.addEventListener(type, onPointer, options);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    stop();
    onEnd(undefined);
  };
  globalThis.addEventListener("keydown", onKey, options);
  return stop;
}
