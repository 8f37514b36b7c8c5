/** One thing an image is made of. */
export interface Part {
  name: string;
  version: string;
  /** Package URL, by which scanners know it. */
  purl: string;
}

/** A software bill of materials in CycloneDX 1.6, the same text for the same parts. */
export function softwareBill(parts: readonly Part[]): string {
  const byPurl = new Map(parts.map((part) => [part.purl, part]));
  const components = [...byPurl.values()]
    .sort((a, b) => (a.purl < b.purl ? -1 : 1))
    .map(({ name, version, purl }) => ({ type: "library", name, version, purl, "bom-ref": purl }));
  return `${JSON.stringify({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1, components }, null, 1)}\n`;
}
