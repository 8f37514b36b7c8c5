import { useEffect } from "react";

const WRITE = "grid.write";

/** Calls back in the frame after the one that paints what was just drawn. */
const afterPaint = (done: () => void): void => {
  requestAnimationFrame(() => requestAnimationFrame(done));
};

/** Marks the first time that a row is painted; the first mark of the page is the one to measure by. */
export function useDataMark(isDrawn: boolean): void {
  useEffect(() => {
    if (isDrawn) afterPaint(() => performance.mark("console.data"));
  }, [isDrawn]);
}

/** Measures how long a written cell takes until it is painted; the browser has the last measure. */
export function measureWrite(): void {
  const start = performance.now();
  afterPaint(() => {
    performance.clearMeasures(WRITE);
    performance.measure(WRITE, { start });
  });
}
