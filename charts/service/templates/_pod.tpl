{{/* What the restricted level of Pod Security wants of a pod, and what a process of the fleet needs of it. */}}
{{- define "service.pod.security" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  # Secrets are mounted for this group.
  fsGroup: 65532
  seccompProfile: { type: RuntimeDefault }
# Names inside the cluster have four dots: they are asked for as they are, without the search list.
dnsConfig:
  options: [{ name: ndots, value: "2" }]
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets: {{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
{{- end }}

{{/* Where a pod may run, and before whom: service.pod.placement of what is tuned. Every pod says so, or it waits for a node for ever. */}}
{{- define "service.pod.placement" -}}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The chart's labels of a pod and the operator's: service.pod.labels (dict "root" $ "name" "auth" "tuning" $tuning). */}}
{{- define "service.pod.labels" -}}
{{ include "service.labels" . }}
{{- with .tuning.podLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* What lets Node believe the authorities of the stores, a list of entries of the environment: service.authorities $. */}}
{{- define "service.authorities" -}}
{{- if .Values.secrets.authorities -}}
- { name: NODE_EXTRA_CA_CERTS, value: /etc/jst/authorities/ca.crt }
{{- else -}}
[]
{{- end }}
{{- end }}

{{/*
The environment of a process: the chart's entries and the operator's, service.environment (dict "name" "auth" "own" [entries] "extra" [entries]).
Of two entries of one name Kubernetes takes the last and says so to nobody, so each name stands once.
*/}}
{{- define "service.environment" -}}
{{- $own := list }}
{{- range .own }}{{ $own = append $own .name }}{{ end }}
{{- $extra := list }}
{{- range .extra }}
{{- if has .name $own }}
{{- fail (printf "extraEnv of %s names %s, which the chart sets itself: leave it out. What a service reads goes into settings." $.name .name) }}
{{- else if has .name $extra }}
{{- fail (printf "extraEnv of %s names %s twice: name it once." $.name .name) }}
{{- end }}
{{- $extra = append $extra .name }}
{{- end }}
{{- concat .own .extra | toYaml }}
{{- end }}

{{- define "service.container.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Volumes of a workload: room to write, the keys it reads of the one secret, its certificate, and its own configuration. */}}
{{- define "service.volumes" -}}
{{- $root := .root }}
- name: tmp
  emptyDir: { sizeLimit: 64Mi }
{{- range $secret, $keys := .workload.files }}
- name: {{ $secret }}
  secret:
    secretName: {{ index $root.Values.secrets $secret }}
    defaultMode: 0440
    items: {{- range $keys }}
      - { key: {{ . }}, path: {{ . }} }
    {{- end }}
{{- end }}
{{- if and .workload.authorities $root.Values.secrets.authorities }}
- name: authorities
  secret:
    secretName: {{ $root.Values.secrets.authorities }}
    defaultMode: 0440
    items: [{ key: ca.crt, path: ca.crt }]
{{- end }}
{{- with .workload.tls }}
- name: tls
  secret:
    secretName: {{ replace "{name}" . $root.Values.mtls.secret }}
    defaultMode: 0440
    items:
      - { key: ca.crt, path: ca.crt }
      - { key: tls.crt, path: tls.crt }
      - { key: tls.key, path: tls.key }
{{- end }}
{{- range $volume, $claim := .workload.claims }}
- name: {{ $volume }}
  persistentVolumeClaim: { claimName: {{ $claim }} }
{{- end }}
{{- range .workload.rooms }}
# A little more than what a process leaves there at most, or the pod would be ended.
- name: {{ . }}
  emptyDir: { sizeLimit: 5Gi }
{{- end }}
{{- if .workload.config }}
- name: config
  configMap: { name: {{ include "service.fullname" (dict "root" $root "name" .workload.name) }} }
- name: rendered
  emptyDir: { sizeLimit: 16Mi }
{{- end }}
{{- end }}

{{- define "service.mounts" -}}
- { name: tmp, mountPath: /tmp }
{{- range $secret, $keys := .workload.files }}
- { name: {{ $secret }}, mountPath: /etc/jst/{{ $secret }}, readOnly: true }
{{- end }}
{{- if and .workload.authorities .root.Values.secrets.authorities }}
- { name: authorities, mountPath: /etc/jst/authorities, readOnly: true }
{{- end }}
{{- if .workload.tls }}
- { name: tls, mountPath: /etc/jst/tls, readOnly: true }
{{- end }}
{{- range $volume, $_ := .workload.claims }}
- { name: {{ $volume }}, mountPath: /var/lib/jst/{{ $volume }} }
{{- end }}
{{- range .workload.rooms }}
- { name: {{ . }}, mountPath: /var/lib/jst/{{ . }} }
{{- end }}
{{- end }}

{{/* Room for the heap and a quarter more: the limit of memory follows from the heap. CPU has no limit, it would only throttle. */}}
{{- define "service.resources" -}}
{{- $memory := printf "%dMi" (div (mul .memoryMiB 5) 4) -}}
requests: { cpu: {{ .cpu }}, memory: {{ $memory }} }
limits: { memory: {{ $memory }} }
{{- end }}
