/** Flags of kube-apiserver that a flag of fakecluster does the work of, which is mostly called the same. */
export const EFFECTIVE: { readonly [flag: string]: string } = {
  'admission-control-config-file': 'admission-control-config-file',
  'anonymous-auth': 'anonymous-auth',
  'api-audiences': 'api-audiences',
  'audit-log-path': 'audit-log-path',
  'audit-policy-file': 'audit-policy-file',
  'authorization-mode': 'authorization-mode',
  'bind-address': 'host',
  'client-ca-file': 'client-ca-file',
  'disable-admission-plugins': 'disable-admission-plugins',
  'enable-admission-plugins': 'enable-admission-plugins',
  'feature-gates': 'feature-gates',
  'runtime-config': 'runtime-config',
  'secure-port': 'port',
  'service-account-issuer': 'service-account-issuer',
  'service-account-key-file': 'service-account-key-file',
  'service-account-signing-key-file': 'service-account-signing-key-file',
  'tls-cert-file': 'tls-cert-file',
  'tls-private-key-file': 'tls-private-key-file',
  'token-auth-file': 'token-auth-file',
}

/** Further ones that take effect, in a way of their own. */
export const FURTHER = ['cert-dir', 'etcd-servers', 'help', 'version'] as const

/** Those without which a server would do something else than it was told, and what to do instead. */
export const REFUSED: { readonly [flag: string]: string } = {
  'admission-control': 'name plug-ins with --enable-admission-plugins and --disable-admission-plugins',
  'audit-webhook-config-file': 'write events to a file with --audit-log-path',
  'authentication-config': 'users are those of --client-ca-file and --token-auth-file',
  'authentication-token-webhook-config-file': 'users are those of --client-ca-file and --token-auth-file',
  'authorization-config': 'choose with --authorization-mode=RBAC',
  'authorization-policy-file': 'choose with --authorization-mode=RBAC',
  'authorization-webhook-config-file': 'choose with --authorization-mode=RBAC',
  'egress-selector-config-file': 'webhooks are called directly: leave it out',
  'emulated-version': 'leave it out: the version is that of the program',
  'enable-bootstrap-token-auth': 'users are those of --client-ca-file and --token-auth-file',
  'oidc-client-id': 'users are those of --client-ca-file and --token-auth-file',
  'oidc-issuer-url': 'users are those of --client-ca-file and --token-auth-file',
  'requestheader-client-ca-file': 'users are those of --client-ca-file and --token-auth-file',
  'service-account-signing-endpoint': 'leave it out: tokens are signed by the server itself',
  'tls-sni-cert-key': 'name one certificate with --tls-cert-file and --tls-private-key-file',
}

/** Those that tell how a server works rather than what it answers. */
export const WITHOUT_EFFECT: readonly string[] = words(`
advertise-address aggregator-reject-forwarding-redirect allow-metric-labels allow-metric-labels-manifest
allow-privileged audit-log-batch-buffer-size audit-log-batch-max-size audit-log-batch-max-wait
audit-log-batch-throttle-burst audit-log-batch-throttle-enable audit-log-batch-throttle-qps audit-log-compress
audit-log-format audit-log-maxage audit-log-maxbackup audit-log-maxsize audit-log-mode
audit-log-truncate-enabled audit-log-truncate-max-batch-size audit-log-truncate-max-event-size audit-log-version
audit-webhook-batch-buffer-size audit-webhook-batch-max-size audit-webhook-batch-max-wait
audit-webhook-batch-throttle-burst audit-webhook-batch-throttle-enable audit-webhook-batch-throttle-qps
audit-webhook-initial-backoff audit-webhook-mode audit-webhook-truncate-enabled
audit-webhook-truncate-max-batch-size audit-webhook-truncate-max-event-size audit-webhook-version
authentication-token-webhook-cache-ttl authentication-token-webhook-version
authorization-webhook-cache-authorized-ttl authorization-webhook-cache-unauthorized-ttl
authorization-webhook-version contention-profiling cors-allowed-origins debug-socket-path
default-not-ready-toleration-seconds default-unreachable-toleration-seconds delete-collection-workers
disable-http2-serving disabled-metrics emulation-forward-compatible enable-aggregator-routing
enable-garbage-collector enable-logs-handler enable-priority-and-fairness encryption-provider-config
encryption-provider-config-automatic-reload endpoint-reconciler-type etcd-cafile etcd-certfile
etcd-compaction-interval etcd-count-metric-poll-period etcd-db-metric-poll-interval etcd-healthcheck-timeout
etcd-keyfile etcd-prefix etcd-readycheck-timeout etcd-servers-overrides event-ttl external-hostname
goaway-chance http2-max-streams-per-connection kubelet-certificate-authority kubelet-client-certificate
kubelet-client-key kubelet-preferred-address-types kubelet-timeout kubernetes-service-node-port
lease-reuse-duration-seconds livez-grace-period log-flush-frequency log-json-info-buffer-size
log-json-split-stream log-text-info-buffer-size log-text-split-stream logging-format
max-connection-bytes-per-sec max-mutating-requests-inflight max-requests-inflight min-request-timeout
oidc-ca-file oidc-groups-claim oidc-groups-prefix oidc-required-claim oidc-signing-algs oidc-username-claim
oidc-username-prefix peer-advertise-ip peer-advertise-port peer-ca-file permit-address-sharing
permit-port-sharing profiling proxy-client-cert-file proxy-client-key-file request-timeout
requestheader-allowed-names requestheader-extra-headers-prefix requestheader-group-headers
requestheader-uid-headers requestheader-username-headers runtime-config-emulation-forward-compatible
service-account-extend-token-expiration service-account-jwks-uri service-account-lookup
service-account-max-token-expiration
service-cluster-ip-range service-node-port-range show-hidden-metrics-for-version shutdown-delay-duration
shutdown-send-retry-after shutdown-watch-termination-grace-period storage-backend storage-initialization-timeout
storage-media-type strict-transport-security-directives tls-cipher-suites tls-min-version tracing-config-file v
vmodule watch-cache watch-cache-sizes
`)

/** Those that need no value. */
export const SWITCHES: readonly string[] = words(`
aggregator-reject-forwarding-redirect allow-privileged anonymous-auth audit-log-batch-throttle-enable
audit-log-compress audit-log-truncate-enabled audit-webhook-batch-throttle-enable audit-webhook-truncate-enabled
contention-profiling disable-http2-serving emulation-forward-compatible enable-aggregator-routing
enable-bootstrap-token-auth enable-garbage-collector enable-logs-handler enable-priority-and-fairness
encryption-provider-config-automatic-reload help log-json-split-stream log-text-split-stream
permit-address-sharing permit-port-sharing profiling runtime-config-emulation-forward-compatible
service-account-extend-token-expiration service-account-lookup shutdown-send-retry-after watch-cache
`)

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
