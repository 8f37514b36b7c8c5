{{/* Everything that stands beside the Deployment of a workload. */}}
{{- define "service.objects" -}}
{{- $w := .workload }}
{{- $root := .root }}
{{- $names := dict "root" $root "name" $w.name }}
{{- $name := include "service.fullname" $names }}
{{- $labels := include "service.labels" $names }}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ $name }}
  labels: {{- $labels | nindent 4 }}
automountServiceAccountToken: false
---
{{- if $w.config }}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ $name }}
  labels: {{- $labels | nindent 4 }}
data: {{- toYaml $w.config | nindent 2 }}
---
{{- end }}
# Headless: callers look up every replica (the gateway every second, services every 30 s) and choose themselves, request by request.
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}
  labels: {{- $labels | nindent 4 }}
    jst.dev/scraped: "yes"
spec:
  clusterIP: None
  selector: {{- include "service.selector" $names | nindent 4 }}
  ports: {{- range $door, $port := $w.ports }}
    - { name: {{ $door }}, port: {{ $port }}, targetPort: {{ $door }}{{ if eq $door "grpc" }}, appProtocol: kubernetes.io/h2c{{ end }} }
  {{- end }}
{{- if gt (int (ternary $w.tuning.autoscaling.minReplicas $w.tuning.replicas $w.tuning.autoscaling.enabled)) 1 }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $name }}
  labels: {{- $labels | nindent 4 }}
spec:
  maxUnavailable: 1
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels: {{- include "service.selector" $names | nindent 6 }}
{{- end }}
{{- with $w.tuning.autoscaling }}
{{- if .enabled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ $name }}
  labels: {{- $labels | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ $name }} }
  minReplicas: {{ .minReplicas }}
  maxReplicas: {{ .maxReplicas }}
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: {{ .cpuPercent }} } }
  behavior:
    scaleDown: { stabilizationWindowSeconds: 300 }
{{- end }}
{{- end }}
{{- if $root.Values.monitoring.serviceMonitor.enabled }}
---
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  name: {{ $name }}
  labels: {{- $labels | nindent 4 }}
    {{- with $root.Values.monitoring.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  selector:
    # Not the Service for clients, which has the gateway's pods behind it too.
    matchLabels: {{- include "service.selector" $names | nindent 6 }}
      jst.dev/scraped: "yes"
  endpoints:
    - { port: ops, path: /metrics, interval: {{ $root.Values.monitoring.serviceMonitor.interval }} }
  targetLabels: [app.kubernetes.io/component]
{{- end }}
{{- end }}
