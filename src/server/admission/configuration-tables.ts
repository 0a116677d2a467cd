import type { AdmissionTarget } from './types.js'

const GROUP = 'admissionregistration.k8s.io'

/** The tables of policies, and of what binds them. */
export type PolicyTables = { readonly policies: string; readonly bindings: string }

export const VALIDATING_POLICIES: PolicyTables = {
  policies: `${GROUP}/validatingadmissionpolicies`,
  bindings: `${GROUP}/validatingadmissionpolicybindings`,
}

export const MUTATING_POLICIES: PolicyTables = {
  policies: `${GROUP}/mutatingadmissionpolicies`,
  bindings: `${GROUP}/mutatingadmissionpolicybindings`,
}

/** The tables of configurations of webhooks. */
export const VALIDATING_WEBHOOKS = `${GROUP}/validatingwebhookconfigurations`
export const MUTATING_WEBHOOKS = `${GROUP}/mutatingwebhookconfigurations`

const OF_POLICIES: readonly string[] = [VALIDATING_POLICIES, MUTATING_POLICIES].flatMap((tables) => [
  ...[tables.policies, tables.bindings],
])
const OF_WEBHOOKS = [VALIDATING_WEBHOOKS, MUTATING_WEBHOOKS]

/** Tells whether a table is of policies, of what binds them, or of configurations of webhooks. */
export const isConfiguration = (table: string): boolean => OF_POLICIES.includes(table) || OF_WEBHOOKS.includes(table)

type Written = Pick<AdmissionTarget, 'group' | 'resource'>

/** Tells whether stored policies see writes of a kind: not those that would let nobody mend a policy. */
export const isSeenByPolicies = ({ group, resource }: Written): boolean =>
  group !== GROUP || !OF_POLICIES.includes(`${group}/${resource}`)

// Who may do what is asked by these, which are not stored (kubeapiserver/admission/exclusion).
const OF_REVIEWS: readonly string[] = ['authentication.k8s.io', 'authorization.k8s.io']

/** Tells whether a request is a review, which a webhook that fails must not keep anybody from. */
export const isReview = ({ group }: Written): boolean => OF_REVIEWS.includes(group)

/** The same of webhooks, which see no configurations of webhooks either. */
export const isSeenByWebhooks = (written: Written): boolean =>
  written.group !== GROUP || !isConfiguration(`${written.group}/${written.resource}`)
