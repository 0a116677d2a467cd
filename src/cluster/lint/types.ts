import type { Input } from '../../base/input/input.js'
import type { JsonPatchOperation } from '../../model/patch/diff.js'
import type { ClusterOptions } from '../options.js'

/** What is checked, and where. */
export type LintOptions = Pick<ClusterOptions, 'profile' | 'featureGates' | 'runtimeConfig' | 'crds' | 'services'> & {
  /**
   * The version of Kubernetes of the server, or several: of each there is a server of its own (default: that of a
   * cluster for which none is named).
   */
  readonly kubernetesVersion?: string | readonly string[]
  /** Objects that are written as by `kubectl apply`: Namespaces and definitions first, then in their order. */
  readonly manifests?: Input
  /** Policies, their bindings and parameters, which are written before the others. */
  readonly policies?: Input
  /** What is in the cluster already, such as a dump: each of these objects is then tried again, unchanged. */
  readonly against?: Input
}

/** What became of an object. */
export type LintResult = {
  /** The version of Kubernetes of the server, as it was given. */
  readonly kubernetesVersion: string
  /** The file, or `manifests`, `policies` or `against`. */
  readonly source: string
  readonly line?: number
  /** Its kind, namespace and name: `ConfigMap shop/prices`. */
  readonly object: string
  readonly isAdmitted: boolean
  /** Why it is refused, in the server's words, with their code and reason. */
  readonly message?: string
  readonly code?: number
  readonly reason?: string
  readonly warnings: readonly string[]
  /**
   * What admission plug-ins, policies and webhooks changed of the object after the defaults of its kind, as a JSON
   * Patch; that of a refused object too, if it was refused after all changes.
   */
  readonly patch: readonly JsonPatchOperation[]
}

/** What became of all objects, by version, each in the order in which they were written. */
export type LintReport = {
  /** The versions of Kubernetes, each with a result of each object. */
  readonly kubernetesVersions: readonly string[]
  readonly results: readonly LintResult[]
  /** The number of results that are refused. */
  readonly refused: number
  /** The number of results that are admitted with warnings. */
  readonly warned: number
}
