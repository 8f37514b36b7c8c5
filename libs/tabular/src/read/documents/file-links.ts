/** File of an archive to which a document links, by the digest of its bytes. */
export interface FileLink {
  sha256: string;
  size: number;
  path: string;
}

const LINK = /archive-file:([0-9a-f]{64})\.(\d{1,12})\/((?:[\w.~-]|%[0-9A-F]{2})+)/g;

/** Writes the address of a file of the archive, as the body of a document has it until the file is stored. */
export const fileLink = ({ sha256, size, path }: FileLink): string =>
  `archive-file:${sha256}.${size}/${encodeURIComponent(path).replaceAll(/[!'()*]/g, hexOf)}`;

const hexOf = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/** Rewrites the addresses of files of the archive in a body; one stays if `addressOf` returns undefined. */
export const withFiles = (body: string, addressOf: (link: FileLink) => string | undefined): string =>
  body.replaceAll(LINK, (text, sha256: string, size: string, path: string) => {
    const plain = decoded(path);
    return plain === undefined ? text : (addressOf({ sha256, size: Number(size), path: plain }) ?? text);
  });

/** Lists the files of the archive to which a body links. */
export function filesIn(body: string): FileLink[] {
  const found = new Map<string, FileLink>();
  withFiles(body, (link) => {
    if (!found.has(link.sha256)) found.set(link.sha256, link);
    return undefined;
  });
  return [...found.values()];
}

/** Reads the escapes of an address; undefined if they are not UTF-8. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
