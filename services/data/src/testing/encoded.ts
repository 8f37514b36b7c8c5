/** Bytes of each character of a charset, as decoders read them. */
function tableOf(charset: string): Map<string, Buffer> {
  const decoder = new TextDecoder(charset);
  const table = new Map<string, Buffer>();
  const add = (...bytes: number[]): void => {
    const character = decoder.decode(Buffer.from(bytes));
    if (/^[^\ufffd]$/u.test(character) && !table.has(character)) table.set(character, Buffer.from(bytes));
  };
  for (let byte = 0; byte < 0x100; byte += 1) add(byte);
  for (let lead = 0x81; lead < 0xff; lead += 1)
    for (let trail = 0x40; trail < 0xff; trail += 1) add(lead, trail);
  return table;
}

const tables = new Map<string, Map<string, Buffer>>();

/** Writes a text in a charset that a decoder knows. */
export function encoded(text: string, charset: string): Buffer {
  const table = tables.get(charset) ?? tableOf(charset);
  tables.set(charset, table);
  return Buffer.concat(
    Array.from(text, (character) => {
      const bytes = table.get(character);
      if (bytes === undefined) throw new Error(`${charset} does not have ${character}`);
      return bytes;
    }),
  );
}
