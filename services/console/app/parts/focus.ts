/** Focus that was on what a write has removed goes to the page or to another place, once that is drawn. */
export function keepFocus(place: () => HTMLElement | null = () => document.getElementById("page")): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) place()?.focus({ preventScroll: true });
    }),
  );
}
