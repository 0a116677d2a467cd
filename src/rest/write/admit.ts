import { type Issue } from '../../base/issue.js'
import { jsonEqual, withMembers, withPath } from '../../base/json.js'
import { forbiddenStatus, invalidStatus, notFound, type StatusError } from '../../base/status.js'
import type { KindDef, RuleContext } from '../../registry/define.js'
import type { ObjectMeta } from '../../schema/metadata.js'
import { inOrder } from '../../registry/read.js'
import type { KubeObject } from '../../schema/object.js'
import { objectsOf } from '../../store/page.js'
import type { Transaction } from '../../store/transaction.js'
import { ruleContext, tableOf } from '../context.js'
import { dropPaths, keepStored } from './mask.js'
import {
  pathSegment,
  validateMetadata,
  validateMetadataUpdate,
  validateName,
  validateQualifiedFinalizers,
} from '../../registry/metadata-rules.js'
import { withUniqueOwners } from './owner-references.js'
import type { Call } from '../../api/call.js'
import type { WriteContext } from './warnings.js'

// The order in which a write is checked decides which error a client sees. It is written down here, once.

/**
 * Takes a new object from its decoded body to what will be stored, short of name conflicts and the revision.
 *
 * @throws StatusError 404 or 403 for its namespace, what a hook throws, or 422
 */
export function admitCreate(
  context: WriteContext,
  call: Call,
  transaction: Transaction<KubeObject>,
  object: KubeObject,
): KubeObject {
  const { def } = call.target
  const rules = ruleContext(context, 'main')
  checkNamespace(call, transaction, object)
  let next = def.admitCreate(object, othersOf(call, transaction), (table, key) => transaction.get(table, key))
  next = withUniqueOwners(context, context.hooks.admit(call, undefined, next), 'admitted')
  next = def.prepareCreate(dropPaths(next, def.dropOnCreate), rules)
  if (def.generation) next = withPath(next, ['metadata', 'generation'], 1)
  const own = def.validate(next, rules)
  const metadata = def.metadataChecks === 'none' ? [] : strategyMetadata(next, def)
  const found = [...def.validateFirst(next, rules), ...metadata, ...own]
  failInvalid(def, next, [...found, ...def.validateLast(next, undefined, found, context.warn)])
  // The generic pass: where the strategy's found nothing, only the rule of names can still differ.
  failInvalid(
    def,
    next,
    def.metadataChecks === 'none'
      ? validateMetadata(next.metadata, def, pathSegment)
      : validateName(next.metadata, pathSegment),
  )
  for (const text of def.warnings(next, undefined)) context.warn(text)
  return inOrder(def, next)
}

/**
 * Takes a changed object from its decoded body to what will be stored, short of the revision.
 *
 * @throws StatusError what a hook throws, 422, or 403
 */
export function admitUpdate(
  context: WriteContext,
  call: Call,
  transaction: Transaction<KubeObject>,
  old: KubeObject,
  changed: KubeObject,
): KubeObject {
  const { def, subresource } = call.target
  const rules = ruleContext(context, subresource)
  let next = withUniqueOwners(context, context.hooks.admit(call, old, changed), 'admitted')
  next = keepStored(next, old, def.subresources[subresource]!.resetFields)
  next = withSystemMetadata(call, next, old)
  next = def.prepareUpdate(next, old, rules, othersOf(call, transaction))
  // What is done with an object goes around its strategy.
  const counts = def.generation && !def.subresources[subresource]!.act
  if (counts && !jsonEqual(next['spec'], old['spec']))
    next = withPath(next, ['metadata', 'generation'], (old.metadata.generation ?? 0) + 1)
  const update = validateMetadataUpdate(next.metadata, old.metadata)
  const generic = [...validateMetadata(next.metadata, def, pathSegment), ...update]
  const strategy = validateByStrategy(def, next, old, rules, update)
  const found = [...def.validateFirst(next, rules), ...strategy]
  failInvalid(def, next, [...generic, ...found, ...def.validateLast(next, old, found, context.warn)])
  if (subresource === 'main') {
    for (const text of def.warnings(next, old)) context.warn(text)
    const refusal = def.admitUpdate(next, old, (table, key) => transaction.get(table, key))
    if (refusal !== undefined) throw forbiddenStatus(def.resourceSubject, old.metadata.name, refusal)
  }
  return inOrder(def, next)
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** What a client may send but never decides (rest.BeforeUpdate). A selfLink is not stored, but a dry run shows it. */
function withSystemMetadata({ options }: Call, next: KubeObject, { metadata: old }: KubeObject): KubeObject {
  const { selfLink, generation: _, ...meta } = next.metadata
  const set: Writable<ObjectMeta> = { uid: meta.uid || old.uid!, creationTimestamp: old.creationTimestamp! }
  if (selfLink && options.dryRun) set.selfLink = selfLink
  if (old.generation) set.generation = old.generation
  if (old.deletionTimestamp) set.deletionTimestamp = old.deletionTimestamp
  const period = meta.deletionGracePeriodSeconds ?? old.deletionGracePeriodSeconds
  if (period !== undefined) set.deletionGracePeriodSeconds = period
  return withMembers(next, { metadata: Object.assign(meta, set) })
}

function strategyMetadata(object: KubeObject, def: KindDef): readonly Issue[] {
  const { metadata } = object
  return [
    ...validateMetadata(metadata, def, (name, prefix) => def.name(name, prefix, object)),
    ...(def.qualifiedFinalizers ? validateQualifiedFinalizers(metadata) : []),
  ]
}

/** An update as the kind's strategy looks at it; `update` is what the change of the metadata breaks. */
function validateByStrategy(
  def: KindDef,
  next: KubeObject,
  old: KubeObject,
  rules: RuleContext,
  update: readonly Issue[],
): readonly Issue[] {
  const change = def.validateUpdate(next, old, rules)
  if (def.metadataChecks === 'none') return change
  const metadata = def.qualifiedFinalizers ? [...update, ...validateQualifiedFinalizers(next.metadata)] : update
  // Only the main strategy looks at the whole object, and one does so twice.
  if (def.metadataChecks === 'update' || rules.subresource !== 'main') return [...metadata, ...change]
  const whole = [...strategyMetadata(next, def), ...def.validateAgain(next, old, rules)]
  return [...whole, ...metadata, ...(def.metadataChecks === 'twice' ? whole : []), ...change]
}

function failInvalid(def: KindDef, { metadata }: KubeObject, issues: readonly Issue[]): void {
  if (issues.length > 0) throw invalidStatus(def.kindSubject, metadata.name ?? '', issues)
}

const othersOf = (call: Call, transaction: Transaction<KubeObject>) => () =>
  objectsOf(transaction.table(tableOf(call.target)))

const namespaces = { group: '', resource: 'namespaces' }

/** The namespace must exist and must not be terminating (the NamespaceLifecycle plug-in). */
function checkNamespace({ target }: Call, transaction: Transaction<KubeObject>, { metadata }: KubeObject): void {
  if (target.def.scope === 'Cluster') return
  const name = target.namespace
  const namespace = transaction.get('/namespaces', name)
  if (!namespace) throw notFound(namespaces, name)
  if (namespace.metadata.deletionTimestamp) throw terminating(target.def, metadata.name || metadata.generateName, name)
}

function terminating(def: KindDef, name: string | undefined, namespace: string): StatusError {
  return forbiddenStatus(
    def.resourceSubject,
    name,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
    [
      {
        reason: 'NamespaceTerminating',
        message: `namespace ${namespace} is being terminated`,
        field: 'metadata.namespace',
      },
    ],
  )
}
