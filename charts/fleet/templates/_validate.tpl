{{/* What a schema cannot say, or only in words nobody understands: every missing value at once, each with what to do. */}}
{{- define "fleet.validate" -}}
{{- $root := . }}
{{- $v := .Values }}
{{- $facts := include "fleet.facts" . | fromJson }}
{{- $faults := list }}
{{- if not $v.baseUrl }}
{{- $faults = append $faults "baseUrl is missing: set it to the public URL of the gateway, such as https://api.example.com." }}
{{- end }}
{{- range $secret, $holds := dict "keys" "the signing and sealing keys" "database" "a connection string per database role" "redis" "url, the address of Redis" "kafka" "brokers, host:port separated by commas" }}
{{- if not (index $v.secrets $secret) }}
{{- $faults = append $faults (printf "secrets.%s is missing: name an existing Secret that holds %s (docs/operate/install.md lists its entries)." $secret $holds) }}
{{- end }}
{{- end }}
{{- if and $v.migrations.bootstrap (not $v.secrets.bootstrap) }}
{{- $faults = append $faults "secrets.bootstrap is missing: name an existing Secret with superuser-url and role-passwords.json, or set migrations.bootstrap to false and let your database's administrator run it." }}
{{- end }}
{{- if and $v.mtls.enabled (not (contains "{name}" $v.mtls.secret)) }}
{{- $faults = append $faults "mtls.secret is missing: name the existing Secrets of type kubernetes.io/tls, one for each process, such as jst-tls-{name} (docs/operate/install.md says what is in them)." }}
{{- end }}
{{- if and (eq $v.kafka.sasl "plain") (not $v.kafka.tls) }}
{{- $faults = append $faults "kafka.sasl is plain, which shows the password to the network: set kafka.tls to true, or take scram-sha-512." }}
{{- end }}
{{- range $store := list "database" "redis" "kafka" }}
{{- if not (index $v.network.stores $store).peers }}
{{- $faults = append $faults (printf "network.stores.%s.peers is empty: list where it is, such as [{ipBlock: {cidr: 10.20.0.0/24}}]; nothing else is let through." $store) }}
{{- end }}
{{- end }}
{{- if $v.files.bucket }}
{{- if $v.claims.files }}
{{- $faults = append $faults "claims.files and files.bucket are both set: the bytes of files are in one place, so leave one of them empty." }}
{{- end }}
{{- if not $v.secrets.files }}
{{- $faults = append $faults "secrets.files is missing, and files.bucket is set: name an existing Secret with access-key-id and secret-access-key." }}
{{- end }}
{{- if not $v.network.stores.files.peers }}
{{- $faults = append $faults "network.stores.files.peers is empty, and files.bucket is set: list where the bucket's endpoint is." }}
{{- end }}
{{- end }}
{{- if ne (empty $v.signIn.issuer) (empty $v.signIn.clientId) }}
{{- $faults = append $faults "signIn.issuer and signIn.clientId go together: set both, or neither." }}
{{- end }}
{{- if and $v.secrets.signIn (not $v.signIn.issuer) }}
{{- $faults = append $faults "secrets.signIn is set, and signIn.issuer is not: name the OpenID provider that the secret is of." }}
{{- end }}
{{- if and $v.signIn.issuer (not $v.network.signInProviders) }}
{{- $faults = append $faults "signIn.issuer is set, and network.signInProviders is false: account could not reach the provider." }}
{{- end }}
{{- if ne (empty $v.mail.from) (empty $v.secrets.mail) }}
{{- $faults = append $faults "mail.from and secrets.mail go together: name the sender of mails to members and an existing Secret with smtp-url, or neither." }}
{{- end }}
{{- if and $v.tracing.endpoint (not $v.network.stores.collector.peers) }}
{{- $faults = append $faults "network.stores.collector.peers is empty, and tracing.endpoint is set: list where the collector is." }}
{{- end }}
{{- range $name, $own := $v.services }}
{{- $service := index $facts.services $name }}
{{- if not $service }}
{{- $faults = append $faults (printf "services.%s: there is no such service; there are %s." $name (keys $facts.services | sortAlpha | join ", ")) }}
{{- else }}
{{- $known := list }}
{{- range $service.settings }}{{ $known = append $known .variable }}{{ end }}
{{- range $variable, $value := ($own | default dict).settings }}
{{- if not (has $variable $known) }}
{{- $faults = append $faults (printf "services.%s.settings.%s: %s reads no such setting (services/%s/src/%s)." $name $variable $name $service.package (ternary "config.ts" (printf "%s-config.ts" $name) (eq $service.package $name))) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- $tuned := dict "defaults" $v.defaults "gateway.tuning" ($v.gateway.tuning | default dict) }}
{{- range $name, $own := $v.services }}{{ $_ := set $tuned (printf "services.%s" $name) ($own | default dict) }}{{ end }}
{{- $labels := include "service.labels" (dict "root" $root "name" "") | fromYaml }}
{{- range $where, $own := $tuned }}
{{- range $label, $_ := $own.podLabels }}
{{- if hasKey $labels $label }}
{{- $faults = append $faults (printf "%s.podLabels.%s: the chart sets this label itself, and Services and policies select by it: leave it out." $where $label) }}
{{- end }}
{{- end }}
{{- end }}
{{- if and $v.stores.inCluster (ne $v.profile "dev") }}
{{- $faults = append $faults "stores.inCluster is for profile dev alone: what those stores hold ends with their pods." }}
{{- end }}
{{- if eq $v.profile "isolated" }}
{{- $faults = concat $faults (include "fleet.validateIsolated" . | fromYamlArray) }}
{{- end }}
{{- $needed := include "fleet.connections" . | int }}
{{- if gt (mul $needed 10) (mul ($v.database.maxConnections | int) 8) }}
{{- $faults = append $faults (printf "database.maxConnections is %v, and at full scale the fleet opens %d, above 80 %% of it: raise it there and here, or lower maxReplicas or DATABASE_POOL." $v.database.maxConnections $needed) }}
{{- end }}
{{- if $faults }}
{{- fail (printf "the values are not complete:\n%s" (join "\n" $faults)) }}
{{- end }}
{{- end }}

{{/* What an isolated tenant must have that a shared fleet may have. A list of faults. */}}
{{- define "fleet.validateIsolated" -}}
{{- $v := .Values }}
{{- $faults := list }}
{{- if not $v.tenant }}
{{- $faults = append $faults "tenant is missing: the slug of the one team this fleet is for." }}
{{- end }}
{{- if eq $v.audience "jst" }}
{{- $faults = append $faults "audience is that of the shared fleet: give the tenant its own, such as its slug, so that no caller of one is believed by the other." }}
{{- end }}
{{- if not $v.claims.auditHeads }}
{{- $faults = append $faults "claims.auditHeads is missing: name an existing, encrypted PersistentVolumeClaim; the audit log of an isolated tenant is signed outside of its database." }}
{{- end }}
{{- if not $v.topicPrefix }}
{{- $faults = append $faults "topicPrefix is missing: the tenant's topics must be its own, such as acme." }}
{{- end }}
{{- if and $v.baseUrl (not (hasPrefix "https://" $v.baseUrl)) }}
{{- $faults = append $faults "baseUrl must begin with https:// for an isolated tenant." }}
{{- end }}
{{- range $v.network.callers.clients }}
{{- if and (hasKey . "namespaceSelector") (not .namespaceSelector) }}
{{- $faults = append $faults "network.callers.clients must name the ingress' namespace: an isolated tenant is not reachable from every namespace." }}
{{- end }}
{{- end }}
{{- if not $v.mtls.enabled }}
{{- $faults = append $faults "mtls.enabled must be true for an isolated tenant: its services believe nobody without a certificate." }}
{{- end }}
{{- if not $v.quota.enabled }}
{{- $faults = append $faults "quota.enabled must be true for an isolated tenant." }}
{{- end }}
{{- if not $v.network.denyWholeNamespace }}
{{- $faults = append $faults "network.denyWholeNamespace must be true for an isolated tenant: the namespace is its own." }}
{{- end }}
{{ toYaml $faults }}
{{- end }}

{{/* Connections to PostgreSQL when every service runs at its maximum and one replica more is rolling. */}}
{{- define "fleet.connections" -}}
{{- $root := . }}
{{- $sum := 0 }}
{{- range $name, $service := (include "fleet.facts" . | fromJson).services }}
{{- if or $service.hasSchema (ne $service.package $name) }}
{{- $tuning := include "fleet.tuningOf" (dict "root" $root "name" $name) | fromYaml }}
{{- $replicas := ternary $tuning.autoscaling.maxReplicas $tuning.replicas $tuning.autoscaling.enabled | int }}
{{- $each := $root.Values.database.connectionsBesidesPool | int }}
{{- range $service.settings }}
{{- if hasSuffix "DATABASE_POOL" .variable }}
{{- $each = add $each (index $tuning.settings .variable | int) }}
{{- end }}
{{- end }}
{{- $sum = add $sum (mul $each (add $replicas 1)) }}
{{- end }}
{{- end -}}
{{ $sum }}
{{- end }}
