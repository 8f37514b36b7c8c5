import { lazy, Suspense } from "react";
import { Redirect, Route, Switch } from "wouter";
import { UndoToasts } from "./approvals/undo-toasts.tsx";
import { Leaving } from "./parts/leaving.tsx";
import { ModuleOn } from "./parts/module-on.tsx";
import { Nowhere } from "./parts/nowhere.tsx";
import { Shell } from "./parts/shell.tsx";
import { Toasts } from "./parts/toasts.tsx";
import { Waiting } from "./parts/waiting.tsx";
import { PATHS } from "./paths.ts";
import { allPlaces, type Place } from "./places.tsx";
import { SignedIn } from "./session/signed-in.tsx";

/** The page of all parts, which only builds for development have (console.design). */
const Design =
  import.meta.env.MODE === "development"
    ? lazy(async () => ({ default: (await import("./design/design-page.tsx")).DesignPage }))
    : undefined;

/** Every page of the console, for who is signed in. */
export function Console() {
  return (
    <SignedIn>
      <Shell>
        <Suspense fallback={<Waiting />}>
          <Switch>
            {allPlaces.flatMap(routesOf)}
            {Design !== undefined && <Route path="/design" component={Design} />}
            <Route path="/home">
              <Redirect to={PATHS.home} replace />
            </Route>
            <Route component={Nowhere} />
          </Switch>
        </Suspense>
      </Shell>
      <UndoToasts />
      <Toasts />
      <Leaving />
    </SignedIn>
  );
}

function routesOf({ page, shows: Shows, one: One, module }: Place) {
  const path = PATHS[page];
  const list = (
    <Route key={path} path={path}>
      <ModuleOn page={page} module={module}>
        <Shows />
      </ModuleOn>
    </Route>
  );
  if (One === undefined) return [list];
  return [
    list,
    <Route key={`${path}/:id`} path={`${path}/:id`}>
      {({ id }) => (
        <ModuleOn page={page} module={module}>
          <One id={decodeURIComponent(id)} key={id} />
        </ModuleOn>
      )}
    </Route>,
  ];
}
