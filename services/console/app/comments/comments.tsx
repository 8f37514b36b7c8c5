import { lazy, Suspense } from "react";
import { useModules } from "../session/modules.ts";
import { mayDo, useSession } from "../session/session.ts";
import type { CommentedThing } from "./thing-comments.ts";

const CommentsPanel = lazy(async () => ({ default: (await import("./comments-panel.tsx")).CommentsPanel }));

/** Comments on a thing, at the end of its page; nothing while the team has none, or the member may not read them. */
export function Comments(of: CommentedThing) {
  const session = useSession();
  const modules = useModules();
  if (modules["comments"] !== true || !mayDo(session, "comments", "read")) return null;
  return (
    <Suspense fallback={null}>
      <CommentsPanel key={of.id} of={of} />
    </Suspense>
  );
}
