import { formatTime } from '../../base/time/time.js'
import type { Steps } from '../../base/turns/steps.js'
import type { KubeObject } from '../../schema/object.js'
import type { WorldInSteps } from '../runtime/types.js'
import { refOf } from './owner.js'
import { observedOf } from './pod-state.js'

/** A condition that a controller has to tell of a pod. */
type Told = { readonly type: string; readonly status: string; readonly reason: string; readonly message: string }

type Conditioned = KubeObject & { readonly status?: { readonly conditions?: readonly Known[] | undefined } | undefined }
type Known = { readonly [Field in keyof Told]?: Told[Field] | undefined } & {
  readonly lastTransitionTime?: string | null | undefined
}

/**
 * Writes a condition of a pod, and what else of its status is given, as far as it is not there yet (pkg/util/pod:
 * PatchPodStatus): a new condition comes last, and its time is that of the last change of its status.
 */
export function* writePodCondition(
  pod: Conditioned,
  condition: Told,
  world: WorldInSteps,
  rest?: { readonly [field: string]: unknown },
): Steps<void> {
  const { conditions = [] } = pod.status ?? {}
  const { type, status } = condition
  const known = conditions.find((one) => one.type === type)
  const isTold = tells(known, condition)
  if (isTold && !rest) return
  const lastTransitionTime = known?.status === status ? known.lastTransitionTime : formatTime(world.now())
  const told = { ...condition, lastProbeTime: null, lastTransitionTime, ...observedOf(pod, world) }
  const order = known ? conditions : [...conditions, condition]
  const inOrder = conditions.length > 0 && { '$setElementOrder/conditions': order.map((one) => ({ type: one.type })) }
  const changed = { ...(!isTold && { conditions: [told], ...inOrder }), ...rest }
  yield* world.patch('v1/Pod', refOf(pod), { status: changed }, { subresource: 'status', type: 'strategic' })
}

/** Tells whether a condition of a pod says what a controller has to tell. */
export const tells = (known: Known | undefined, { status, reason, message }: Omit<Told, 'type'>): boolean =>
  known?.status === status && known.reason === reason && known.message === message
