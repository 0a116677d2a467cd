import { issueText } from '../../src/base/errors/issue.js'
import type { SubresourceName } from '../../src/model/registry/subresource-name.js'
import type { Kind, KindDef } from '../../src/model/registry/kind-def.js'
import type { RuleContext } from '../../src/model/registry/rule-context.js'
import { type FeatureGates, featureGatesOf } from '../../src/model/registry/feature-gates.js'
import { exampleProfile } from '../../src/model/registry/profile.js'
import { decode } from '../../src/schema/decode.js'
import type { KubeObject } from '../../src/schema/object.js'
import { loadDifferences } from '../../src/kinds/struct/go-formats.js'

// The rules run here without a server, which would wait for the library.
await loadDifferences()

type Body = Record<string, unknown>
type Circumstances = {
  readonly old?: Body
  readonly subresource?: SubresourceName
  readonly featureGates?: Partial<FeatureGates>
}

export const now = '2024-06-01T12:00:00Z'

/** The context of rules for a request of the main resource; its validation of metadata finds nothing. */
export const ruleContext = (more: Partial<RuleContext> = {}): RuleContext => ({
  featureGates: featureGatesOf('1.33'),
  now: () => now,
  subresource: 'main',
  dryRun: false,
  warn: () => {},
  validateObjectMeta: () => [],
  validateObjectMetaUpdate: () => [],
  uuid: () => '11111111-1111-4111-8111-111111111111',
  ...more,
})

/** Decodes a body and fills in its defaults; its metadata defaults to that of the example of the kind. */
export function read(def: KindDef, body: Body): KubeObject {
  return def.defaults(decode<KubeObject>(def.schema, { metadata: def.example['metadata'], ...body }).object)
}

/** Loads what a server would load before the first create and the first update of a kind. */
export async function loadRulesOf(kind: Kind): Promise<void> {
  const { ready, update } = kind(exampleProfile)
  await ready?.()
  await update.ready()
}

/** The errors of the rules of a kind for a new object or, with `old`, an update: `field: message`, in order. */
export function causes(
  kind: Kind,
  body: Body,
  { old, subresource = 'main', featureGates }: Circumstances = {},
): readonly string[] {
  const def = kind(exampleProfile)
  const context = ruleContext({ featureGates: { ...featureGatesOf('1.33'), ...featureGates }, subresource })
  const stored = old && read(def, old)
  const next = stored
    ? def.update.prepare(read(def, body), stored, context)
    : def.create.prepare(read(def, body), context)
  const issues = stored ? def.update.validate(next, stored, context) : def.create.validate(next, context)
  return issues.map(issueText)
}

/** The cells of the table row of an object. */
export function cells(kind: Kind, body: Body): readonly unknown[] {
  const def = kind(exampleProfile)
  return def.table.columns.map(({ cell }) => cell(read(def, body), Date.parse(now)))
}
