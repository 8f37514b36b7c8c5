{{/* What the charts know of the code. Where auth serves all, it has what account has beside its own. */}}
{{- define "fleet.facts" -}}
{{- $facts := .Files.Get "files/facts.json" | fromJson }}
{{- if eq .Values.auth.serves "all" }}
{{- $auth := $facts.services.auth }}
{{- $account := $facts.services.account }}
{{- $settings := $auth.settings }}
{{- range $account.settings }}{{ if not (has . $settings) }}{{ $settings = append $settings . }}{{ end }}{{ end }}
{{- $_ := set $auth "settings" $settings }}
{{- $_ := set $auth "doors" $account.doors }}
{{- $_ := set $auth "program" "src/undivided-main.ts" }}
{{- $calls := $facts.calls }}
{{- range $facts.calls }}
{{- $call := deepCopy . }}
{{- if eq .from "account" }}{{ $_ := set $call "from" "auth" }}{{ end }}
{{- if eq .to "account" }}{{ $_ := set $call "to" "auth" }}{{ end }}
{{- if not (has $call $calls) }}{{ $calls = append $calls $call }}{{ end }}
{{- end }}
{{- $_ := set $facts "calls" $calls }}
{{- end }}
{{ $facts | toJson }}
{{- end }}

{{/* Numbers of the doors; every pod has its own address, so they are the same everywhere. */}}
{{- define "fleet.ports" -}}
{ "public": 8080, "grpc": 9000, "http": 8000, "ops": 9100 }
{{- end }}

{{/* Defaults with what the values say of one service over them: fleet.tuning (dict "root" $ "own" $own). */}}
{{- define "fleet.tuning" -}}
{{ mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy (.own | default dict)) | toYaml }}
{{- end }}

{{/* Tuning of a service: fleet.tuningOf (dict "root" $ "name" $name). An auth that serves all is tuned as account is where it says nothing. */}}
{{- define "fleet.tuningOf" -}}
{{- $own := deepCopy (index .root.Values.services .name | default dict) }}
{{- if and (eq .name "auth") (eq .root.Values.auth.serves "all") }}
{{- /* What account does takes the pool of account. */}}
{{- $_ := set $own "settings" (merge (omit ($own.settings | default dict) "DATABASE_POOL") .root.Values.services.account.settings) }}
{{- end }}
{{ include "fleet.tuning" (dict "root" .root "own" $own) }}
{{- end }}

{{/* The value at a dotted path: fleet.value (dict "root" $ "path" "tracing.endpoint"). */}}
{{- define "fleet.value" -}}
{{- $at := .root.Values }}
{{- range splitList "." .path }}{{ $at = index $at . }}{{ end -}}
{{ $at }}
{{- end }}

{{/*
What a service's process is given: {env: [entries], files: [keys of the keys secret], claims: {volume: claim}, rooms: [volumes]}, one entry for each setting of its
config.ts, from the values where they name it, else from files/settings.yaml.
*/}}
{{- define "fleet.environment" -}}
{{- $root := .root }}
{{- $service := .name }}
{{- $package := .facts.package }}
{{- $own := .tuning.settings }}
{{- $ports := include "fleet.ports" $root | fromJson }}
{{- $sources := $root.Files.Get "files/settings.yaml" | fromYaml }}
{{- $env := list }}
{{- $files := list }}
{{- $claims := dict }}
{{- $rooms := list }}
{{- range .facts.settings }}
{{- $source := index $sources .variable }}
{{- $entry := dict "name" .variable }}
{{- if hasKey $own .variable }}
{{- $_ := set $entry "value" (toString (index $own .variable)) }}
{{- else if .peer }}
{{- $host := include "service.host" (dict "root" $root "name" .peer) }}
{{- $_ := set $entry "value" (printf "%s:%v" $host $ports.grpc) }}
{{- else if not $source }}
{{- fail (printf "the config.ts of %s reads %s: say where it comes from in charts/fleet/files/settings.yaml, or give a default in charts/fleet/values.yaml." $service .variable) }}
{{- else if and $source.none (not (index $root.Values.secrets $source.secret)) }}
{{- $_ := set $entry "value" "" }}
{{- else if $source.secret }}
{{- $reference := dict "name" (index $root.Values.secrets $source.secret) "key" (replace "{package}" $package $source.key) }}
{{- if $source.optional }}{{ $_ := set $reference "optional" true }}{{ end }}
{{- $_ := set $entry "valueFrom" (dict "secretKeyRef" $reference) }}
{{- else if $source.file }}
{{- $key := replace "{service}" $service $source.file }}
{{- $files = append $files $key }}
{{- $_ := set $entry "value" (printf "/etc/jst/keys/%s" $key) }}
{{- else if $source.claim }}
{{- $claim := index $root.Values.claims $source.claim }}
{{- $_ := set $entry "value" "" }}
{{- $instead := "" }}
{{- with $source.instead }}{{ $instead = include "fleet.value" (dict "root" $root "path" .) }}{{ end }}
{{- if $instead }}
{{- $_ := set $entry "value" (printf "%s%s" $source.insteadPrefix $instead) }}
{{- else if $claim }}
{{- $_ := set $claims (kebabcase $source.claim) $claim }}
{{- $_ := set $entry "value" (printf "%s/var/lib/jst/%s/%s" ($source.prefix | default "") (kebabcase $source.claim) $source.path) }}
{{- end }}
{{- else if $source.room }}
{{- $_ := set $entry "value" "" }}
{{- $isWanted := "yes" }}
{{- if $source.with }}{{ $isWanted = include "fleet.value" (dict "root" $root "path" $source.with) }}{{ end }}
{{- if $isWanted }}
{{- $rooms = append $rooms $source.room }}
{{- $_ := set $entry "value" (printf "/var/lib/jst/%s" $source.room) }}
{{- end }}
{{- else if $source.mtls }}
{{- $_ := set $entry "value" (ternary $source.mtls "" $root.Values.mtls.enabled) }}
{{- else if $source.port }}
{{- $_ := set $entry "value" (toString (index $ports $source.port)) }}
{{- else if $source.from }}
{{- $_ := set $entry "value" (include "fleet.value" (dict "root" $root "path" $source.from)) }}
{{- else if $source.switch }}
{{- $value := include "fleet.value" (dict "root" $root "path" $source.switch) }}
{{- $_ := set $entry "value" (ternary "on" "off" (eq (trim $value) "true")) }}
{{- else if $source.name }}
{{- $_ := set $entry "value" $service }}
{{- else }}
{{- $_ := set $entry "value" $source.value }}
{{- end }}
{{- $env = append $env $entry }}
{{- end }}
{{ dict "env" $env "files" $files "claims" $claims "rooms" $rooms | toYaml }}
{{- end }}
