{{/* Name of a component's objects: service.fullname (dict "root" $ "name" "auth"). */}}
{{- define "service.fullname" -}}
{{ printf "%s-%s" .root.Release.Name .name | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* What a Service or a policy finds the pods of a component by; it never changes. */}}
{{- define "service.selector" -}}
app.kubernetes.io/name: jst
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "service.labels" -}}
{{ include "service.selector" . }}
app.kubernetes.io/part-of: jst
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{/* Name under which the replicas of a component are found, all of them: its Service is headless. */}}
{{- define "service.host" -}}
{{ include "service.fullname" . }}.{{ .root.Release.Namespace }}.svc.{{ .root.Values.network.clusterDomain }}
{{- end }}

{{/* Reference of an image, by digest where one is given: service.image (dict "root" $ "image" "auth"). */}}
{{- define "service.image" -}}
{{- $image := .root.Values.image -}}
{{- $repository := printf "%s%s" (ternary "" (printf "%s/" $image.registry) (empty $image.registry)) .image -}}
{{- $tag := $image.tag | default .root.Chart.AppVersion -}}
{{- with index $image.digests .image -}}
{{ $repository }}@{{ . }}
{{- else -}}
{{ $repository }}:{{ $tag }}
{{- end -}}
{{- end }}
