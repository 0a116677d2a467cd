import { atLeast } from '../../model/registry/kubernetes-version.js'
import { type Column, docOf } from '../../model/registry/column.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'
import { withObjectMetaUpdate } from '../../model/registry/rule-context.js'
import type { ServiceAccount as ServiceAccountStruct } from '../../model/generated/types/core-v1.js'
import { tokenAct } from './service-account-token.js'
import { defineStructKind, objectReplies } from '../struct/struct-kind.js'
import type { UncheckedObject } from '../struct/unchecked.js'

/** The annotation that restricts pods to the Secrets listed in their ServiceAccount. */
export const MOUNTABLE = 'kubernetes.io/enforce-mountable-secrets'
const SEPARATE = `metadata.annotations[${MOUNTABLE}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`

/** A ServiceAccount before validation. */
export type ServiceAccount = UncheckedObject<ServiceAccountStruct>

// Nothing fills the list any more.
const secretsColumn: Column<ServiceAccount> = {
  name: 'Secrets',
  description: docOf('core.v1.ServiceAccount', 'secrets'),
  cell: ({ secrets }) => secrets?.length ?? 0,
}

/** ServiceAccount: the identity of pods. */
export const serviceAccount = defineStructKind<ServiceAccount>('core.v1.ServiceAccount', ({ version }) => ({
  group: '',
  scope: 'Namespaced',
  names: { kind: 'ServiceAccount', plural: 'serviceaccounts', shortNames: ['sa'] },
  subresources: { token: { verbs: ['create'], resetFields: [], tables: false, act: tokenAct(version) } },
  create: {
    prepare: withNamedSecrets,
    warnings: (object) => (isMountable(object) ? [SEPARATE] : []),
  },
  update: {
    prepare: withNamedSecrets,
    // ValidateServiceAccountUpdate repeats the rules of a create after those of the update.
    validate: withObjectMetaUpdate((next, _, { validateObjectMeta }) => validateObjectMeta(next)),
    warnings: (next, old) => (isMountable(next) && !isMountable(old) ? [SEPARATE] : []),
  },
  delete: { replies: objectReplies },
  table: {
    columns: [nameColumn, ...(atLeast(version, '1.35') ? [] : [secretsColumn]), ageColumn],
  },
}))

const isMountable = ({ metadata }: ServiceAccount) => metadata.annotations?.[MOUNTABLE] !== undefined

/** Keeps only the names of referenced Secrets. */
function withNamedSecrets(account: ServiceAccount): ServiceAccount {
  const { secrets } = account
  return secrets ? { ...account, secrets: secrets.map(({ name }) => (name ? { name } : {})) } : account
}
