import type { Placed } from './containers-of.js'
import { imageSizeOf } from './ids.js'

/** What an agent says of one container of a pod. */
export type ContainerRemark = {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
  /** Where in the pod the container is: `spec.containers{web}`. */
  readonly fieldPath: string
}

type Said = Omit<ContainerRemark, 'fieldPath' | 'type'> & Partial<Pick<ContainerRemark, 'type'>>

/** A remark on a container. */
export const remarkOn = ({ group, container }: Pick<Placed, 'group' | 'container'>, said: Said): ContainerRemark => ({
  type: 'Normal',
  ...said,
  fieldPath: `spec.${group}{${container.name}}`,
})

/** What is said of a container that is started; its image is pulled where it is not there, or where it always is. */
export function startRemarks(placed: Placed, hasImage: boolean): readonly ContainerRemark[] {
  const { name, image, imagePullPolicy } = placed.container
  const isThere = imagePullPolicy === 'Never' || (imagePullPolicy === 'IfNotPresent' && hasImage)
  const pulled = isThere
    ? [{ reason: 'Pulled', message: `Container image "${image}" already present on machine` }]
    : [
        { reason: 'Pulling', message: `Pulling image "${image}"` },
        {
          reason: 'Pulled',
          message: `Successfully pulled image "${image}" in 1s (1s including waiting). Image size: ${imageSizeOf(image)} bytes.`,
        },
      ]
  return [
    ...pulled,
    { reason: 'Created', message: `Created container: ${name}` },
    { reason: 'Started', message: `Started container ${name}` },
  ].map((said) => remarkOn(placed, said))
}

/** What is said of a container that is told to stop. */
export const killing = (placed: Placed): ContainerRemark =>
  remarkOn(placed, { reason: 'Killing', message: `Stopping container ${placed.container.name}` })
