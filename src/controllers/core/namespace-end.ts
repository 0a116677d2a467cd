import type { Steps } from '../../base/turns/steps.js'
import { type KubeObject, storedName, changedObject } from '../../schema/object.js'
import { formatTime } from '../../base/time/time.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import type { Controller, Key, ObjectChange, Reader, WorldInSteps } from '../runtime/types.js'

const NOTHING: readonly Key[] = []

/**
 * Finalizes terminating namespaces: deletes their contents, each object by its own rules, and removes the namespace
 * when nothing is left. Conditions report what it waits for, in the words of the real controller.
 */
export const namespaceEnd: Controller = {
  name: 'namespace-end',
  user: 'system:serviceaccount:kube-system:namespace-controller',
  watches: {
    Namespace: 'own',
    // An object that was removed, or that waits for its finalizers, may have been the last one.
    '*'(change) {
      if (change.next && !change.next.metadata.deletionTimestamp) return NOTHING
      const { namespace } = changedObject(change).metadata
      return namespace ? [namespaceKey(namespace)] : NOTHING
    },
    // A namespace may have waited for a version that is available again, or whose APIService was deleted.
    APIService: ({ prev }: ObjectChange<'APIService'>, world) => (prev?.spec?.service ? ending(world) : NOTHING),
  },
  *reconcileInSteps({ name }, world) {
    const namespace = world.get('Namespace', { name })
    if (!namespace?.metadata.deletionTimestamp || !namespace.spec?.finalizers?.includes('kubernetes')) return
    yield* deleteAll(contents(world, name).filter(isPod), world)
    // Pods are gone before the objects they use are deleted; as long as there are pods, the other objects are not
    // counted either.
    const hasPods = contents(world, name).some(isPod)
    if (!hasPods) yield* deleteAll(contents(world, name), world)
    const left = contents(world, name)
    const seen = hasPods ? [] : left
    const time = formatTime(world.now())
    const before = namespace.status?.conditions ?? []
    const unknown = unavailable(world)
    const conditions = conditionsOf(seen, resourcesOf(seen, world), unknown).map((condition) => {
      const same = before.find(({ type, status }) => type === condition.type && status === condition.status)
      return { ...condition, lastTransitionTime: same?.lastTransitionTime ?? time }
    })
    yield* world.edit('Namespace', { name }, (draft) => void (draft.status = { ...draft.status, conditions }), {
      subresource: 'status',
    })
    // The namespace may contain objects of a version that cannot be listed.
    if (left.length > 0 || unknown.length > 0) return
    yield* world.edit(
      'Namespace',
      { name },
      (draft) =>
        void (draft.spec = { finalizers: (draft.spec?.finalizers ?? []).filter((each) => each !== 'kubernetes') }),
      {
        subresource: 'finalize',
      },
    )
  },
}

/** Deletes objects, one per step; skips those that are already being deleted. */
function* deleteAll(objects: readonly KubeObject[], world: WorldInSteps): Steps<void> {
  for (const object of objects) {
    const { namespace = '', deletionTimestamp } = object.metadata
    if (deletionTimestamp) continue
    yield* world.delete(typeOf(object), { namespace, name: storedName(object) }, { propagationPolicy: 'Background' })
    yield
  }
}

/** Returns the key of a namespace. */
export const namespaceKey = (name: string): Key => ({ apiVersion: 'v1', kind: 'Namespace', namespace: '', name })

const isPod = ({ apiVersion, kind }: KubeObject): boolean => apiVersion === 'v1' && kind === 'Pod'

const typeOf = ({ apiVersion, kind }: KubeObject) => `${apiVersion}/${kind}`

const contents = (world: WorldInSteps, namespace: string): readonly KubeObject[] => [...world.everything(namespace)]

/** Returns the versions whose aggregated API server is unavailable, sorted. */
const unavailable = (world: WorldInSteps): readonly string[] =>
  (world.serves('APIService') ? world.list('APIService') : [])
    .filter(({ spec, status }) => spec?.service && !isAvailable(status))
    .map(({ spec }) => `${spec?.group}/${spec?.version}`)
    .sort()

const isAvailable = (status: ObjectOf<'APIService'>['status']): boolean =>
  status?.conditions?.some(({ type, status: is }) => type === 'Available' && is === 'True') ?? false

/** Returns the keys of the namespaces being deleted. */
const ending = (world: Reader): readonly Key[] =>
  world
    .list('Namespace')
    .filter(({ metadata }) => metadata.deletionTimestamp)
    .map(({ metadata }) => namespaceKey(storedName({ metadata })))

const resourcesOf = (objects: readonly KubeObject[], world: WorldInSteps) =>
  objects.map((object) => {
    const { group, resource } = world.resourceOf(object)
    return `${resource}.${group}`
  })

type NamespaceCondition = {
  readonly type: string
  readonly status: 'True' | 'False'
  readonly reason: string
  readonly message: string
}

function conditionsOf(
  left: readonly KubeObject[],
  resources: readonly string[],
  unknown: readonly string[],
): readonly NamespaceCondition[] {
  const settled = (type: string, reason: string, message: string) =>
    ({ type, status: 'False', reason, message }) as const
  const open = (type: string, reason: string, message: string) => ({ type, status: 'True', reason, message }) as const
  const finalizers = left.flatMap(({ metadata }) => metadata.finalizers ?? [])
  return [
    unknown.length > 0
      ? open(
          'NamespaceDeletionDiscoveryFailure',
          'DiscoveryFailed',
          `Discovery failed for some groups, ${unknown.length} failing: unable to retrieve the complete list of server APIs: ${unknown.map((version) => `${version}: stale GroupVersion discovery: ${version}`).join(', ')}`,
        )
      : settled('NamespaceDeletionDiscoveryFailure', 'ResourcesDiscovered', 'All resources successfully discovered'),
    settled(
      'NamespaceDeletionGroupVersionParsingFailure',
      'ParsedGroupVersions',
      'All legacy kube types successfully parsed',
    ),
    settled(
      'NamespaceDeletionContentFailure',
      'ContentDeleted',
      'All content successfully deleted, may be waiting on finalization',
    ),
    left.length > 0
      ? open(
          'NamespaceContentRemaining',
          'SomeResourcesRemain',
          `Some resources are remaining: ${counted(resources, 'has', 'resource instances')}`,
        )
      : settled('NamespaceContentRemaining', 'ContentRemoved', 'All content successfully removed'),
    finalizers.length > 0
      ? open(
          'NamespaceFinalizersRemaining',
          'SomeFinalizersRemain',
          `Some content in the namespace has finalizers remaining: ${counted(finalizers, 'in', 'resource instances')}`,
        )
      : settled('NamespaceFinalizersRemaining', 'ContentHasNoFinalizers', 'All content-preserving finalizers finished'),
  ]
}

/** Formats names with their number of occurrences, sorted. */
function counted(names: readonly string[], verb: string, what: string): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${verb} ${count} ${what}`)
    .join(', ')
}
