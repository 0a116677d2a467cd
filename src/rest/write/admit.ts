import type { Steps } from '../../base/turns/steps.js'
import { countsChange } from '../../model/registry/counts-change.js'
import { subresourceOf } from '../../model/registry/subresource-of.js'
import { type Issue, issueText, tooManyIssues } from '../../base/errors/issue.js'
import { withinIssues } from '../../base/errors/issues-in-parts.js'
import { worded } from '../../base/errors/wording.js'
import { getOwn, getPath, withPath } from '../../base/json/json.js'
import { invalidStatus } from '../../base/errors/status.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { RuleContext } from '../../model/registry/rule-context.js'
import type { KubeObject } from '../../schema/object.js'
import type { Transaction } from '../../store/transaction.js'
import {
  pathSegment,
  validateMetadata,
  validateMetadataUpdate,
  validateName,
} from '../../model/registry/metadata-rules.js'
import { noteAllotments } from './allocation-records.js'
import { checkStated } from './body.js'
import { admittedForm, changesEmptyBytes } from './stored-form.js'
import { asMade, inNamespace, withSystemMetadata, withUniqueOwners } from './metadata.js'
import { inTurns } from './turns.js'
import type { Call } from '../../model/call/call.js'
import type { WriteContext } from './warnings.js'
import { formatTime } from '../../base/time/time.js'
import { isAllowed } from '../../model/registry/authorizer.js'
import type { SubresourceName } from '../../model/registry/subresource-name.js'
import { objectsOf } from '../../store/page.js'
import { type RestContext, tableOf } from '../context.js'

// The order in which a write is checked decides which error a client sees. It is defined here, once.

/**
 * Takes a new object from its decoded body to what will be stored, apart from name conflicts, validating admission, the
 * order of fields and the revision.
 *
 * @param asked the name as errors print it
 * @throws StatusError from admission or a hook, or 422
 */
export function* admitCreate(
  context: WriteContext,
  call: Call,
  transaction: Transaction<KubeObject>,
  object: KubeObject,
  asked: string,
): Steps<KubeObject> {
  const { def } = call.target
  const { isLong } = context.turns
  const rules = ruleContextOf(context, call, 'main', transaction)
  const write = { operation: 'create', call, name: asked, transaction, object, oldObject: undefined } as const
  const admitted = (yield* context.admission.admit(context, write)) ?? object
  const changed = context.hooks.admit(call, undefined, admitted)
  const placed = changed === object ? object : inNamespace(call, asMade(changed, object))
  const hooked = withUniqueOwners(context, placed, 'admitted')
  const prepare = () => {
    // An object created through a subresource is allocated nothing.
    const begun = call.target.subresource === 'main' ? def.create.begin(hooked, rules) : hooked
    if (def.storage.allotments) noteAllotments(call, begun, undefined)
    const prepared = def.create.prepare(dropPaths(begun, def.create.resetFields), rules)
    return def.metadata.generation ? withPath(prepared, ['metadata', 'generation'], 1) : prepared
  }
  const next = isLong ? yield* inTurns(context, prepare) : prepare()
  const judge = () => {
    failInvalid(context, def, next, undefined, () => validateCreate(def, next, rules))
    if (call.controller === undefined) for (const text of def.create.warnings(next, rules)) context.warn(text)
  }
  if (isLong) yield* inTurns(context, judge)
  else judge()
  return next
}

/**
 * Takes a changed object from its decoded body to what will be stored, apart from the revision.
 *
 * @param checked checks the object that comes from the hooks, and returns it at its resourceVersion
 * @throws StatusError from a hook or from `checked`, 422, or 403
 */
export function* admitUpdate(
  context: WriteContext,
  call: Call,
  transaction: Transaction<KubeObject>,
  old: KubeObject,
  changed: KubeObject,
  checked: (hooked: KubeObject) => KubeObject,
): Steps<KubeObject> {
  const { def, subresource } = call.target
  const { isLong } = context.turns
  const rules = ruleContextOf(context, call, subresource, transaction)
  const { name } = call.target
  // Acts bypass the update strategy, and were admitted before they were carried out.
  const { act, resetFields } = subresourceOf(def, subresource)
  const isAct = act !== undefined
  const write = { operation: 'update', call, name, object: changed, oldObject: old, transaction } as const
  const admitted = (isAct ? undefined : yield* context.admission.admit(context, write)) ?? changed
  const hooked = withUniqueOwners(context, context.hooks.admit(call, old, admitted), 'admitted')
  const current = inNamespace(call, checked(hooked))
  const prepare = () => {
    const kept = withSystemMetadata(call, keepStored(current, old, resetFields), old)
    const prepared = def.update.prepare(kept, old, rules)
    if (def.storage.allotments) noteAllotments(call, prepared, old)
    return subresource !== 'status' &&
      !isAct &&
      ((def.metadata.generation && countsChange(def, def.metadata.countsSent ? kept : prepared, old)) ||
        changesEmptyBytes(call, old, prepared))
      ? withPath(prepared, ['metadata', 'generation'], (old.metadata.generation ?? 0) + 1)
      : prepared
  }
  const next = isLong ? yield* inTurns(context, prepare) : prepare()
  const judge = () => {
    if (!isAct) failInvalid(context, def, next, old, () => validateUpdate(def, next, old, rules))
    if (call.controller === undefined) warnOnUpdate(context, call, next, old, rules)
  }
  if (isLong) yield* inTurns(context, judge)
  else judge()
  if (!isAct) yield* context.admission.validate(context, { ...write, object: next })
  return admittedForm(context, def, next, old)
}

function warnOnUpdate(
  context: WriteContext,
  { target: { def, subresource } }: Call,
  next: KubeObject,
  old: KubeObject,
  rules: RuleContext,
): void {
  if (subresource === 'status') for (const text of def.update.statusWarnings(next, old, rules)) context.warn(text)
  // A scale is written by the rules of the object itself.
  const isWhole = subresource === 'main' || subresource === 'scale'
  if (isWhole) for (const text of def.update.warnings(next, old, rules)) context.warn(text)
}

/** Validates a new object: first by its strategy, then by the generic checks for all kinds (rest.BeforeCreate). */
function validateCreate(def: KindDef, object: KubeObject, rules: RequestRules): readonly Issue[] {
  const found = def.create.validate(object, rules)
  if (found.length > 0) return found
  // If the strategy has validated the metadata, only the rule for names can still fail.
  return rules.hasValidatedMeta
    ? validateName(object.metadata, pathSegment)
    : validateMetadata(object.metadata, def, pathSegment)
}

/** Validates an update by the generic checks for all kinds and by its strategy (rest.BeforeUpdate). */
function validateUpdate(def: KindDef, next: KubeObject, old: KubeObject, rules: RuleContext): readonly Issue[] {
  const change = validateMetadataUpdate(next.metadata, old.metadata, def)
  const strategy = def.update.validate(next, old, {
    ...rules,
    validateObjectMetaUpdate: ({ metadata }) => [...change, ...def.metadata.finalizers(metadata)],
  })
  return [...validateMetadata(next.metadata, def, pathSegment, old.metadata), ...change, ...strategy]
}

function failInvalid(
  context: WriteContext,
  def: KindDef,
  next: KubeObject,
  old: KubeObject | undefined,
  find: () => readonly Issue[],
): void {
  const { metadata } = next
  // Admission may have left an object of another type.
  if (def.structural) checkStated(context, def, next, next, old)
  // Schema validation has its own limit on the number of issues.
  const issues = worded(def.wording, () => (def.structural ? find() : withinIssues(find, () => [tooManyIssues()])))
  if (issues.length > 0) throw invalidStatus(def.kindSubject, metadata.name ?? '', toldOnce(def, issues))
}

/**
 * Since 1.37 the tags of structs validate the objects of kube-apiserver last, and what is found again is told once. The
 * tag of a struct that may not change stops those of what is in it.
 */
function toldOnce({ wording, storage, structural }: KindDef, issues: readonly Issue[]): readonly Issue[] {
  const isTagged = !structural && storage.scheme === 'core'
  if (!isTagged || !wording.isDeclarative) return issues
  const stopped = issues.flatMap(({ stopsTags, field }) => (stopsTags ? [`${field}.`] : []))
  const isLast = ({ isDeclared, field }: Issue) => isDeclared && !stopped.some((at) => field.startsWith(at))
  const inOrder = [...issues.filter((issue) => !isLast(issue)), ...issues.filter(isLast)]
  return [...new Map(inOrder.map((issue) => [issueText(issue), issue])).values()]
}

/** Replaces the parts at `paths` with those of the stored object, including absent ones. */
export function keepStored(next: KubeObject, old: KubeObject, paths: readonly string[]): KubeObject {
  let object = next
  const kept = membersOf(paths)
  for (let i = 0; i < kept.length; i++) {
    const parts = kept[i] ?? []
    // What a path goes through is mostly shared as a whole.
    if (getOwn(object, parts[0] ?? '') === getOwn(old, parts[0] ?? '')) continue
    const stored = getPath(old, parts)
    if (getPath(object, parts) !== stored) object = withPath(object, parts, stored)
  }
  return object
}

const splitPaths = new WeakMap<readonly string[], readonly (readonly string[])[]>()

/** Splits the paths of a kind, which are the same for each write. */
function membersOf(paths: readonly string[]): readonly (readonly string[])[] {
  let split = splitPaths.get(paths)
  if (!split) splitPaths.set(paths, (split = paths.map((path) => path.split('.'))))
  return split
}

/** Removes the parts at `paths`. */
export function dropPaths(object: KubeObject, paths: readonly string[]): KubeObject {
  return membersOf(paths).reduce((result, parts) => withPath(result, parts, undefined), object)
}

/**
 * Makes the context of a kind's rules outside of requests: other objects are not visible, and warnings are discarded.
 */
export const ruleContext = (
  { env, featureGates }: Pick<RestContext, 'env' | 'featureGates'>,
  def: KindDef,
): RuleContext => ({
  featureGates,
  now: () => formatTime(env.now()),
  uuid: env.uuid,
  subresource: 'main',
  dryRun: false,
  warn: () => {},
  validateObjectMeta: (object) => validateObjectMeta(object, def),
  validateObjectMetaUpdate: (next, old) => validateObjectMetaUpdate(next, old, def),
})

/** The context of a kind's rules for a request. */
type RequestRules = RuleContext & {
  /** Whether the rules have validated the metadata. */
  hasValidatedMeta: boolean
}

/**
 * Makes the context of a kind's rules for a request. Its members are spelled out for speed, as each write makes one.
 */
const ruleContextOf = (
  { env, featureGates, warn, authorize }: WriteContext,
  { target: { def }, options: { dryRun }, user }: Call,
  subresource: SubresourceName,
  transaction: Transaction<KubeObject>,
): RequestRules => {
  const rules: RequestRules = {
    featureGates,
    now: () => formatTime(env.now()),
    uuid: env.uuid,
    subresource,
    dryRun,
    user,
    may: (request) => isAllowed(authorize(user, request)),
    list: () => objectsOf(transaction.table(tableOf({ def }))),
    get: (table, key) => transaction.get(table, key),
    objects: (table) => objectsOf(transaction.table(table)),
    warn,
    hasValidatedMeta: false,
    validateObjectMeta(object) {
      rules.hasValidatedMeta = true
      return validateObjectMeta(object, def)
    },
    validateObjectMetaUpdate: (next, old) => validateObjectMetaUpdate(next, old, def),
  }
  return rules
}

/** Returns access to stored objects, for the rules of a kind. */
export const storedFor = (
  def: KindDef,
  transaction: Transaction<KubeObject>,
): Required<Pick<RuleContext, 'list' | 'objects'>> => ({
  list: () => objectsOf(transaction.table(tableOf({ def }))),
  objects: (table) => objectsOf(transaction.table(table)),
})

const validateObjectMeta = (object: KubeObject, def: KindDef) => [
  ...validateMetadata(object.metadata, def, (name, prefix) => def.metadata.name(name, prefix, object)),
  ...def.metadata.finalizers(object.metadata),
]

const validateObjectMetaUpdate = ({ metadata }: KubeObject, old: KubeObject, def: KindDef) => [
  ...validateMetadataUpdate(metadata, old.metadata, def),
  ...def.metadata.finalizers(metadata),
]
