import { getPath, jsonEqual } from '../../base/json.js'
import { type FlowControlBody, flowSchemaBodies, priorityLevelBodies } from '../../bootstrap/flow-control-bodies.js'
import type { KubeObject } from '../../schema/object.js'
import type { Again, Reconcile, World } from '../runtime/types.js'

/** How often the real server looks after them, in milliseconds. */
const INTERVAL = 60_000
const AUTO_UPDATE = 'apf.kubernetes.io/autoupdate-spec'
/** Whose spec is the server's alone, whatever their annotation says. */
const MANDATORY: readonly string[] = ['exempt', 'catch-all']

type Kind = 'FlowSchema' | 'PriorityLevelConfiguration'
type Configuration = KubeObject & { readonly spec?: object }

/** Looks at all of them once it is time (kube-apiserver: pkg/registry/flowcontrol/rest, ensurer). */
export const reconcile: Reconcile = (_, world): Again | undefined => {
  const due = world.memory
  const steps = world.stated || !world.profile.bootstrap ? [] : stepsOf(world)
  if (steps.length === 0 || (typeof due === 'number' && world.now() >= due)) {
    for (const step of steps) step()
    world.remember(undefined)
    return undefined
  }
  const next = typeof due === 'number' ? due : world.now() + INTERVAL
  world.remember(next)
  return { after: next - world.now() }
}

/** What is to be done about each that is not right. */
const stepsOf = (world: World): readonly (() => void)[] => [
  ...ensured(world, 'PriorityLevelConfiguration', priorityLevelBodies()),
  ...ensured(world, 'FlowSchema', flowSchemaBodies()),
]

function ensured(world: World, kind: Kind, bodies: readonly FlowControlBody[]): readonly (() => void)[] {
  const found = new Map(world.list<Configuration>(kind).map((object) => [object.metadata.name, object]))
  const wanted = new Set<unknown>(bodies.map(({ metadata }) => metadata.name))
  return [
    ...bodies.flatMap((body) => {
      const current = found.get(body.metadata.name)
      if (!current) return [() => void world.create<Configuration>(kind, body)]
      const revised = revise(current, body)
      return revised ? [() => void world.update<Configuration>(kind, revised)] : []
    }),
    // What a release before had made.
    ...[...found.values()]
      .filter(({ metadata }) => !wanted.has(metadata.name) && saidOf(metadata) === true)
      .map(
        ({ metadata: { name = '' } }) =>
          () =>
            world.delete(kind, { name }),
      ),
  ]
}

/** An object as it should be; undefined where it is. */
function revise(current: Configuration, body: FlowControlBody): Configuration | undefined {
  const { metadata } = current
  const updates = MANDATORY.includes(body.metadata.name) || (saidOf(metadata) ?? metadata.generation === 1)
  // What is stated has every default.
  const differs = updates && !jsonEqual(statedSpec(body, current), current.spec)
  if (!differs && saidOf(metadata) === updates) return undefined
  return {
    ...current,
    metadata: { ...metadata, annotations: { ...metadata.annotations, [AUTO_UPDATE]: String(updates) } },
    ...(differs ? { spec: body.spec } : {}),
  }
}

/** The spec as the server wants it; how much the level `exempt` lends is everybody's to say. */
function statedSpec({ metadata, spec }: FlowControlBody, current: Configuration): object {
  const exempt = metadata.name === 'exempt' ? getPath(current, ['spec', 'exempt']) : undefined
  return exempt === undefined ? spec : { ...spec, exempt }
}

// As strconv.ParseBool reads it.
const TRUE: readonly unknown[] = ['1', 't', 'T', 'true', 'TRUE', 'True']
const FALSE: readonly unknown[] = ['0', 'f', 'F', 'false', 'FALSE', 'False']

/** What the annotation says; undefined where it says nothing of use. */
function saidOf({ annotations }: KubeObject['metadata']): boolean | undefined {
  const text = annotations?.[AUTO_UPDATE]
  return TRUE.includes(text) ? true : FALSE.includes(text) ? false : undefined
}
