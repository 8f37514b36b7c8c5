export const FILES = {
  kind: "File",
  none: "There are no files yet. Upload the first one.",
  columns: {
    name: "Name",
    folder: "Folder",
    type: "Type",
    size: "Size",
    visible: "Visible to",
    added: "Added",
  },
  opens: "Upload",
  does: "Upload",
  choose: "Files",
  fields: {
    name: "Name",
    folder: "Folder, such as contracts/2026",
    visibility: "Visible to",
    tags: "Tags",
  },
  visibilities: { private: "the team", public: "anyone with the link" },
  download: "Download",
  remove: { opens: "Delete" },
} as const;

export const ARTICLES = {
  kind: "Article",
  none: "There are no articles yet. Write the first one.",
  columns: { title: "Title", state: "State", tags: "Tags", changed: "Changed" },
  opens: "New article",
  does: "Save draft",
  fields: { title: "Title", body: "Text, in Markdown", excerpt: "Summary in one sentence", tags: "Tags" },
  publish: { opens: "Publish" },
  table: "Table",
  tasks: { open: "Open task", done: "Done task" },
  remove: { opens: "Delete" },
} as const;

export const BASES = {
  kind: "Knowledge base",
  none: "There are no knowledge bases yet. Create one: people and agents add to it, and agents search it.",
  columns: { name: "Name", description: "Description", blocks: "Blocks", changed: "Changed" },
  opens: "New knowledge base",
  does: "Create knowledge base",
  fields: { name: "Name", description: "Description", type: "Type", text: "Text" },
  blocks: "Blocks",
  empty: "The knowledge base is empty. Add its first block, such as a heading or a paragraph.",
  add: { opens: "Add a block", does: "Add block" },
  types: { paragraph: "paragraph", heading: "heading", list_item: "list item", quote: "quote", code: "code" },
} as const;
