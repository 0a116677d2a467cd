import { contentHash } from '../../base/bytes/hash.js'
import { formatTime } from '../../base/time/time.js'
import { storedName } from '../../schema/stored-metadata.js'
import type { KubeObject } from '../../schema/object.js'
import type { Deployed, Fate } from './deployments.js'
import type { PopulateContext } from './populate-context.js'

/** An Event about an object that was repeated until now. */
type Said = {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
  readonly component: string
  readonly fieldPath?: string
  readonly count: number
  /** How long ago it first and last occurred, in milliseconds. */
  readonly first: number
  readonly last: number
}

const MINUTE = 60_000
const LONGEST = 55 * MINUTE

/** Stores the Events of the last hour about the pods of a Deployment: failures, and a few past problems. */
export function storeEvents(making: PopulateContext, { pods, fate }: Deployed): void {
  for (const pod of pods) for (const said of remarksOn(making, pod, fate)) storeEvent(making, pod, said)
}

type Spec = {
  readonly nodeName?: string
  readonly containers?: readonly { readonly name: string; readonly image: string }[]
}
type Status = {
  readonly phase?: string
  readonly conditions?: readonly { readonly type: string; readonly message?: string }[]
  readonly containerStatuses?: readonly { readonly ready: boolean; readonly restartCount: number }[]
}

function remarksOn({ chance }: PopulateContext, pod: KubeObject, fate: Fate): readonly Said[] {
  const { containers: [container] = [] } = pod['spec'] as Spec // of a pod
  const { conditions = [], containerStatuses: [told] = [] } = pod['status'] as Status // of a pod
  if (!container) return []
  const fieldPath = `spec.containers{${container.name}}`
  const last = chance.whole(0, 5 * MINUTE)
  const kubelet = { component: 'kubelet', fieldPath, last, first: LONGEST }
  if (fate === 'unschedulable') {
    const message = conditions.find(({ type }) => type === 'PodScheduled')?.message ?? ''
    return [
      {
        type: 'Warning',
        reason: 'FailedScheduling',
        message,
        component: 'default-scheduler',
        count: chance.whole(8, 11),
        first: LONGEST,
        last,
      },
    ]
  }
  if (told && !told.ready && fate === 'stuck')
    return [
      {
        ...kubelet,
        type: 'Normal',
        reason: 'BackOff',
        message: `Back-off pulling image "${container.image}"`,
        count: chance.whole(100, 240),
      },
      {
        ...kubelet,
        type: 'Warning',
        reason: 'Failed',
        message: 'Error: ImagePullBackOff',
        count: chance.whole(100, 240),
      },
    ]
  if (told && !told.ready) {
    const name = `${pod.metadata.name}_${pod.metadata.namespace}(${pod.metadata.uid})`
    const message = `Back-off restarting failed container ${container.name} in pod ${name}`
    return [{ ...kubelet, type: 'Warning', reason: 'BackOff', message, count: chance.whole(100, 240) }]
  }
  if (!chance.percent(1)) return []
  const message = 'Readiness probe failed: HTTP probe failed with statuscode: 503'
  return [{ ...kubelet, type: 'Warning', reason: 'Unhealthy', message, count: chance.whole(1, 12) }]
}

function storeEvent({ storeLike, chance, now }: PopulateContext, about: KubeObject, said: Said): void {
  const { apiVersion, kind, metadata } = about
  const { namespace = '', uid } = metadata
  const name = storedName(about)
  const { type, reason, message, component, fieldPath, count, first, last } = said
  const { nodeName } = about['spec'] as Spec // of a pod
  const host = component === 'kubelet' ? nodeName : undefined
  const [firstTimestamp, lastTimestamp] = [first, last].map((ago) => formatTime(now - ago))
  storeLike({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: {
      name: `${name}.${contentHash(`${uid} ${reason} ${message}`).slice(0, 16).toLowerCase()}`,
      namespace,
      uid: chance.uuid(),
      ...(firstTimestamp ? { creationTimestamp: firstTimestamp } : {}),
    },
    involvedObject: { apiVersion, kind, name, namespace, uid, ...(fieldPath ? { fieldPath } : {}) },
    reason,
    message,
    source: { component, ...(host ? { host } : {}) },
    firstTimestamp,
    lastTimestamp,
    count,
    type,
    reportingComponent: component,
    ...(host ? { reportingInstance: host } : {}),
  })
}
