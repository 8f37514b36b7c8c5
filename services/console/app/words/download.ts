export const DOWNLOAD = {
  opens: "Download",
  format: "File",
  formats: { csv: "CSV", xlsx: "Excel (XLSX)" },
  heads: "Column names",
  headers: { label: "As people read them", key: "As the API has them" },
  delimiter: "Separator",
  delimiters: { comma: "Comma", semicolon: "Semicolon", tab: "Tab" },
  does: "Download file",
} as const;
