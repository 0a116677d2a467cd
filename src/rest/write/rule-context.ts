import { formatTime } from '../../base/time.js'
import type { KindDef } from '../../registry/kind-def.js'
import { validateMetadata, validateMetadataUpdate } from '../../registry/metadata-rules.js'
import type { RuleContext } from '../../registry/rule-context.js'
import type { KubeObject } from '../../schema/object.js'
import { objectsOf } from '../../store/page.js'
import type { Transaction } from '../../store/transaction.js'
import { type RestContext, tableOf } from '../context.js'

/** What the rules of a kind may know of a write. Warnings go nowhere unless `more` says where. */
export const ruleContext = (
  { env, featureGates }: RestContext,
  def: KindDef,
  more: Pick<RuleContext, 'subresource' | 'user' | 'list' | 'get' | 'objects'> & Partial<Pick<RuleContext, 'warn'>>,
): RuleContext => ({
  featureGates,
  now: formatTime(env.now()),
  uuid: env.uuid,
  warn: () => {},
  validateObjectMeta: (object) => validateObjectMeta(object, def),
  validateObjectMetaUpdate: (next, { metadata: old }) => [
    ...validateMetadataUpdate(next.metadata, old),
    ...def.metadata.finalizers(next.metadata),
  ],
  ...more,
})

/** Every stored object of a kind, for its rules. */
export const listOf = (def: KindDef, transaction: Transaction<KubeObject>) => (): readonly KubeObject[] =>
  objectsOf(transaction.table(tableOf({ def })))

const validateObjectMeta = (object: KubeObject, def: KindDef) => [
  ...validateMetadata(object.metadata, def, (name, prefix) => def.metadata.name(name, prefix, object)),
  ...def.metadata.finalizers(object.metadata),
]
