/** Code pages of DOS that decoders do not know: their characters from 0x80 on. */
const PAGES = {
  cp437:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0",
  cp850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  cp852:
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0",
} as const;

/** Encodings that decoders know, by the names that archives and people use for them. */
const KNOWN = {
  cp866: "ibm866",
  cp932: "shift_jis",
  cp936: "gb18030",
  cp949: "euc-kr",
  cp950: "big5",
  "windows-1250": "windows-1250",
  "windows-1251": "windows-1251",
  "windows-1252": "windows-1252",
  "windows-1253": "windows-1253",
  "windows-1254": "windows-1254",
  "utf-8": "utf-8",
} as const;

/** Encoding of the names in an archive (files.entry-names). */
export type Encoding = keyof typeof PAGES | keyof typeof KNOWN;

/** All of them, as an upload names them. */
export const encodings = [...Object.keys(PAGES), ...Object.keys(KNOWN)] as Encoding[];

/** Reads bytes in an encoding; undefined for bytes that do not belong to it. */
export function decodedIn(bytes: Buffer, encoding: Encoding): string | undefined {
  if (!(encoding in KNOWN)) {
    const page = Array.from(PAGES[encoding as keyof typeof PAGES]);
    return Array.from(bytes, (byte) => page[byte - 0x80] ?? String.fromCharCode(byte)).join("");
  }
  try {
    const known = KNOWN[encoding as keyof typeof KNOWN];
    return new TextDecoder(known, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
