import { type Column, csvWriter, type Item } from "@jst/tabular";
import { CSV_CONTENT_TYPE, DELIMITERS, XLSX_TYPE } from "@jst/tabular/parameters";
import { workbook } from "@jst/tabular/xlsx";
import type { FileRequest } from "./file-request.ts";

/** Parts of a file that its form writes. */
export interface Contents {
  name: string;
  columns: readonly Column[];
  pages: AsyncIterable<readonly Item[]>;
}

/** Form of a file. */
export interface FileForm {
  contentType: string;
  /** Writes the file, piece by piece. */
  write: (contents: Contents) => AsyncIterable<Buffer>;
}

/** Makes the form that a request asks for. */
export function formOf(file: FileRequest): FileForm {
  if (file.format === "xlsx")
    return {
      contentType: XLSX_TYPE,
      write: ({ name, columns, pages }) => workbook(name, columns, file.headers, pages),
    };
  const style = { ...file, delimiter: DELIMITERS[file.delimiter] };
  return {
    contentType: CSV_CONTENT_TYPE,
    async *write({ columns, pages }) {
      const { head, line } = csvWriter(columns, style);
      yield Buffer.from(head);
      for await (const items of pages) yield Buffer.from(items.map(line).join(""));
    },
  };
}
