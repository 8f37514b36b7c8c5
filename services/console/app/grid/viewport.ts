import { useEffect, useState, useSyncExternalStore, type RefObject } from "react";

/** The part of a scrolled element that is visible, in CSS pixels. */
export interface Viewport {
  top: number;
  left: number;
  width: number;
  height: number;
}

/** Returns the visible part of an element; it follows scrolling and changes of size, once for each frame. */
export function useViewport(ref: RefObject<HTMLElement | null>): Viewport {
  const [seen, setSeen] = useState<Viewport>({ top: 0, left: 0, width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    let frame = 0;
    const read = () => {
      frame = 0;
      const { scrollTop: top, scrollLeft: left, clientWidth: width, clientHeight: height } = element;
      setSeen({ top, left, width, height });
    };
    const wait = () => {
      if (frame === 0) frame = requestAnimationFrame(read);
    };
    read();
    element.addEventListener("scroll", wait, { passive: true });
    const sizes = new ResizeObserver(wait);
    sizes.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener("scroll", wait);
      sizes.disconnect();
    };
  }, [ref]);
  return seen;
}

/** Tests for a screen whose controls have 44 px, as the token `--control` does. */
const COARSE = globalThis.matchMedia("(pointer: coarse), (width < 40rem)");
const CONTROLS = { fine: 32, coarse: 44 } as const;

/** Returns the height of a control in CSS pixels, which a head and a short row have. */
export const useControlHeight = (): number =>
  useSyncExternalStore(onCoarse, () => (COARSE.matches ? CONTROLS.coarse : CONTROLS.fine));

/** Heights of rows in CSS pixels; none is lower than a control. */
export const ROW_HEIGHTS = { short: 32, medium: 48, tall: 72 } as const;

function onCoarse(notify: () => void): () => void {
  COARSE.addEventListener("change", notify);
  return () => COARSE.removeEventListener("change", notify);
}
