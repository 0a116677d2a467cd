import type { Steps } from '../../base/turns/steps.js'
import { getPath, jsonEqual } from '../../base/json/json.js'
import { type FlowControlBody, flowSchemaBodies, priorityLevelBodies } from '../../kinds/bootstrap/bodies.js'
import type { KubeObject } from '../../schema/object.js'
import type { Again, Key, WorldInSteps } from '../runtime/types.js'

/** How often the real server reconciles them, in milliseconds. */
const INTERVAL = 60_000
const AUTO_UPDATE = 'apf.kubernetes.io/autoupdate-spec'
/** The names of mandatory objects, whose specs the server always restores. */
const MANDATORY: readonly string[] = ['exempt', 'catch-all']

type Kind = 'FlowSchema' | 'PriorityLevelConfiguration'
type Configuration = KubeObject & { readonly spec?: object }

/** Reconciles all objects when that is due (kube-apiserver: pkg/registry/flowcontrol/rest, ensurer). */
export function* reconcileInSteps(_: Key, world: WorldInSteps): Steps<Again | undefined> {
  const due = world.memory
  const writes = world.stated || !world.profile.bootstrap ? [] : writesOf(world)
  if (writes.length === 0 || (typeof due === 'number' && world.now() >= due)) {
    for (const write of writes) yield* write()
    world.remember(undefined)
    return undefined
  }
  const next = typeof due === 'number' ? due : world.now() + INTERVAL
  world.remember(next)
  return { at: next }
}

/** Returns the writes that are needed. */
const writesOf = (world: WorldInSteps): readonly (() => Steps<unknown>)[] => [
  ...ensured(world, 'PriorityLevelConfiguration', priorityLevelBodies(world.profile.version)),
  ...ensured(world, 'FlowSchema', flowSchemaBodies(world.profile.version)),
]

function ensured(
  world: WorldInSteps,
  kind: Kind,
  bodies: readonly FlowControlBody[],
): readonly (() => Steps<unknown>)[] {
  const found = new Map(world.list<Configuration>(kind).map((object) => [object.metadata.name, object]))
  const wanted = new Set<unknown>(bodies.map(({ metadata }) => metadata.name))
  return [
    ...bodies.flatMap((body) => {
      const current = found.get(body.metadata.name)
      if (!current) return [() => world.create<Configuration>(kind, body)]
      const revised = revise(current, body)
      return revised ? [() => world.update<Configuration>(kind, revised)] : []
    }),
    // Created by an earlier release.
    ...[...found.values()]
      .filter(({ metadata }) => !wanted.has(metadata.name) && saidOf(metadata) === true)
      .map(
        ({ metadata: { name = '' } }) =>
          () =>
            world.delete(kind, { name }),
      ),
  ]
}

/** Returns the corrected object; undefined if nothing changes. */
function revise(current: Configuration, body: FlowControlBody): Configuration | undefined {
  const { metadata } = current
  const updates = MANDATORY.includes(body.metadata.name) || (saidOf(metadata) ?? metadata.generation === 1)
  // The bodies include all defaults.
  const differs = updates && !jsonEqual(statedSpec(body, current), current.spec)
  if (!differs && saidOf(metadata) === updates) return undefined
  return {
    ...current,
    metadata: { ...metadata, annotations: { ...metadata.annotations, [AUTO_UPDATE]: String(updates) } },
    ...(differs ? { spec: body.spec } : {}),
  }
}

/** Returns the spec as the server wants it; users may change the `exempt` settings of the level of that name. */
function statedSpec({ metadata, spec }: FlowControlBody, current: Configuration): object {
  const exempt = metadata.name === 'exempt' ? getPath(current, ['spec', 'exempt']) : undefined
  return exempt === undefined ? spec : { ...spec, exempt }
}

// As parsed by strconv.ParseBool.
const TRUE: readonly unknown[] = ['1', 't', 'T', 'true', 'TRUE', 'True']
const FALSE: readonly unknown[] = ['0', 'f', 'F', 'false', 'FALSE', 'False']

/** Parses the annotation; undefined if it is absent or invalid. */
function saidOf({ annotations }: KubeObject['metadata']): boolean | undefined {
  const text = annotations?.[AUTO_UPDATE]
  return TRUE.includes(text) ? true : FALSE.includes(text) ? false : undefined
}
