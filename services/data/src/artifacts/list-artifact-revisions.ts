import type { Handler } from "../../gen/rpc.ts";
import { artifacts } from "./artifact.ts";

/** Answers the revisions of the artifact, or the artifact as one of them left it. */
export const listArtifactRevisions: Handler<"ListArtifactRevisions"> = artifacts.revisions;
