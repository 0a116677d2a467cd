import { isObject } from '../../../src/base/json.js'
import type { Scenario, Scene } from './scenario.js'

/**
 * What a real control plane decides by chance, and its recordings show both ways: it is compared with nothing.
 *
 * - The trigger time of a slice whose pods have no port: its set of ports never equals the stored one, so each look writes it anew, and it
 *   is lost where the watch tells of the write before the reply does (kept in `Service/headless`, lost in `Service/further 88`).
 * - That a budget was looked at before its pods were there, where both are made in one step (said in `PodDisruptionBudget/minAvailable 50%`,
 *   not in `PodDisruptionBudget/minAvailable 1`).
 * - That the round of the repairer of addresses met a Service before its address was known (said in `Service/anew 1801` the first time, not the second).
 * - In which order a message names autoscalers of the same pods (both in `HorizontalPodAutoscaler/anew 1300`).
 * - Which port of nodes a Service is given, and in which order Endpoints have their subsets, which is that of a checksum of the addresses.
 * - In which order a member of a StatefulSet has its volumes for several claims, which is that of a map in Go.
 */
export function withoutRaces(scene: Scene, scenario: Scenario): Scene {
  const isHasty = makesBudgetsWithPods(scenario)
  const settled: Record<string, number> = {}
  for (const [text, count] of Object.entries(scene)) {
    if (isHasty && text.startsWith('{"Event":"NoPods"')) continue
    if (text.includes('"component":"ipallocator-repair-controller"')) continue
    const same = settledText(text)
    // Said anew in each round, of which a scenario has more or fewer.
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

/** The end of a generated name that is as long as one may be, of which a hash is a part as well. */
const CUT_NAMES = /(?<=(?:Created pod: |Deleted pod: |"name":")[a-z0-9.-]{50})[a-z0-9.-]{13}(?=")/g
const NODE_PORTS = /(?<="(?:n|healthCheckN)odePort":)\d+/g

const SORTED = new Set(['subsets', 'volumes', 'addresses', 'notReadyAddresses'])

/** With subsets, their addresses and volumes in the order of what is in them, of which nodes and names by chance are no longer a part. */
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
