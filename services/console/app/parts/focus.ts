/** Focus that was on what a write has removed goes to the page, once that is drawn. */
export function keepFocus(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        document.getElementById("page")?.focus({ preventScroll: true });
    }),
  );
}
