import type { EnvState } from '../../base/time/env.js'
import type { ContainerScriptState } from '../../rest/containers/container-scripts.js'
import type { ControllerState } from '../../controllers/runtime/state.js'
import type { HookState } from '../../server/hooks/hook-set.js'
import type { KubeObject } from '../../schema/object.js'
import type { Unread } from '../../base/input/input.js'
import type { KubernetesVersion } from '../../model/registry/kubernetes-version.js'
import type { State } from '../../store/transaction.js'
import type { Invariant } from './invariants.js'

/** The state of a cluster as a value. */
export type Snapshot = {
  /** The version of Kubernetes whose objects these are. */
  readonly version: KubernetesVersion
  readonly state: State<KubeObject>
  readonly env: EnvState
  readonly hooks: HookState
  readonly containers: ContainerScriptState
  readonly controllers: ControllerState
  readonly invariants: readonly Invariant[]
  /** Initial definitions, fixtures and scripts that are not loaded yet, because they wait for a library. */
  readonly unread?: Unread
}
