import { printGoDuration } from '../../../base/go/duration.js'
import type { Placed } from './containers-of.js'
import { imageSizeOf } from '../../../rest/containers/runtime-ids.js'
import type { AgentPod } from './types.js'

/** An Event to record about a pod or one of its containers. */
export type ContainerRemark = {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
  /** The path of the container in the pod: `spec.containers{web}`. */
  readonly fieldPath?: string
}

/** The container that an Event is about. */
type About = Pick<Placed, 'group' | 'container'>

type Said = Omit<ContainerRemark, 'fieldPath' | 'type'> & Partial<Pick<ContainerRemark, 'type'>>

/** The state of a waiting container, and the Events to record. */
type Waiting = {
  readonly reason: string
  readonly message: string
  readonly remarks: readonly ContainerRemark[]
}

/** Returns an Event about a container. */
export const remarkOn = ({ group, container }: About, said: Said): ContainerRemark => ({
  type: 'Normal',
  ...said,
  fieldPath: `spec.${group}{${container.name}}`,
})

/** Returns the Events of a starting container; its image is pulled if it is missing, or by its pull policy. */
export function startRemarks(placed: About, hasImage: boolean, pulled: number): readonly ContainerRemark[] {
  const { name, image, imagePullPolicy } = placed.container
  const isThere = imagePullPolicy === 'Never' || (imagePullPolicy === 'IfNotPresent' && hasImage)
  const took = printGoDuration(pulled)
  const size = imageSizeOf(image)
  const said = isThere
    ? [{ reason: 'Pulled', message: `Container image "${image}" already present on machine` }]
    : [
        pulling(image),
        {
          reason: 'Pulled',
          message: `Successfully pulled image "${image}" in ${took} (${took} including waiting). Image size: ${size} bytes.`,
        },
      ]
  return [
    ...said,
    { reason: 'Created', message: `Created container: ${name}` },
    { reason: 'Started', message: `Started container ${name}` },
  ].map((each) => remarkOn(placed, each))
}

const pulling = (image: string): Said => ({ reason: 'Pulling', message: `Pulling image "${image}"` })

/** Returns the state and Events of a failed image pull. */
export function pullFailed(placed: About, reason: string, said: string | undefined): Waiting {
  const { image } = placed.container
  const failed = (message: string) => ({ type: 'Warning' as const, reason: 'Failed', message })
  const [message, remarks] = ((): readonly [string, readonly Said[]] => {
    if (reason === 'ErrImageNeverPull') {
      const text = said ?? `Container image "${image}" is not present with pull policy of Never`
      return [text, [{ type: 'Warning', reason, message: text }]]
    }
    if (reason === 'InvalidImageName') {
      const text =
        said ??
        `Failed to apply default image tag "${image}": couldn't parse image name "${image}": invalid reference format`
      return [text, [{ type: 'Warning', reason: 'InspectFailed', message: text }]]
    }
    const text =
      said ??
      `rpc error: code = NotFound desc = failed to pull and unpack image "${image}": failed to resolve reference "${image}": ${image}: not found`
    return [text, [pulling(image), failed(`Failed to pull image "${image}": ${text}`)]]
  })()
  return { reason, message, remarks: [...remarks, failed(`Error: ${reason}`)].map((each) => remarkOn(placed, each)) }
}

/** Returns the state and Events of back-off before another pull. */
export function backOffPulling(placed: About, said: string): Waiting {
  const text = `Back-off pulling image "${placed.container.image}"`
  const remarks: readonly Said[] = [
    { reason: 'BackOff', message: text },
    { type: 'Warning', reason: 'Failed', message: 'Error: ImagePullBackOff' },
  ]
  return {
    reason: 'ImagePullBackOff',
    message: `${text}: ${said}`,
    remarks: remarks.map((each) => remarkOn(placed, each)),
  }
}

/** Returns the state and Events of back-off before a restart. */
export function backOffRestarting(placed: About, { metadata }: AgentPod, delay: number): Waiting {
  const { name } = placed.container
  const pod = `${metadata.name}_${metadata.namespace}(${metadata.uid})`
  const message = `Back-off restarting failed container ${name} in pod ${pod}`
  return {
    reason: 'CrashLoopBackOff',
    message: `back-off ${printGoDuration(delay)} restarting failed container=${name} pod=${pod}`,
    remarks: [remarkOn(placed, { type: 'Warning', reason: 'BackOff', message })],
  }
}

/** Returns the Event of a container that is told to stop. */
export const killing = (placed: About): ContainerRemark =>
  remarkOn(placed, { reason: 'Killing', message: `Stopping container ${placed.container.name}` })

/** Returns the Event of a container that is killed to get other resources. */
export const resizeRestart = (placed: About): ContainerRemark =>
  remarkOn(placed, { reason: 'Killing', message: `Container ${placed.container.name} resize requires restart` })

/** Returns the Event of a container that is killed as all containers begin anew. */
export const resetting = (placed: About): ContainerRemark => remarkOn(placed, { reason: 'Killing', message: 'killing' })

/** Returns the Event of a container that is killed for a failing probe. */
export const restarting = (placed: About, probe: string): ContainerRemark =>
  remarkOn(placed, {
    reason: 'Killing',
    message: `Container ${placed.container.name} failed ${probe.toLowerCase()} probe, will be restarted`,
  })
