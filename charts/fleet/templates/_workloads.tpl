{{/* Every workload of the fleet as data, by name: the services of the facts, all alike, and the gateway. */}}
{{- define "fleet.workloads" -}}
{{- $facts := include "fleet.facts" . | fromJson }}
{{- $workloads := dict "gateway" (include "fleet.gateway" . | fromYaml) }}
{{- range $name, $service := $facts.services }}
{{- $_ := set $workloads $name (include "fleet.service" (dict "root" $ "name" $name "facts" $service) | fromYaml) }}
{{- end }}
{{ $workloads | toYaml }}
{{- end }}

{{- define "fleet.service" -}}
{{- $root := .root }}
{{- $ports := include "fleet.ports" .root | fromJson }}
{{- $tuning := include "fleet.tuningOf" . | fromYaml }}
{{- $known := list }}
{{- range .facts.settings }}{{ $known = append $known .variable }}{{ end }}
{{- $settings := dict }}
{{- range $variable, $value := $tuning.settings }}
{{- if has $variable $known }}{{ $_ := set $settings $variable $value }}{{ end }}
{{- end }}
{{- $_ := set $tuning "settings" $settings }}
{{- $given := include "fleet.environment" (dict "root" .root "name" .name "facts" .facts "tuning" $tuning) | fromYaml }}
name: {{ .name }}
image: {{ .facts.package }}
args: {{ empty .facts.program | ternary list (list .facts.program) | toJson }}
{{- /* The heap's room and the stores' authorities are part of the process's environment, beside its own settings. */}}
{{- $heap := dict "name" "NODE_OPTIONS" "value" (printf "--max-old-space-size=%v" $tuning.memoryMiB) }}
env: {{- concat $given.env (list $heap) (include "service.authorities" .root | fromYamlArray) | toYaml | nindent 2 }}
authorities: true
files: { keys: {{ toJson $given.files }} }
claims: {{ toJson $given.claims }}
rooms: {{ toJson $given.rooms }}
tls: {{ ternary .name "" .root.Values.mtls.enabled | quote }}
config: {}
ports:
  {{- range append .facts.doors "ops" }}
  {{ . }}: {{ index $ports . }}
  {{- end }}
probes:
  # The schema is there and the pool answers; other services do not matter.
  startup: { httpGet: { path: /health/ready, port: ops }, periodSeconds: 1, timeoutSeconds: 3, failureThreshold: 180 }
  readiness: { httpGet: { path: /health/ready, port: ops }, periodSeconds: 5, timeoutSeconds: 3, failureThreshold: 2 }
  # The event loop turns; nothing else is a reason to kill a process.
  liveness: { httpGet: { path: /health/live, port: ops }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 3 }
# The gateway looks up the replicas every second, from a cache of 5 s: until then this one still answers. Services look every
# 30 s, and whenever a connection ends.
preStop: { sleep: { seconds: {{ $tuning.drainSeconds }} } }
# After that come the longest request and an orderly end, 35 s in all (shutdownGraceMs), and a margin.
graceSeconds: {{ add $tuning.drainSeconds 40 }}
tuning: {{- toYaml $tuning | nindent 2 }}
{{- end }}

{{- define "fleet.gateway" -}}
{{- $ports := include "fleet.ports" . | fromJson }}
{{- $tuning := include "fleet.tuning" (dict "root" . "own" .Values.gateway.tuning) | fromYaml }}
name: gateway
image: gateway
args: [-c, /etc/jst/rendered/envoy.yaml, --concurrency, {{ .Values.gateway.workers | quote }}]
env: []
files: {}
tls: {{ ternary "gateway" "" .Values.mtls.enabled | quote }}
config:
  settings.json: {{ include "fleet.gatewaySettings" . | toJson }}
# The configuration is rendered by the code that knows the routes, of the same release as the routes.
init:
  image: tools
  args: [gateway/src/main.ts, /etc/jst/config/settings.json, /etc/jst/rendered/envoy.yaml]
ports: { public: {{ $ports.public }}, ops: {{ $ports.ops }} }
probes:
  startup: { httpGet: { path: /ready, port: ops }, periodSeconds: 1, timeoutSeconds: 3, failureThreshold: 180 }
  readiness: { httpGet: { path: /ready, port: ops }, periodSeconds: 2, timeoutSeconds: 3, failureThreshold: 1 }
  # /ready says no while it drains, which is no reason to kill it.
  liveness: { tcpSocket: { port: ops }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 3 }
# Tells clients on kept connections to go elsewhere, and returns when the time is over.
preStop: { exec: { command: [drain, {{ $tuning.drainSeconds | quote }}] } }
graceSeconds: {{ add $tuning.drainSeconds 40 }}
tuning: {{- toYaml $tuning | nindent 2 }}
{{- end }}

{{/* Settings of the gateway, as gateway/src/settings.ts has them. */}}
{{- define "fleet.gatewaySettings" -}}
{{- $root := . }}
{{- $ports := include "fleet.ports" . | fromJson }}
{{- $clusters := dict }}
{{- range $cluster, $behind := (include "fleet.facts" . | fromJson).clusters }}
{{- $host := include "service.host" (dict "root" $root "name" $behind.service) }}
{{- $_ := set $clusters $cluster (dict "host" $host "port" (index $ports $behind.door)) }}
{{- end }}
{{- $settings := dict
  "host" "0.0.0.0"
  "publicPort" $ports.public
  "adminPort" 9901
  "opsPort" $ports.ops
  "baseUrl" .Values.baseUrl
  "corsOrigins" .Values.gateway.corsOrigins
  "agentOrigins" .Values.agent.allowedOrigins
  "clusters" $clusters
  "accessLog" (ternary "/dev/stdout" nil .Values.gateway.accessLog)
  "descriptorPath" "/etc/envoy/descriptor.binpb"
  "isIsolated" (eq .Values.profile "isolated") }}
{{- if .Values.mtls.enabled }}{{ $_ := set $settings "tlsDir" "/etc/jst/tls" }}{{ end }}
{{- with .Values.tracing.endpoint }}
{{- $url := urlParse . }}
{{- $parts := splitList ":" $url.host }}
{{- $_ := set $settings "traceCollector" (dict "host" (first $parts) "port" (ternary (last $parts) "80" (gt (len $parts) 1) | int)) }}
{{- $_ := set $settings "tracePercent" $root.Values.tracing.percent }}
{{- end }}
{{ toPrettyJson $settings }}
{{- end }}
