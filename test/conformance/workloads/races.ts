import { isObject } from '../../../src/base/json/json.js'
import type { Scenario, Scene } from './scenario.js'

/**
 * Removes from a scene what depends on races in a real control plane, so that recordings have it either way:
 *
 * - The trigger time of an EndpointSlice whose pods have no port: its ports never equal the stored ones, so that each
 *   sync writes it again, and it is lost if the watch event of the write precedes the reply (kept in
 *   `Service/headless`, lost in `Service/further 88`).
 * - Whether a PodDisruptionBudget was synced before its pods existed, if both are created in one step (Event in
 *   `PodDisruptionBudget/minAvailable 50%`, not in `PodDisruptionBudget/minAvailable 1`).
 * - Whether the repair loop of cluster IPs met a Service before its address was known (Event in the first recording of
 *   `Service/anew 1801`, not in the second).
 * - The order in which a message lists autoscalers of the same pods (both in `HorizontalPodAutoscaler/anew 1300`).
 * - The node ports of a Service, and the order of subsets in Endpoints, which is that of a checksum of the addresses.
 * - The order of volumes in a pod of a StatefulSet with several claims, which is that of a Go map.
 */
export function withoutRaces(scene: Scene, scenario: Scenario): Scene {
  const isHasty = makesBudgetsWithPods(scenario)
  const settled: Record<string, number> = {}
  for (const [text, count] of Object.entries(scene)) {
    if (isHasty && text.startsWith('{"Event":"NoPods"')) continue
    if (text.includes('"component":"ipallocator-repair-controller"')) continue
    const same = settledText(text)
    // Repeated in each sync period, of which a scenario has more or fewer.
    settled[same] = text.startsWith('{"Event":"AmbiguousSelector"') ? 0 : (settled[same] ?? 0) + count
  }
  return settled
}

const AUTOSCALERS = /(?<=are controlled by multiple HPAs: \[)[^\]]+/g
const inOrder = (names: string) => names.split(' ').sort().join(' ')

function settledText(recorded: string): string {
  const text = recorded.replace(CUT_NAMES, '*****')
  if (text.includes('"kind":"EndpointSlice"')) return sliceText(text)
  if (text.includes('"nodePort":') || text.includes('"healthCheckNodePort":')) return text.replace(NODE_PORTS, '0')
  if (text.includes('"subsets":[') || text.includes('"persistentVolumeClaim":')) return inOrderOfTexts(text)
  return text.replace(AUTOSCALERS, inOrder)
}

/** The end of a generated name of the maximum length, which includes a part of a hash. */
const CUT_NAMES = /(?<=(?:Created pod: |Deleted pod: |"name":")[a-z0-9.-]{50})[a-z0-9.-]{13}(?=")/g
const NODE_PORTS = /(?<="(?:n|healthCheckN)odePort":)\d+/g

const SORTED = new Set(['subsets', 'volumes', 'addresses', 'notReadyAddresses'])

/** Sorts subsets, addresses and volumes by their content, which no longer has nodes and random names. */
const inOrderOfTexts = (text: string): string => JSON.stringify(ordered(JSON.parse(text)))

function ordered(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const items = (value as unknown[]).map((item) => ordered(item))
    return SORTED.has(key) ? items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : items
  }
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, ordered(member, name)]))
}

const WORKLOADS = new Set(['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet'])

const makesBudgetsWithPods = ({ steps }: Scenario): boolean =>
  steps.some((step) => {
    const kinds = step.do === 'create' ? step.objects.map(({ kind }) => kind) : []
    return kinds.includes('PodDisruptionBudget') && kinds.some((kind) => WORKLOADS.has(kind))
  })

function sliceText(text: string): string {
  const slice: unknown = JSON.parse(text)
  if (!isObject(slice) || !isObject(slice['metadata']) || slice['ports'] || !slice['endpoints']) return text
  const { annotations: _, ...metadata } = slice['metadata']
  return JSON.stringify({ ...slice, metadata })
}
