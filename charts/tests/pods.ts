import { ofKind, type Manifest } from "./helm.ts";

/** One entry of a container's environment. */
export interface EnvEntry {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string; optional?: boolean } };
}

/** A container, as far as tests look into it. */
export interface Container {
  name: string;
  image: string;
  env?: EnvEntry[];
  args?: string[];
  securityContext?: Record<string, unknown>;
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[];
}

/** A pod, as far as tests look into it. */
export interface PodSpec {
  containers: Container[];
  initContainers?: Container[];
  volumes: {
    name: string;
    secret?: { secretName: string; items: { key: string; path: string }[] };
    persistentVolumeClaim?: { claimName: string };
  }[];
  serviceAccountName?: string;
  securityContext: Record<string, unknown>;
  automountServiceAccountToken: boolean;
  terminationGracePeriodSeconds?: number;
}

/** Every pod the objects lead to, with the name of what leads to it. */
export function podsOf(objects: readonly Manifest[]): { owner: string; spec: PodSpec }[] {
  const owners = ["Deployment", "StatefulSet", "Job"].flatMap((kind) => ofKind(objects, kind));
  const templates = owners.map(({ kind, metadata, spec }) => ({
    owner: `${kind} ${metadata.name}`,
    spec: (spec?.["template"] as { spec: PodSpec }).spec,
  }));
  const alone = ofKind(objects, "Pod").map(({ metadata, spec }) => ({
    owner: `Pod ${metadata.name}`,
    spec: spec as unknown as PodSpec,
  }));
  return [...templates, ...alone];
}

/** The pod of a Deployment. */
export function podOf(objects: readonly Manifest[], deployment: string): PodSpec {
  const pod = podsOf(objects).find(({ owner }) => owner === `Deployment ${deployment}`);
  if (!pod) throw new Error(`There is no Deployment ${deployment}.`);
  return pod.spec;
}
