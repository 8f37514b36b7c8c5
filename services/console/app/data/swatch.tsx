/** The colour of a choice, beside its name. Nothing is told by it alone. */
export function Swatch({ color }: { color: string | undefined }) {
  if (color === undefined || color === "") return null;
  return <span className="swatch" style={{ backgroundColor: color }} aria-hidden="true" />;
}
