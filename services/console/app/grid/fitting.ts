/** Room of a cell beside its text: padding and line; a head has a caret and an arrow too. */
const BESIDE = { cell: 18, head: 44 } as const;

/** Returns the width that shows the drawn cells of a column and its head whole. */
export function fittingWidth(grid: HTMLElement, column: number): number {
  // Texts that wrap have the width of their line.
  grid.classList.add("fitting");
  const cells = [...grid.querySelectorAll<HTMLElement>(`[data-at$=":${column}"]`)];
  const widths = cells.map(
    (cell) => textWidth(cell) + (cell.role === "columnheader" ? BESIDE.head : BESIDE.cell),
  );
  grid.classList.remove("fitting");
  return Math.ceil(Math.max(0, ...widths));
}

/** Returns the width of what stands in a cell, also of what is cut off. */
function textWidth(cell: HTMLElement): number {
  const range = document.createRange();
  const parts = [...cell.children].filter((part) => !part.matches(".fill-handle, .resizer, .caret, .unseen"));
  const edges = parts.map((part) => {
    range.selectNodeContents(part);
    const within = range.getBoundingClientRect();
    // A part without a text, such as a checkbox, has its own width.
    return within.width > 0 ? within : part.getBoundingClientRect();
  });
  if (edges.length === 0) return 0;
  return Math.max(...edges.map(({ right }) => right)) - Math.min(...edges.map(({ left }) => left));
}
