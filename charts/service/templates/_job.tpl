{{/*
A Job that runs once at each install and upgrade, before anything else changes:
service.job (dict "root" $ "job" $j), a job being: name, image, args, env [entries], files {secret: [keys]}, weight.
It reads secrets that exist already and nothing of the release, or a first install would wait for ever.
*/}}
{{- define "service.job" -}}
{{- $j := .job }}
{{- $isHook := .root.Values.migrations.asHooks }}
{{- $names := dict "root" .root "name" "migrations" }}
{{- $tuning := .root.Values.defaults }}
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ include "service.fullname" (dict "root" .root "name" $j.name) }}{{ if not $isHook }}-{{ .root.Release.Revision }}{{ end }}
  labels: {{- include "service.labels" $names | nindent 4 }}
  {{- if $isHook }}
  annotations:
    helm.sh/hook: pre-install,pre-upgrade
    helm.sh/hook-weight: {{ $j.weight | quote }}
    # One that failed stays, with its log.
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
  {{- end }}
spec:
  backoffLimit: {{ .root.Values.migrations.retries }}
  activeDeadlineSeconds: {{ .root.Values.migrations.deadlineSeconds }}
  {{- if not $isHook }}
  ttlSecondsAfterFinished: 3600
  {{- end }}
  template:
    metadata:
      labels: {{- include "service.pod.labels" (merge (dict "tuning" $tuning) $names) | nindent 8 }}
      {{- with $tuning.podAnnotations }}
      annotations: {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      restartPolicy: Never
      {{- include "service.pod.security" . | nindent 6 }}
      {{- include "service.pod.placement" $tuning | indent 6 }}
      volumes: {{- include "service.volumes" (dict "root" .root "workload" (merge (dict "authorities" true) $j)) | nindent 8 }}
      containers:
        - name: {{ $j.name }}
          image: {{ include "service.image" (dict "root" .root "image" $j.image) }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          args: {{ toJson $j.args }}
          securityContext: {{- include "service.container.security" . | nindent 12 }}
          resources: {{- include "service.resources" (dict "cpu" "50m" "memoryMiB" 192) | nindent 12 }}
          env: {{- include "service.environment" (dict "name" $j.name "own" (concat $j.env (include "service.authorities" .root | fromYamlArray)) "extra" $tuning.extraEnv) | nindent 12 }}
          volumeMounts: {{- include "service.mounts" (dict "root" .root "workload" (merge (dict "authorities" true) $j)) | nindent 12 }}
{{- end }}
