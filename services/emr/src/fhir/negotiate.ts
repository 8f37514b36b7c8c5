/** Media type of FHIR in JSON. */
export const FHIR_TYPE = "application/fhir+json";

/** True when the Accept header wants FHIR more than JSON; equal wishes are JSON (clinical.fhir). */
export function wantsFhir(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const wishes = accept.split(",").map(wishOf);
  const best = (...types: string[]) => {
    for (const type of types) {
      const found = wishes.filter((wish) => wish.type === type);
      if (found.length > 0) return Math.max(...found.map(({ quality }) => quality));
    }
    return 0;
  };
  return best(FHIR_TYPE) > best("application/json", "application/*", "*/*");
}

function wishOf(wish: string): { type: string; quality: number } {
  const [type = "", ...parameters] = wish.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, "");
  const value = Number(quality ?? 1);
  return { type, quality: Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0 };
}
