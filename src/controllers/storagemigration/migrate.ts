import { StatusError } from '../../base/errors/status.js'
import { goQuote } from '../../base/go/printable.js'
import { formatTime } from '../../base/time/time.js'
import type { Steps } from '../../base/turns/steps.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { type KubeObject, identityOf } from '../../schema/object.js'
import { change } from '../change.js'
import type { Again, Reader, ReconcileInSteps, WorldInSteps } from '../runtime/types.js'

const KIND = 'StorageVersionMigration'
type Migration = ObjectOf<typeof KIND>

/** How long a resource may be missing before its migration fails, in milliseconds. */
const PATIENCE = 60_000
const VERBS = ['update', 'patch', 'list'] as const
const RUNNER = 'migration-runner-controller'

/** Brings a migration one step further, and wakes those of the same resource that wait for one that is over. */
export const reconcileInSteps: ReconcileInSteps = function* ({ name }, world) {
  const migration = world.serves(KIND) ? world.get(KIND, { name }) : undefined
  if (!migration || isOver(migration))
    for (const other of world.serves(KIND) ? world.list(KIND) : [])
      if (!isOver(other) && (!migration || isOfSame(other, migration))) world.wake(identityOf(other))
  if (!migration) return undefined
  if (isOver(migration)) return yield* finish(world, migration)
  if (has(migration, 'Running')) return yield* migrate(world, migration)
  const others = world.list(KIND).filter((other) => isOfSame(other, migration) && !isOver(other))
  if (!others.some((other) => has(other, 'Running') || isBefore(other, migration))) yield* begin(world, migration)
  return undefined
}

const has = ({ status }: Migration, wanted: string): boolean =>
  (status?.conditions ?? []).some(({ type, status: is }) => type === wanted && is === 'True')

const isOver = (migration: Migration): boolean => has(migration, 'Succeeded') || has(migration, 'Failed')

const resourceOf = ({ spec }: Migration) => spec?.resource ?? { group: '', resource: '' }

function isOfSame(one: Migration, other: Migration): boolean {
  const [a, b] = [resourceOf(one), resourceOf(other)]
  return one.metadata.name !== other.metadata.name && a.group === b.group && a.resource === b.resource
}

function isBefore({ metadata: a }: Migration, { metadata: b }: Migration): boolean {
  const [created, other] = [a.creationTimestamp ?? '', b.creationTimestamp ?? '']
  return created === other ? (a.name ?? '') < (b.name ?? '') : created < other
}

/** A condition that changes. */
type Told = { readonly type: string; readonly status?: string; readonly reason: string; readonly message: string }

/** Sets conditions, whose times are those of changes of their status, and what else the status tells. */
function* tell(world: WorldInSteps, migration: Migration, told: readonly Told[], more: object = {}): Steps<undefined> {
  const before = migration.status?.conditions ?? []
  const made = told.map(({ status = 'True', ...rest }) => {
    const known = before.find(({ type }) => type === rest.type)
    const lastTransitionTime = known?.status === status ? known.lastTransitionTime : formatTime(world.now())
    return { status, lastTransitionTime, ...rest }
  })
  const kept = before.map((each) => made.find(({ type }) => type === each.type) ?? each)
  const conditions = [...kept, ...made.filter(({ type }) => !before.some((each) => each.type === type))]
  const { name = '' } = migration.metadata
  yield* change(world, KIND, { name }, { status: { ...more, conditions } }, { subresource: 'status' })
}

const RUNNING = { type: 'Running', reason: 'MigrationRunning', message: 'The migration is running' }
const failed = (message: string): Told => ({ type: 'Failed', reason: 'StorageVersionMigrationFailed', message })

function* begin(world: WorldInSteps, migration: Migration): Steps<undefined> {
  const { name = '' } = migration.metadata
  const message = `Migration ${name} is running`
  yield* tellDefinition(world, migration, { status: 'True', reason: 'MigrationRunning', message })
  yield* tell(world, migration, [RUNNING])
}

function* migrate(world: WorldInSteps, migration: Migration): Steps<Again | undefined> {
  const kind = world.kindOf(resourceOf(migration))
  const until = Date.parse(migration.metadata.creationTimestamp ?? '') + PATIENCE
  if (!kind && until > world.now()) return { at: until }
  const revision = migration.status?.resourceVersion ?? ''
  if (revision === '') {
    const fault = kind ? whyNotMigrated(world, migration, kind.apiVersion) : 'resource does not exist in discovery'
    if (fault !== undefined) return yield* tell(world, migration, [failed(fault)])
    // Whatever is written later is stored in the version that is stored now.
    const { resourceVersion = '' } = migration.metadata
    return yield* tell(world, migration, [], { resourceVersion })
  }
  if (!kind) return yield* tell(world, migration, [failed(unhandled('unable to obtain GVR from discovery'))])
  const type = `${kind.apiVersion}/${kind.kind}`
  const objects = world.list<KubeObject>(type)
  for (const { metadata } of objects) {
    if (Number(metadata.resourceVersion) > Number(revision)) continue
    const fault = yield* rewrite(world, type, metadata)
    if (fault !== undefined) return yield* tell(world, migration, [failed(unhandled(fault))])
  }
  const counted = objects.length === 0 ? '' : `, ${objects.length} objects verified migrated`
  return yield* tell(world, migration, [
    { ...RUNNING, message: `${RUNNING.message}${counted}` },
    { type: 'Succeeded', reason: 'StorageVersionMigrationSucceeded', message: 'Migration completed' },
  ])
}

const unhandled = (fault: string): string => `migration encountered unhandled error: ${fault}`

function whyNotMigrated({ registry }: Reader, migration: Migration, apiVersion: string): string | undefined {
  const { group, resource } = resourceOf(migration)
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1)
  const verbs = registry.at(group, version, resource)?.discovery.verbs ?? []
  const name = goQuote(`${group}/${version}, Resource=${resource}`)
  return VERBS.every((verb) => verbs.includes(verb))
    ? undefined
    : `resource ${name} does not support discovery operations: [${VERBS.join(' ')}]`
}

/** Writes an object as it is; returns why that is refused for good. One that was changed or deleted needs no more. */
function* rewrite(
  world: WorldInSteps,
  type: string,
  { name = '', namespace }: KubeObject['metadata'],
): Steps<string | undefined> {
  try {
    yield* world.patch<KubeObject>(type, { name, ...(namespace ? { namespace } : {}) }, {})
    return undefined
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    if (error.code === 404 || error.code === 409) return undefined
    if (error.code === 429 || error.code >= 500) throw error
    return error.message
  }
}

function* finish(world: WorldInSteps, migration: Migration): Steps<undefined> {
  if (!has(migration, 'Running')) return
  const didSucceed = has(migration, 'Succeeded')
  yield* tellDefinition(world, migration, {
    status: 'False',
    reason: didSucceed ? 'MigrationSucceeded' : 'MigrationFailed',
    message: didSucceed ? 'The migration has succeeded' : 'The migration has failed',
  })
  const message = 'Migration completed'
  yield* tell(world, migration, [{ type: 'Running', status: 'False', reason: 'MigrationCompleted', message }])
}

/** Tells the definition of a custom resource how its migration goes. */
function* tellDefinition(world: WorldInSteps, migration: Migration, told: Omit<Told, 'type'>): Steps<void> {
  const { group, resource } = resourceOf(migration)
  const name = `${resource}.${group}`
  const definition = world.get('CustomResourceDefinition', { name })
  if (!definition) return
  const { generation = 0, resourceVersion } = definition.metadata
  const before = (definition.status?.conditions ?? []).find(({ type }) => type === 'StorageMigrating')
  const isSame = told.status === 'False' && before?.observedGeneration === generation
  const trimmed = told.reason === 'MigrationSucceeded' && isSame
  const words =
    told.reason !== 'MigrationSucceeded'
      ? ''
      : trimmed
        ? ' and the stored versions have been updated'
        : ' but the stored versions have not been updated due to a generation mismatch'
  const condition = {
    ...{ ...told, type: 'StorageMigrating', message: told.message + words },
    ...{ lastTransitionTime: formatTime(world.now()), observedGeneration: generation },
  }
  const stored = definition.spec.versions.filter(({ storage }) => storage).map((version) => version.name)
  yield* world.apply<KubeObject>(
    'CustomResourceDefinition',
    {
      metadata: { name, ...(resourceVersion === undefined ? {} : { resourceVersion }) },
      status: { conditions: [condition], ...(isSame ? { storedVersions: stored } : {}) },
    },
    { subresource: 'status', fieldManager: RUNNER },
  )
}
