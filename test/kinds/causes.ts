import { type Issue, issueText } from '../../src/base/issue.js'
import type { SubresourceName, Kind, KindDef, RuleContext } from '../../src/registry/define.js'
import { type FeatureGates, defaultFeatureGates } from '../../src/registry/feature-gates.js'
import { exampleProfile } from '../../src/registry/profile.js'
import { decode } from '../../src/schema/decode.js'
import type { KubeObject } from '../../src/schema/object.js'

type Body = Record<string, unknown>
type Circumstances = {
  readonly old?: Body
  readonly subresource?: SubresourceName
  readonly featureGates?: Partial<FeatureGates>
}

export const now = '2024-06-01T12:00:00Z'

/** A body as the rules get it: in the kind's example's metadata where it has none, decoded, defaults filled. */
export function read(def: KindDef, body: Body): KubeObject {
  return def.defaults(decode<KubeObject>(def.schema, { metadata: def.example['metadata'], ...body }).object)
}

/** What the kind's own rules say of a new object or, with `old`, of an update: `field: message` in the server's order. */
export function causes(
  kind: Kind,
  body: Body,
  { old, subresource = 'main', featureGates }: Circumstances = {},
): readonly string[] {
  const def = kind(exampleProfile)
  const context: RuleContext = { featureGates: { ...defaultFeatureGates, ...featureGates }, now, subresource }
  const stored = old && read(def, old)
  const next = stored
    ? def.prepareUpdate(read(def, body), stored, context)
    : def.prepareCreate(read(def, body), context)
  const own = stored ? updateIssues(def, next, stored, context) : def.validate(next, context)
  return [...def.validateFirst(next, context), ...own].map(issueText)
}

/** The cells of an object's row. */
export function cells(kind: Kind, body: Body): readonly unknown[] {
  const def = kind(exampleProfile)
  return def.columns.map(({ cell }) => cell(read(def, body), Date.parse(now)))
}

/** What a kind has against an update, its metadata aside. */
export function updateIssues(def: KindDef, next: KubeObject, old: KubeObject, context: RuleContext): readonly Issue[] {
  const again = context.subresource === 'main' ? def.validateAgain(next, old, context) : []
  return [...again, ...(def.metadataChecks === 'twice' ? again : []), ...def.validateUpdate(next, old, context)]
}
