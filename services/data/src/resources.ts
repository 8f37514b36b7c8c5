import type { Resources } from "@jst/changes";
import { articles } from "./articles/article.ts";
import { artifacts } from "./artifacts/artifact.ts";
import { misfits } from "./artifacts/require-content.ts";
import { fileRecords } from "./files/file.ts";
import { recordedBases } from "./bases/base.ts";
import { tableResources } from "./engine/undo/resources.ts";

/** Resources whose changes data records. */
export const resources: Resources = {
  ...tableResources,
  articles: articles.recorded(),
  artifacts: artifacts.recorded({
    exact: () => Promise.resolve(() => ["content"]),
    undo: { settle: (tx, changes) => misfits(changes, tx.context.teamId) },
  }),
  files: fileRecords,
  ...recordedBases,
};
