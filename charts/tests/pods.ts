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

/** Metadata of a pod, as far as tests read it. */
export interface PodMetadata {
  labels: Record<string, string>;
  annotations?: Record<string, string>;
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
  priorityClassName?: string;
  nodeSelector?: Record<string, string>;
  tolerations?: Record<string, string>[];
  imagePullSecrets?: { name: string }[];
}

/** A pod, with the name of what leads to it. */
export interface Pod {
  owner: string;
  metadata: PodMetadata;
  spec: PodSpec;
}

/** Every pod the objects lead to. */
export function podsOf(objects: readonly Manifest[]): Pod[] {
  const owners = ["Deployment", "StatefulSet", "Job"].flatMap((kind) => ofKind(objects, kind));
  const templates = owners.map(({ kind, metadata, spec }) => ({
    owner: `${kind} ${metadata.name}`,
    ...(spec?.["template"] as Omit<Pod, "owner">),
  }));
  const alone = ofKind(objects, "Pod").map(({ kind, metadata, spec }) => ({
    owner: `${kind} ${metadata.name}`,
    ...({ metadata, spec } as unknown as Omit<Pod, "owner">),
  }));
  return [...templates, ...alone];
}

/** The pod of a Deployment. */
export function podOf(objects: readonly Manifest[], deployment: string): PodSpec {
  const pod = podsOf(objects).find(({ owner }) => owner === `Deployment ${deployment}`);
  if (!pod) throw new Error(`There is no Deployment ${deployment}.`);
  return pod.spec;
}
