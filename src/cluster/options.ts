import type { AdmissionPluginName } from '../admission/plugin-names.js'
import type { AgentOptions } from '../agents/simulation.js'
import type { AdmissionPlugin } from '../admission/types.js'
import type { ContainerScript } from '../containers/types.js'
import type { ControllerChoice } from '../controllers/runtime/choose.js'
import type { Kind } from '../registry/kind.js'
import type { FeatureGate } from '../registry/feature-gates.js'
import type { Profile } from '../registry/profile.js'
import type { Input } from '../source/input.js'

/**
 * Options of `createCluster`. All may be left out. One that is unknown, or of the wrong type, is refused with a
 * TypeError that says what was meant; what is wrong in `crds`, `fixtures`, `scripts` and `openapi`, with a LoadError
 * that names line and column.
 *
 * @example
 * createCluster({ seed: 1, crds: await readFile('backups.yaml', 'utf8'), nodes: 3, controllers: ['namespace-end'] })
 */
export type ClusterOptions = {
  /**
   * Whose names are used: those real clients have compiled in (`kubernetes`, the default) or the specification's
   * (`example`).
   */
  readonly profile?: Profile['name']
  /**
   * Decides ids and randomness: the same seed and the same requests give the same bytes (default: one made by chance).
   */
  readonly seed?: number
  /**
   * Where a virtual clock starts: milliseconds since 1970, or a text such as `2024-01-01T00:00:00Z`, the default.
   * Fixtures that state newer times move it there.
   */
  readonly start?: number | string
  /** `virtual` time moves only by `clock.advance`; the default with a seed, else `system`. */
  readonly clock?: 'system' | 'virtual'
  /** Feature gates to set, such as `{ WatchList: true }`; the others are as in v1.33. */
  readonly featureGates?: { readonly [gate in FeatureGate]?: boolean }
  /**
   * Admission plug-ins that are not asked, by their names on a real server, such as `ServiceAccount` (default none).
   */
  readonly disableAdmissionPlugins?: readonly AdmissionPluginName[]
  /** Admission plug-ins of your own, which are asked after the others and before ResourceQuota (default none). */
  readonly admissionPlugins?: readonly AdmissionPlugin[]
  /** Requests over HTTP without this bearer token are refused with 401 (default: everybody may ask). */
  readonly token?: string
  /** Whether the cluster is controlled over HTTP too, under `/_fakecluster/` (default true). */
  readonly control?: boolean
  /** Bytes that the body of a request to control may have (default 32 MiB). */
  readonly controlLimit?: number
  /**
   * Names of hosts, besides those of loopback, by which the cluster may be asked for where it is served, and its
   * control where it is mounted (default none).
   */
  readonly allowHosts?: readonly string[]
  /** Kinds to serve besides the built-in ones, at paths that have none; those of OpenAPI documents give way there. */
  readonly kinds?: readonly Kind[]
  /**
   * CustomResourceDefinitions there are from the start: YAML or JSON text, objects, or a list of both (default none).
   */
  readonly crds?: Input
  /** Objects there are from the start, of any kind, in the same forms (default none). */
  readonly fixtures?: Input
  /**
   * Ready nodes there are from the start, besides those of fixtures: `node-1`, `node-2`, …, each with an agent (default
   * 0, at most 5 000).
   */
  readonly nodes?: number
  /**
   * Nodes that have agents besides those of fixtures and of `nodes`: `{ nodes: '*' }` for all, or
   * `{ nodes: 'type=kwok' }` for those of a label selector (default none).
   */
  readonly agents?: AgentOptions
  /**
   * What containers do that agents play, by image, name, labels, namespace or pod, such as
   * `{ image: 'shop/api:*', ready: '3s' }` (default: they become ready, and go on).
   */
  readonly containers?: ContainerScript | readonly ContainerScript[]
  /** Scripts in force from the start: hooks and reactions, in the same forms (default none). */
  readonly scripts?: Input
  /**
   * OpenAPI v3 documents, in the same forms; their kinds are served as far as there is none at their path (default
   * none).
   */
  readonly openapi?: Input
  /**
   * Controllers at work: all that imitate the real ones (`default`), none, or some by name, besides any of your own,
   * such as `['namespace-end', mine]` (default `default`).
   */
  readonly controllers?: ControllerChoice
  /**
   * Whether `close` fails on hooks that never fired, expectations not met and requests nobody expected (default false).
   */
  readonly strict?: boolean
  /**
   * The folder that `inspect` writes to, and that a failing test's cluster is kept in (default that of
   * `$FAKECLUSTER_BUNDLES`).
   */
  readonly bundles?: string
  /**
   * Changes held per kind for watches and past reads (default 10 000), or also the bytes all of them may take (default
   * 256 MiB).
   */
  readonly history?: number | { readonly changes?: number; readonly bytes?: number }
  /**
   * Bytes that all objects may take in memory, roughly (default 1 GiB); what would take more is refused as etcd refuses
   * it whose quota is used up.
   */
  readonly storageLimit?: number
  /**
   * Requests the journal holds (default 1 000; 0 for none), or also the bytes all of them may take (default 64 MiB),
   * and whether bodies longer than about 16 KB are kept (default false).
   */
  readonly journal?: number | { readonly requests?: number; readonly bytes?: number; readonly wholeBodies?: boolean }
}
