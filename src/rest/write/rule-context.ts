import { formatTime } from '../../base/time/time.js'
import { isAllowed } from '../../model/registry/authorizer.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import { validateMetadata, validateMetadataUpdate } from '../../model/registry/metadata-rules.js'
import type { RuleContext } from '../../model/registry/rule-context.js'
import type { SubresourceName } from '../../model/registry/subresource-name.js'
import type { KubeObject } from '../../schema/object.js'
import { objectsOf } from '../../store/page.js'
import type { Transaction } from '../../store/transaction.js'
import type { Call } from '../../model/call/call.js'
import { type RestContext, tableOf } from '../context.js'
import type { WriteContext } from './warnings.js'

/**
 * Makes the context of a kind's rules outside of requests: other objects are not visible, and warnings are discarded.
 */
export const ruleContext = (
  { env, featureGates }: Pick<RestContext, 'env' | 'featureGates'>,
  def: KindDef,
): RuleContext => ({
  featureGates,
  now: formatTime(env.now()),
  uuid: env.uuid,
  subresource: 'main',
  dryRun: false,
  warn: () => {},
  validateObjectMeta: (object) => validateObjectMeta(object, def),
  validateObjectMetaUpdate: (next, old) => validateObjectMetaUpdate(next, old, def),
})

/** The context of a kind's rules for a request. */
export type RequestRules = RuleContext & {
  /** Whether the rules have validated the metadata. */
  hasValidatedMeta: boolean
}

/**
 * Makes the context of a kind's rules for a request. Its members are spelled out for speed, as each write makes one.
 */
export const ruleContextOf = (
  { env, featureGates, warn, authorize }: WriteContext,
  { target: { def }, options: { dryRun }, user }: Call,
  subresource: SubresourceName,
  transaction: Transaction<KubeObject>,
): RequestRules => {
  const rules: RequestRules = {
    featureGates,
    now: formatTime(env.now()),
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
