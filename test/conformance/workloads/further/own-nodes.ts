import type { Manifest } from '../scenario.js'

export type Members = { readonly [member: string]: unknown }

/** The label of the nodes of a scenario, which its pods select. */
export const OWN = 'example.io/own'
const nameOf = (number: number, at: number) => `node-${number}${at}`

/** A node of a scenario, played by KWOK or by our node agents. */
export const node = (
  number: number,
  at: number,
  more: { readonly labels?: Members; readonly spec?: Members; readonly cpu?: string; readonly pods?: string } = {},
): Manifest => {
  const name = nameOf(number, at)
  const resources = { cpu: more.cpu ?? '2', memory: '2Gi', pods: more.pods ?? '20' }
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name, [OWN]: `s${number}`, ...more.labels } },
    ...(more.spec ? { spec: more.spec } : {}),
    status: { allocatable: resources, capacity: resources },
  }
}
export const nodePath = (number: number, at: number): string => `v1/nodes!/${nameOf(number, at)}`
export const shownNodes = (number: number): readonly string[] => [
  `v1/nodes!?labelSelector=${encodeURIComponent(`${OWN}=s${number}`)}`,
]

/** Restrict a pod to the nodes of its scenario, or to one of them. */
export const onOwn = (number: number): Members => ({ nodeSelector: { [OWN]: `s${number}` } })
export const on = (number: number, at: number): Members => ({
  nodeSelector: { 'kubernetes.io/hostname': nameOf(number, at) },
})
export const taint = (key: string, effect: string): Members => ({ key, value: 'yes', effect })
export const asks = (cpu: string): Members => ({
  containers: [{ name: 'a', image: 'example.io/a:1', resources: { requests: { cpu } } }],
})

/** The taint of the nodes of scenarios, and the toleration of their pods. */
export const FENCE = [{ key: OWN, value: 'yes', effect: 'NoSchedule' }]
export const LET_IN = [{ key: OWN, operator: 'Exists' }]
