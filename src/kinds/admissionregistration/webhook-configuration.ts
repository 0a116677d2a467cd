import type { Column } from '../../model/registry/column.js'
import { ageColumn, integerColumn, nameColumn } from '../../model/registry/columns.js'
import type { ValidatingWebhookConfiguration } from '../../model/generated/types/admissionregistration-v1.js'
import type { RuleContext } from '../../model/registry/rule-context.js'
import { type StructDefaults, structFiller } from '../struct/struct-defaults.js'
import { type StructDeclaration, defineStructKind } from '../struct/struct-kind.js'
import type { UncheckedObject } from '../struct/unchecked.js'
import { MATCH_DEFAULTS } from './match-defaults.js'
import { loadRules, neededRules } from './rules.js'
import { withReservedNames } from './static-names.js'

/** The fields both kinds have. */
type Configuration = UncheckedObject<ValidatingWebhookConfiguration>

const WEBHOOK: StructDefaults[string] = {
  failurePolicy: 'Fail',
  matchPolicy: 'Equivalent',
  namespaceSelector: {},
  objectSelector: {},
  timeoutSeconds: 10,
}
const fill = structFiller({
  ...MATCH_DEFAULTS,
  'admissionregistration.v1.ServiceReference': { port: 443 },
  'admissionregistration.v1.ValidatingWebhook': WEBHOOK,
  'admissionregistration.v1.MutatingWebhook': { ...WEBHOOK, reinvocationPolicy: 'Never' },
})

const WEBHOOKS = [
  {
    name: 'check.example.com',
    clientConfig: { url: 'https://hooks.example.com/check' },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  },
]

const webhooksColumn: Column<Configuration> = integerColumn(
  'Webhooks',
  'Webhooks indicates the number of webhooks registered in this configuration',
  ({ webhooks }) => webhooks?.length ?? 0,
)

/** MutatingWebhookConfiguration: webhooks that may change objects on admission. They are stored but not called. */
export const mutatingWebhookConfiguration = defineStructKind<Configuration>(
  'admissionregistration.v1.MutatingWebhookConfiguration',
  (profile) => withReservedNames(profile, declarationOf('MutatingWebhookConfiguration')),
)

/** ValidatingWebhookConfiguration: webhooks that may reject requests. They are stored but not called. */
export const validatingWebhookConfiguration = defineStructKind<Configuration>(
  'admissionregistration.v1.ValidatingWebhookConfiguration',
  (profile) => withReservedNames(profile, declarationOf('ValidatingWebhookConfiguration')),
)

const REVIEWS =
  /^(?:(?:selfsubject|token)reviews\.authentication|(?:(?:local|self)?subjectaccess|selfsubjectrules)reviews\.authorization)\.k8s\.io$/
const UNSEEN = 'is excluded from admission webhooks; this rule will have no effect'

/** Warns of rules that name reviews, which webhooks do not see (WarningsForValidatingWebhookRules). */
function warningsOf({ webhooks = [] }: Configuration, { featureGates }: RuleContext<Configuration>): readonly string[] {
  if (!featureGates.ExcludeAdmissionWebhookVirtualResources) return []
  return webhooks.flatMap(({ rules = [] }, i) =>
    rules.flatMap(({ apiGroups = [], resources = [] }, j) => {
      if (apiGroups.includes('*') || resources.includes('*')) return []
      const named = apiGroups.flatMap((group) => resources.map((resource) => `${resource}.${group}`))
      return [...new Set(named)]
        .filter((resource) => REVIEWS.test(resource))
        .map((resource) => `webhooks[${i}].rules[${j}]: ${resource} ${UNSEEN}`)
    }),
  )
}

const declarationOf = (
  kind: 'MutatingWebhookConfiguration' | 'ValidatingWebhookConfiguration',
): StructDeclaration<Configuration> => ({
  group: 'admissionregistration.k8s.io',
  scope: 'Cluster',
  names: { kind, plural: `${kind.toLowerCase()}s`, categories: ['api-extensions'] },
  schema: {
    ready: loadRules,
    hasExpressions: true,
    defaults: (object) => fill(`admissionregistration.v1.${kind}`, object),
  },
  storage: { bytes: 'caBundle' },
  metadata: { generation: ['webhooks'], countsEmpty: true, finalizers: () => [] },
  create: {
    validate: (object, context) => [
      ...context.validateObjectMeta(object),
      ...neededRules().validateWebhooks(object.webhooks ?? []),
    ],
    warnings: warningsOf,
  },
  update: {
    allowUnconditional: false,
    validate: (next, old, context) => [
      ...context.validateObjectMeta(next),
      ...neededRules().validateWebhooks(next.webhooks ?? [], old.webhooks ?? []),
    ],
    warnings: (next, _, context) => warningsOf(next, context),
  },
  table: { columns: [nameColumn, webhooksColumn, ageColumn] },
  example: { metadata: { name: 'checks' }, webhooks: WEBHOOKS },
})
