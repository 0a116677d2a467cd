import { admissionFiles } from './node/files/admission-files.js'
import { giveNodeParts } from './cluster/node-parts.js'
import { inspectNow } from './node/bundle/inspect-now.js'

export type { ServeOptions, StartOptions } from './node/options.js'
export { type StartedCluster, startCluster } from './node/start.js'
export type { StartedFleet } from './node/server/fleet-control.js'
export { type FleetClusterOptions, startFleet } from './node/start-fleet.js'
export { type KubeconfigForOptions, type ServedCluster, serve } from './node/server/serve-cluster.js'
export {
  type TestCluster,
  type TestClusterOptions,
  type TestOptions,
  createTestCluster,
} from './node/testing/test-cluster.js'
export { type ClusterMatchers, matchers } from './cluster/testing/matchers.js'
export { type BundleFileOptions, bundle } from './node/bundle/bundle.js'
export { fromBundle, readBundle, replay } from './node/bundle/from-file.js'
export { createAgent } from './node/dispatcher/agent.js'
export { type ConnectableKubeConfig, connectKubeConfig } from './node/connect-kube-config.js'
export { type ClusterDispatcher, createDispatcher } from './node/dispatcher/dispatcher.js'
export { loadFixtures, loadScripts } from './node/load-fixtures.js'
export { StartError } from './node/failure.js'
export { type KubeconfigOptions, kubeconfig } from './node/kubeconfig.js'
export { BundleError } from './cluster/bundle/bundle-error.js'
export type { BundleOptions } from './cluster/bundle/source.js'
export type * from './cluster/bundle/types.js'
export type { Clock } from './base/time/clock.js'
export type { Controllers } from './controllers/runtime/controllers.js'
export type { Cluster } from './cluster/types.js'
export type { InspectOptions } from './cluster/node-parts.js'
export { createCluster } from './cluster/cluster.js'
export type { ReplayOptions } from './cluster/bundles.js'
export type { Replay } from './cluster/replay/run.js'
export type { FromBundleOptions } from './cluster/from-bundle.js'
export type { ClusterOptions } from './cluster/options.js'
export type { Snapshot } from './cluster/state/snapshot.js'
export { StatusError, type Status, type StatusCause, type StatusDetails } from './base/errors/status.js'
export type * from './server/client/types.js'
export type { KindTypes, StoredObject } from './model/generated/kind-types.js'
export type * from './kinds/object-types.js'
export { LoadError } from './base/input/load-error.js'
export type { LoadOptions } from './cluster/load/load.js'
export * from './server/hooks/statuses.js'
export type * from './server/hooks/types.js'

giveNodeParts({
  inspect: inspectNow,
  // TLS is loaded with the first webhook.
  admissionFiles,
  dial: async (dialled) => (await import('./node/webhooks/dial.js')).dial(dialled),
})
