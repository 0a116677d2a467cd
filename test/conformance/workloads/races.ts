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
 */
export function withoutRaces(scene: Scene, scenario: Scenario): Scene {
  const isHasty = makesBudgetsWithPods(scenario)
  const settled: Record<string, number> = {}
  for (const [text, count] of Object.entries(scene)) {
    if (isHasty && text.startsWith('{"Event":"NoPods"')) continue
    if (text.includes('"component":"ipallocator-repair-controller"')) continue
    const same = text.includes('"kind":"EndpointSlice"') ? sliceText(text) : text.replace(AUTOSCALERS, inOrder)
    // Said anew in each round, of which a scenario has more or fewer.
    settled[same] = text.startsWith('{"Event":"AmbiguousSelector"') ? 0 : (settled[same] ?? 0) + count
  }
  return settled
}

const AUTOSCALERS = /(?<=are controlled by multiple HPAs: \[)[^\]]+/g
const inOrder = (names: string) => names.split(' ').sort().join(' ')

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
