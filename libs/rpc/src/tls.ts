import { credentials, type ChannelCredentials } from "@grpc/grpc-js";
import type { TlsIdentity } from "@jst/config";
import { metrics } from "@opentelemetry/api";
import { X509Certificate } from "node:crypto";
import type { TlsOptions } from "node:tls";

/** Options of a listener: both sides show a certificate of the fleet's own authority. */
export function serverTls({ authorities, certificate, key }: TlsIdentity): TlsOptions {
  return {
    ca: authorities,
    cert: certificate,
    key: key.reveal(),
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: "TLSv1.3",
  };
}

/**
 * Returns the credentials of a channel: TLS if this process has an identity, and then the service must have its own.
 */
export function channelCredentials(tls: TlsIdentity | undefined): ChannelCredentials {
  if (tls === undefined) return credentials.createInsecure();
  const [authorities, key, certificate] = [tls.authorities, tls.key.reveal(), tls.certificate].map((text) =>
    Buffer.from(text),
  );
  return credentials.createSsl(authorities, key, certificate);
}

/** Names the service for TLS: a certificate is of the service, not of the host that it runs on. */
export function serverName(service: string, tls: TlsIdentity | undefined): Record<string, string> {
  return tls === undefined ? {} : { "grpc.ssl_target_name_override": service };
}

/** Shows on /metrics when the certificate ends: a process keeps the one it has started with. */
export function watchExpiry({ certificate }: TlsIdentity): void {
  const seconds = Date.parse(new X509Certificate(certificate).validTo) / 1_000;
  metrics
    .getMeter("rpc")
    .createObservableGauge("tls.certificate.expiry", {
      description: "When the certificate of this process ends, in Unix time.",
      unit: "s",
    })
    .addCallback((gauge) => gauge.observe(seconds));
}
