{{/*
The policy of one component, both ways, made of the one table of calls:
service.networkpolicy (dict "root" $ "name" "auth" "calls" $calls "stores" $stores "ports" $ports "annotations" $annotations).
A line of the table names who calls, whom, and at which door; what no line allows is refused.
*/}}
{{- define "service.networkpolicy" -}}
{{- $ctx := . }}
{{- $network := .root.Values.network }}
{{- $names := dict "root" .root "name" .name }}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "service.fullname" $names }}
  labels: {{- include "service.labels" $names | nindent 4 }}
  {{- with .annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  podSelector:
    matchLabels: {{- include "service.selector" $names | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    {{- range .calls }}
    {{- if eq .to $ctx.name }}
    - from:
        {{- if hasKey $network.callers .from }}
        {{- toYaml (index $network.callers .from) | nindent 8 }}
        {{- else }}
        - podSelector:
            matchLabels: {{- include "service.selector" (dict "root" $ctx.root "name" .from) | nindent 14 }}
        {{- end }}
      ports: [{ protocol: TCP, port: {{ index $ctx.ports .door }} }]
    {{- end }}
    {{- end }}
  egress:
    - to: {{- toYaml $network.dns | nindent 8 }}
      ports: [{ protocol: UDP, port: 53 }, { protocol: TCP, port: 53 }]
    {{- range .calls }}
    {{- if eq .from $ctx.name }}
    {{- if hasKey $network.stores .to }}
    {{- with index $network.stores .to }}
    - to: {{- toYaml .peers | nindent 8 }}
      ports: {{- range .ports }}
        - { protocol: TCP, port: {{ . }} }
      {{- end }}
    {{- end }}
    {{- else }}
    - to:
        - podSelector:
            matchLabels: {{- include "service.selector" (dict "root" $ctx.root "name" .to) | nindent 14 }}
      ports: [{ protocol: TCP, port: {{ index $ctx.ports .door }} }]
    {{- end }}
    {{- end }}
    {{- end }}
{{- end }}
