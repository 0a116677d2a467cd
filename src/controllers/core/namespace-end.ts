import { storedName } from '../../schema/stored-metadata.js'
import { changedObject } from '../../schema/changed-object.js'
import { formatTime } from '../../base/time.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import type { KubeObject } from '../../schema/object.js'
import type { Controller, Key, ObjectChange, Reader, WorkSteps, World } from '../runtime/types.js'

const NOTHING: readonly Key[] = []

/**
 * Ends namespaces: once one is being deleted its contents are deleted, each by its own rules, and when nothing is left
 * the namespace itself goes. Conditions tell what it waits for, in the words of the real controller.
 */
export const namespaceEnd: Controller = {
  name: 'namespace-end',
  watches: {
    Namespace: 'own',
    // What is gone, or waits for its finalizers, may have been the last.
    '*'(change) {
      const { next } = change
      const { namespace } = changedObject(change).metadata
      return namespace && (next === undefined || next.metadata.deletionTimestamp) ? [namespaceKey(namespace)] : NOTHING
    },
    // A version that is there again, or no longer asked for, may have been what they waited for.
    APIService: ({ prev }: ObjectChange<'APIService'>, world) => (prev?.spec?.service ? ending(world) : NOTHING),
  },
  *reconcile({ name }, world) {
    const namespace = world.get('Namespace', { name })
    if (!namespace?.metadata.deletionTimestamp || !namespace.spec?.finalizers?.includes('kubernetes')) return
    yield* deleteAll(contents(world, name).filter(isPod), world)
    // Pods are gone before what they use is deleted; while there are any the rest is not counted either.
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
    world.edit('Namespace', { name }, (draft) => void (draft.status = { ...draft.status, conditions }), {
      subresource: 'status',
    })
    // What a version has that nobody can list may be in the namespace.
    if (left.length > 0 || unknown.length > 0) return
    world.edit(
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

/** Deletes objects, each in a step of its own; what is on its way out already stays so. */
function* deleteAll(objects: readonly KubeObject[], world: World): WorkSteps<void> {
  for (const object of objects) {
    const { namespace = '', deletionTimestamp } = object.metadata
    if (deletionTimestamp) continue
    world.delete(typeOf(object), { namespace, name: storedName(object) }, { propagationPolicy: 'Background' })
    yield
  }
}

/** The key of a namespace. */
export const namespaceKey = (name: string): Key => ({ apiVersion: 'v1', kind: 'Namespace', namespace: '', name })

const isPod = ({ apiVersion, kind }: KubeObject): boolean => apiVersion === 'v1' && kind === 'Pod'

const typeOf = ({ apiVersion, kind }: KubeObject) => `${apiVersion}/${kind}`

const contents = (world: World, namespace: string): readonly KubeObject[] => [...world.everything(namespace)]

/** The versions that an APIService leaves to a server that does not answer, in order. */
const unavailable = (world: World): readonly string[] =>
  (world.serves('APIService') ? world.list('APIService') : [])
    .filter(({ spec, status }) => spec?.service && !isAvailable(status))
    .map(({ spec }) => `${spec?.group}/${spec?.version}`)
    .sort()

const isAvailable = (status: ObjectOf<'APIService'>['status']): boolean =>
  status?.conditions?.some(({ type, status: is }) => type === 'Available' && is === 'True') ?? false

/** The namespaces that are being deleted. */
const ending = (world: Reader): readonly Key[] =>
  world
    .list('Namespace')
    .filter(({ metadata }) => metadata.deletionTimestamp)
    .map(({ metadata }) => namespaceKey(storedName({ metadata })))

const resourcesOf = (objects: readonly KubeObject[], world: World) =>
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

/** Names with how often each is there, in order. */
function counted(names: readonly string[], verb: string, what: string): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${verb} ${count} ${what}`)
    .join(', ')
}
