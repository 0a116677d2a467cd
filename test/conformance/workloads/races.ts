import { isObject } from '../../../src/base/json.js'
import type { Scenario, Scene } from './scenario.js'

/**
 * What a real control plane decides by chance, and its recordings show both ways: it is compared with nothing.
 *
 * - The trigger time of a slice whose pods have no port: its set of ports never equals the stored one, so each look writes it anew, and it
 *   is lost where the watch tells of the write before the reply does (kept in `Service/headless`, lost in `Service/further 88`).
 * - That a budget was looked at before its pods were there, where both are made in one step (said in `PodDisruptionBudget/minAvailable 50%`,
 *   not in `PodDisruptionBudget/minAvailable 1`).
 */
export function withoutRaces(scene: Scene, scenario: Scenario): Scene {
  const isHasty = makesBudgetsWithPods(scenario)
  return Object.fromEntries(
    Object.entries(scene).flatMap(([text, count]) => {
      if (isHasty && text.startsWith('{"Event":"NoPods"')) return []
      return [[text.includes('"kind":"EndpointSlice"') ? sliceText(text) : text, count]]
    }),
  )
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
