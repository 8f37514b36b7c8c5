/** What the pages of files say. */
export const FILES = {
  kind: "File",
  none: "There is no file yet. Upload the first one.",
  columns: { name: "Name", folder: "Folder", type: "Type", size: "Size", visible: "Visible", added: "Added" },
  opens: "Upload",
  does: "Upload",
  choose: "Files",
  fields: {
    name: "Name",
    folder: "Folder, such as contracts/2026",
    visibility: "Who may read it",
    tags: "Tags",
  },
  visibilities: { private: "the team", public: "whoever has its address" },
  uploaded: (names: string) => `Uploaded: ${names}.`,
  download: "Download",
  remove: {
    opens: "Delete",
    title: "Delete this file?",
    does: "Delete",
    says: "Nobody can read it any more; what refers to it shows nothing. It can be restored for some time.",
  },
} as const;

/** What the pages of articles say. */
export const ARTICLES = {
  kind: "Article",
  none: "There is no article yet. Write the first one.",
  columns: { title: "Title", state: "State", tags: "Tags", changed: "Changed" },
  opens: "New article",
  does: "Keep the draft",
  fields: { title: "Title", body: "Text, in Markdown", excerpt: "In one sentence", tags: "Tags" },
  publish: {
    opens: "Publish",
    title: "Publish this article?",
    does: "Publish",
    says: "Apps that show articles to the public show it from now on.",
  },
  remove: {
    opens: "Delete",
    title: "Delete this article?",
    does: "Delete",
    says: "Lists and search leave it out. It can be restored.",
  },
} as const;

/** What the pages of bases say. */
export const BASES = {
  kind: "Base",
  none: "There is no base yet. Make one; agents keep there what they learn.",
  columns: { name: "Name", description: "Description", blocks: "Blocks", changed: "Changed" },
  opens: "New base",
  does: "Make the base",
  fields: { name: "Name", description: "Description", type: "Kind", text: "Text" },
  blocks: "Blocks",
  empty: "The base is empty. Add its first block.",
  add: { opens: "Add a block", does: "Add the block" },
  types: { paragraph: "paragraph", heading: "heading", list_item: "list item", quote: "quote", code: "code" },
} as const;
