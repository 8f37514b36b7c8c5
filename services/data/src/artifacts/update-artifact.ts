import type { Handler } from "../../gen/rpc.ts";
import { artifacts } from "./artifact.ts";

/** Merges the patch into the artifact, or restores it. */
export const updateArtifact: Handler<"UpdateArtifact"> = artifacts.update;
