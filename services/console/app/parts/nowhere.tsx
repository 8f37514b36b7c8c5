import { Link } from "wouter";
import { PATHS } from "../paths.ts";
import { SHELL, TITLES } from "../words/places.ts";
import { Page } from "./page.tsx";

/** Page for an unknown address. */
export function Nowhere() {
  return (
    <Page title={SHELL.nowhere}>
      <p>
        {SHELL.mistyped} <Link to={PATHS.home}>{TITLES.home}</Link> {SHELL.shows}
      </p>
    </Page>
  );
}
