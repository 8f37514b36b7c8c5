import { resource } from "@jst/resource";
import { suppressionDeclaration } from "../../gen/resources.ts";
import type { Deps } from "../deps.ts";
import { foldedFilter } from "../people/folded-filter.ts";

/** Addresses that a team sends nothing to, on one channel each (comms.suppression). */
export const suppressions = resource(suppressionDeclaration)<Deps>({ filters: { address: foldedFilter } });
