import type { AdmissionPluginName } from '../server/admission/plugin-names.js'
import type { AgentOptions } from '../controllers/agents/kubelet/simulation.js'
import type { AdmissionPlugin } from '../server/admission/types.js'
import type { ContainerScript } from '../rest/containers/types.js'
import type { ControllerChoice } from '../controllers/choose.js'
import type { Kind } from '../model/registry/kind.js'
import type { FeatureGate } from '../model/registry/feature-gates.js'
import type { Profile } from '../model/registry/profile.js'
import type { RuntimeConfig } from '../model/registry/runtime-config.js'
import type { Input } from '../base/input/input.js'

/**
 * Options of `createCluster`, all optional. An unknown option or one of the wrong type is a TypeError; an error in
 * `crds`, `fixtures`, `scripts` or `openapi` is a LoadError with line and column.
 *
 * @example
 * createCluster({ seed: 1, crds: await readFile('backups.yaml', 'utf8'), nodes: 3, controllers: ['namespace-end'] })
 */
export type ClusterOptions = {
  /**
   * The names of API groups: those of Kubernetes, which real clients have compiled in (`kubernetes`, the default), or
   * the specification's (`example`).
   */
  readonly profile?: Profile['name']
  /**
   * The seed of UIDs and randomness: the same seed and the same requests give the same bytes (default: random). With a
   * seed the clock is virtual.
   */
  readonly seed?: number
  /**
   * The start time of a virtual clock: milliseconds since 1970, or a string such as `2024-01-01T00:00:00Z`, the
   * default. With a start the clock is virtual. Fixtures with later timestamps move it forward to those.
   */
  readonly start?: number | string
  /**
   * A `virtual` clock stands until it is told to move. The default is `virtual` with a `seed` or a `start`, otherwise
   * `system`.
   */
  readonly clock?: 'system' | 'virtual'
  /** Feature gates to set, such as `{ WatchList: true }`; the others have their defaults of v1.33. */
  readonly featureGates?: { readonly [gate in FeatureGate]?: boolean }
  /**
   * Built-in APIs to serve or not, as in kube-apiserver's `--runtime-config`, such as `{ 'api/beta': true,
   * 'batch/v1/cronjobs': false }` (default: the stable versions, and LeaseCandidate).
   */
  readonly runtimeConfig?: RuntimeConfig
  /** Admission plug-ins to disable, by their names in kube-apiserver, such as `ServiceAccount` (default none). */
  readonly disableAdmissionPlugins?: readonly AdmissionPluginName[]
  /** Admission plug-ins of your own. They run after the built-in ones, but before ResourceQuota (default none). */
  readonly admissionPlugins?: readonly AdmissionPlugin[]
  /** The bearer token that requests over HTTP must carry; others get a 401 (default: no authentication). */
  readonly token?: string
  /** Whether to serve the control API over HTTP, under `/_fakecluster/` (default true). */
  readonly control?: boolean
  /** Maximum size in bytes of the body of a control request (default 32 MiB). */
  readonly controlLimit?: number
  /**
   * Host names, besides those of loopback, that requests may name where the cluster is served, and control requests
   * where the app is mounted (default none).
   */
  readonly allowHosts?: readonly string[]
  /**
   * Kinds to serve besides the built-in ones, at paths that are still free; they take precedence over those of
   * `openapi`.
   */
  readonly kinds?: readonly Kind[]
  /**
   * CustomResourceDefinitions that exist from the start: YAML or JSON text, objects, or a list of both (default none).
   */
  readonly crds?: Input
  /** Objects of any kind that exist from the start, in the same formats (default none). */
  readonly fixtures?: Input
  /**
   * Number of ready nodes that exist from the start, besides those of fixtures: `node-1`, `node-2`, …, each with an
   * agent, which simulates its kubelet (default 0, at most 5 000).
   */
  readonly nodes?: number
  /**
   * Which other nodes get an agent, besides those of fixtures and of `nodes`: `{ nodes: '*' }` for all, or
   * `{ nodes: 'type=kwok' }` for those that match a label selector (default none).
   */
  readonly agents?: AgentOptions
  /**
   * How the containers that agents run behave, by image, name, labels, namespace or pod, such as
   * `{ image: 'shop/api:*', ready: '3s' }` (default: they become ready and keep running).
   */
  readonly containers?: ContainerScript | readonly ContainerScript[]
  /** Scripts in force from the start: hooks and reactions, in the same formats (default none). */
  readonly scripts?: Input
  /** OpenAPI v3 documents, in the same formats; their kinds are served at paths that are still free (default none). */
  readonly openapi?: Input
  /**
   * The controllers to run: all built-in ones (`default`), `none`, or a list of names and of controllers of your own,
   * such as `['namespace-end', mine]` (default `default`).
   */
  readonly controllers?: ControllerChoice
  /**
   * Number of reconciliations that a request waits for (default 1 000). What is left goes on after the reply: in turns,
   * or at a virtual clock with each further request, in `settled` and `idle`, and before the clock moves.
   */
  readonly reconcileLimit?: number
  /**
   * Whether `close` throws if hooks never fired, expectations were not met, or unexpected requests came in (default
   * false).
   */
  readonly strict?: boolean
  /**
   * The folder that `inspect` writes to, and that the cluster of a failing test is saved to (default
   * `$FAKECLUSTER_BUNDLES`).
   */
  readonly bundles?: string
  /**
   * Number of changes kept per kind for watches and past reads (default 10 000), or also the maximum size in bytes of
   * all changes (default 64 MiB).
   */
  readonly history?: number | { readonly changes?: number; readonly bytes?: number }
  /**
   * Approximate maximum size in bytes of all objects in memory (default 1 GiB). Writes beyond it fail as they do when
   * etcd exceeds its quota.
   */
  readonly storageLimit?: number
  /**
   * Number of requests that the journal keeps (default 1 000; 0 for none), or also their maximum size in bytes (default
   * 64 MiB), and whether to keep bodies longer than about 16 KB (default false).
   */
  readonly journal?: number | { readonly requests?: number; readonly bytes?: number; readonly wholeBodies?: boolean }
}
