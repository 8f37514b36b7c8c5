import type { Handler } from "../../gen/rpc.ts";
import { artifacts } from "./artifact.ts";

/** Deletes the artifact; again, nothing changes. */
export const deleteArtifact: Handler<"DeleteArtifact"> = artifacts.delete;
