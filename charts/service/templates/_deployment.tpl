{{/*
A workload: service.deployment (dict "root" $ "workload" $w). A workload is data:
  name, image, args, ports {name: number}, env [entries], files {secret: [keys]}, claims {volume: claim}, rooms [volumes that end with the pod], authorities (whether it reaches stores), tls (whose certificate, or empty), config {file: text}, init {image, args},
  probes {startup, readiness, liveness}, preStop, drainSeconds, graceSeconds, tuning (defaults and the workload's own).
*/}}
{{- define "service.deployment" -}}
{{- $w := .workload }}
{{- $names := dict "root" .root "name" $w.name }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "service.fullname" $names }}
  labels: {{- include "service.labels" $names | nindent 4 }}
spec:
  {{- if not $w.tuning.autoscaling.enabled }}
  replicas: {{ $w.tuning.replicas }}
  {{- end }}
  revisionHistoryLimit: 3
  minReadySeconds: 5
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  selector:
    matchLabels: {{- include "service.selector" $names | nindent 6 }}
  template:
    metadata:
      labels: {{- include "service.pod.labels" (merge (dict "tuning" $w.tuning) $names) | nindent 8 }}
      annotations:
        jst.dev/config: {{ toJson $w.config | sha256sum }}
        jst.dev/secrets-revision: {{ .root.Values.secrets.revision | quote }}
        {{- with $w.tuning.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec: {{- include "service.podspec" . | nindent 6 }}
{{- end }}

{{- define "service.podspec" -}}
{{- $w := .workload }}
{{- $names := dict "root" .root "name" $w.name }}
serviceAccountName: {{ include "service.fullname" $names }}
{{ include "service.pod.security" . }}
terminationGracePeriodSeconds: {{ $w.graceSeconds }}
{{- include "service.pod.placement" $w.tuning }}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    matchLabelKeys: [pod-template-hash]
    labelSelector:
      matchLabels: {{- include "service.selector" $names | nindent 8 }}
  {{- end }}
volumes: {{- include "service.volumes" . | nindent 2 }}
{{- with $w.init }}
initContainers:
  - name: render
    image: {{ include "service.image" (dict "root" $.root "image" .image) }}
    imagePullPolicy: {{ $.root.Values.image.pullPolicy }}
    args: {{ toJson .args }}
    securityContext: {{- include "service.container.security" $ | nindent 6 }}
    resources: {{- include "service.resources" (dict "cpu" "50m" "memoryMiB" 128) | nindent 6 }}
    {{- with $w.tuning.extraEnv }}
    env: {{- include "service.environment" (dict "name" $w.name "own" list "extra" .) | nindent 6 }}
    {{- end }}
    volumeMounts:
      - { name: tmp, mountPath: /tmp }
      - { name: config, mountPath: /etc/jst/config, readOnly: true }
      - { name: rendered, mountPath: /etc/jst/rendered }
{{- end }}
containers:
  - name: {{ $w.name }}
    image: {{ include "service.image" (dict "root" .root "image" $w.image) }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    {{- with $w.args }}
    args: {{ toJson . }}
    {{- end }}
    securityContext: {{- include "service.container.security" . | nindent 6 }}
    resources: {{- include "service.resources" $w.tuning | nindent 6 }}
    ports: {{- range $name, $port := $w.ports }}
      - { name: {{ $name }}, containerPort: {{ $port }} }
    {{- end }}
    {{- if concat $w.env $w.tuning.extraEnv }}
    env: {{- include "service.environment" (dict "name" $w.name "own" $w.env "extra" $w.tuning.extraEnv) | nindent 6 }}
    {{- end }}
    {{- range $probe, $spec := $w.probes }}
    {{ $probe }}Probe: {{- toYaml $spec | nindent 6 }}
    {{- end }}
    lifecycle:
      preStop: {{- toYaml $w.preStop | nindent 8 }}
    volumeMounts: {{- include "service.mounts" . | nindent 6 }}
      {{- if $w.config }}
      - { name: rendered, mountPath: /etc/jst/rendered, readOnly: true }
      {{- end }}
{{- end }}
