import { countsChange } from '../../model/registry/counts-change.js'
import { trackUpdate } from '../../model/apply/track.js'
import { type Issue, invalid, issueText } from '../../base/errors/issue.js'
import { deepFreeze, getOwn, isObject, setOwn, withMembers } from '../../base/json/json.js'
import { countStep } from '../../base/turns/progress.js'
import { formatTime, wholeSecond } from '../../base/time/time.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { RuleContext } from '../../model/registry/rule-context.js'
import { inOrder, readAs } from '../../model/registry/read.js'
import type { ObjectMeta } from '../../schema/metadata.js'
import type { KubeObject } from '../../schema/object.js'
import type { Transaction } from '../../store/transaction.js'
import { type RestContext, keyOf, tableOf } from '../context.js'
import { generateName, withoutSystemMetadata } from './metadata.js'
import { GENERATE_ATTEMPTS } from './create.js'
import { reread, withRevision, reconcile } from './stored-form.js'
import { addAllocationRecords } from './allocation-records.js'
import { keepStored, ruleContext, storedFor } from './admit.js'
import { pathSegment, validateMetadata, validateName } from '../../model/registry/metadata-rules.js'

/**
 * Stores an object as given, including system metadata and status. What it does not state is set as by a create, or, if
 * an object of that name is stored, as by an update. An object that states its uid was stored before: nothing is added
 * to it, and it may be in a state that only updates lead to.
 *
 * @param given an object that fits the kind's schema, with its namespace
 * @param options the manager that owns its fields, if it does not say; and a stored object that it shares parts with,
 * which are not decoded again
 * @returns the validation issues; the object is stored if there are none
 */
export function place(
  context: RestContext,
  transaction: Transaction<KubeObject>,
  def: KindDef,
  given: object,
  { manager, like }: { readonly manager: string; readonly like?: KubeObject },
): readonly Issue[] {
  countStep()
  const decoded = readAs(def, given, undefined, like).object
  const named = withName(context, transaction, def, withDefaults(def, decoded))
  const { namespace = '', name = '' } = named.metadata
  const table = tableOf({ def })
  const key = keyOf(namespace, name)
  const old = transaction.get(table, key)
  const rules = ruleContext(context, def)
  const stored = Boolean(named.metadata.uid) || def.storage.computed !== undefined
  const made = () =>
    keepStated(
      fill(context, def, withUid(context, owned(def, named, old, rules, manager), old), old, rules, transaction),
      named,
      given,
      false,
    )
  // The result of the rules is decoded again.
  const filled = stored ? reread(def, named) : withDefaults(def, readAs(def, made(), undefined, decoded).object)
  const next = withIdentity(context, def, filled, old)
  const issues = validate(def, next, given, rules, stored)
  if (issues.length > 0) return issues
  if (old && reconcile(next, old) === old) return []
  const stated =
    next.metadata.resourceVersion !== undefined && next.metadata.resourceVersion === named.metadata.resourceVersion
  if (!old) addAllocationRecords(context, transaction, def, next)
  transaction.put(table, key, (revision) =>
    deepFreeze(inOrder(def, stated || def.storage.computed ? next : withRevision(next, revision))),
  )
  return []
}

/**
 * Stores a new object that was made from a stored one by the names, times and addresses in it, so that it obeys the
 * rules as that one does, and is about as large, as `sizeOf` tells: it is neither decoded, validated nor measured.
 */
export function placeAlike(
  transaction: Transaction<KubeObject>,
  def: KindDef,
  made: KubeObject,
  sizeOf: () => number,
): KubeObject {
  countStep()
  const { namespace = '', name = '' } = made.metadata
  const make = (revision: number) => deepFreeze(inOrder(def, withRevision(made, revision)))
  return transaction.put(tableOf({ def }), keyOf(namespace, name), make, sizeOf)
}

function withDefaults(def: KindDef, object: KubeObject): KubeObject {
  if (object.kind === def.kind && object.apiVersion === def.apiVersion) return def.defaults(object)
  const { kind: _, apiVersion: __, ...members } = object
  // The schema adds metadata.
  return def.defaults({ kind: def.kind, apiVersion: def.apiVersion, ...members } as KubeObject)
}

function withName(
  { env }: RestContext,
  transaction: Transaction<KubeObject>,
  def: KindDef,
  object: KubeObject,
): KubeObject {
  const { generateName: base, name, namespace = '' } = object.metadata
  if (name || !base) return object
  if (def.create.generateName) return withGivenName(object, def.create.generateName(base))
  let made = generateName(base, env.random)
  for (let i = 1; i < GENERATE_ATTEMPTS && transaction.get(tableOf({ def }), keyOf(namespace, made)); i++)
    made = generateName(base, env.random)
  return withGivenName(object, made)
}

const withGivenName = (object: KubeObject, name: string): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, name },
})

/** Sets the uid, because the rules of some kinds derive something from it. */
const withUid = ({ env }: RestContext, object: KubeObject, old: KubeObject | undefined): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, uid: old?.metadata.uid ?? env.uuid() },
})

function owned(
  def: KindDef,
  object: KubeObject,
  old: KubeObject | undefined,
  { now }: RuleContext,
  manager: string,
): KubeObject {
  const identity = { manager, operation: 'Update', apiVersion: def.apiVersion, subresource: '' } as const
  const { managedFields } = trackUpdate(
    { def, subresource: 'main', identity, now: now() },
    old,
    withoutSystemMetadata(object),
  ).metadata
  return { ...object, metadata: { ...object.metadata, ...(managedFields ? { managedFields } : {}) } }
}

function fill(
  { admission }: RestContext,
  def: KindDef,
  object: KubeObject,
  old: KubeObject | undefined,
  rules: RuleContext,
  transaction: Transaction<KubeObject>,
): KubeObject {
  if (!old) {
    const admitted = admission.fill(def, object)
    return def.create.prepare(def.create.begin(admitted, { ...rules, ...storedFor(def, transaction) }), rules)
  }
  return def.update.prepare(keepStored(object, old, def.subresources.main.resetFields), old, rules)
}

/**
 * Restores what a fixture states over what the rules made of it; lists are restored whole. Fields that the rules remove
 * from a new object stay removed, unless they are metadata or status.
 */
function keepStated(made: unknown, decoded: unknown, given: unknown, all: boolean): unknown {
  if (given === undefined || given === null || (made === undefined && !all)) return made
  if (!isObject(given) || !isObject(decoded) || !isObject(made)) return decoded
  const out: Record<string, unknown> = {}
  for (const key of Object.keys(made)) setOwn(out, key, made[key])
  for (const key of Object.keys(given))
    setOwn(
      out,
      key,
      keepStated(getOwn(made, key), getOwn(decoded, key), given[key], all || key === 'metadata' || key === 'status'),
    )
  return out
}

function withIdentity({ env }: RestContext, def: KindDef, object: KubeObject, old: KubeObject | undefined): KubeObject {
  if (def.storage.computed) return object
  const { name, uid, resourceVersion, generation, creationTimestamp, deletionTimestamp, ...rest } = object.metadata
  const revision = resourceVersion && resourceVersion !== '0' ? resourceVersion : old?.metadata.resourceVersion
  const count = generation ?? (def.metadata.generation ? nextGeneration(def, object, old) : undefined)
  const metadata: ObjectMeta = {
    uid: uid ?? old?.metadata.uid ?? env.uuid(),
    resourceVersion: revision ?? '',
    creationTimestamp: creationTimestamp ?? old?.metadata.creationTimestamp ?? formatTime(env.now()),
    ...(name ? { name } : {}),
    ...(count === undefined ? {} : { generation: count }),
    // Stored in whole seconds, as every time.
    ...(deletionTimestamp ? { deletionTimestamp: wholeSecond(deletionTimestamp) } : {}),
    ...rest,
  }
  return inOrder(def, withMembers(object, { metadata }))
}

const nextGeneration = (def: KindDef, object: KubeObject, old: KubeObject | undefined) =>
  old ? (old.metadata.generation ?? 0) + (countsChange(def, object, old) ? 1 : 0) : 1

function validate(
  def: KindDef,
  object: KubeObject,
  given: object,
  rules: RuleContext,
  stored: boolean,
): readonly Issue[] {
  const { metadata } = object
  const update = stored ? askUpdate(def, object, rules) : undefined
  const status = !stored && isObject(getOwn({ ...given }, 'status')) ? validateStatus(def, object, rules) : []
  const issues = [
    ...validateRevision(metadata),
    ...validateMetadata(metadata, def, (name, prefix) => def.metadata.name(name, prefix, object)),
    ...validateName(metadata, pathSegment),
    ...(!update || update.whole ? def.metadata.finalizers(metadata) : []),
    ...(update?.fine ? [] : def.create.validate(object, withoutMetadata(rules))),
    ...status,
  ]
  return [...new Map(issues.map((issue) => [issueText(issue), issue])).values()]
}

/**
 * Tells whether an update that changes nothing would be valid, apart from its metadata, and whether it would validate
 * the whole object.
 */
function askUpdate(
  def: KindDef,
  object: KubeObject,
  rules: RuleContext,
): { readonly fine: boolean; readonly whole: boolean } {
  let whole = false
  const issues = def.update.validate(object, object, {
    ...withoutMetadata(rules),
    validateObjectMeta() {
      whole = true
      return []
    },
  })
  return { fine: issues.length === 0, whole }
}

/** Makes a rule context that skips the validation of metadata. */
const withoutMetadata = (rules: RuleContext): RuleContext => ({
  ...rules,
  validateObjectMeta: () => [],
  validateObjectMetaUpdate: () => [],
})

// A create ignores the status, so the status is validated by the rules of its subresource.
function validateStatus(def: KindDef, object: KubeObject, rules: RuleContext): readonly Issue[] {
  if (!def.subresources.status) return []
  return def.update
    .validate(object, object, { ...withoutMetadata(rules), subresource: 'status' })
    .filter(({ field }) => /^status\b/i.test(field))
}

function validateRevision({ resourceVersion = '' }: ObjectMeta): readonly Issue[] {
  const fine =
    resourceVersion === '' || (/^\d+$/.test(resourceVersion) && Number.isSafeInteger(Number(resourceVersion)))
  return fine ? [] : [invalid('metadata.resourceVersion', resourceVersion, 'must be a whole number')]
}
