import { ageColumn, nameColumn } from '../../registry/columns.js'
import { withObjectMetaUpdate } from '../../registry/rule-context.js'
import type { ServiceAccount as ServiceAccountStruct } from '../generated/types/core-v1.js'
import { tokenAct } from './service-account-token.js'
import { defineStructKind, objectReplies } from '../struct/struct-kind.js'
import type { UncheckedObject } from '../struct/unchecked.js'

/** The annotation that limits pods to the secrets their account names. */
export const MOUNTABLE = 'kubernetes.io/enforce-mountable-secrets'
const SEPARATE = `metadata.annotations[${MOUNTABLE}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`

/** A ServiceAccount as rules see it. */
export type ServiceAccount = UncheckedObject<ServiceAccountStruct>

/** ServiceAccount: who a pod is. */
export const serviceAccount = defineStructKind<ServiceAccount>('core.v1.ServiceAccount', () => ({
  group: '',
  scope: 'Namespaced',
  names: { kind: 'ServiceAccount', plural: 'serviceaccounts', shortNames: ['sa'] },
  subresources: { token: { verbs: ['create'], resetFields: [], tables: false, act: tokenAct } },
  create: {
    prepare: withNamedSecrets,
    warnings: (object) => (isMountable(object) ? [SEPARATE] : []),
  },
  update: {
    prepare: withNamedSecrets,
    // The rules of a new object come again after those of the change (ValidateServiceAccountUpdate).
    validate: withObjectMetaUpdate((next, _, { validateObjectMeta }) => validateObjectMeta(next)),
    warnings: (next, old) => (isMountable(next) && !isMountable(old) ? [SEPARATE] : []),
  },
  delete: { replies: objectReplies },
  table: {
    columns: [
      nameColumn,
      {
        name: 'Secrets',
        description:
          'Secrets is a list of the secrets in the same namespace that pods running using this ServiceAccount are allowed to use. Pods are only limited to this list if this service account has a "kubernetes.io/enforce-mountable-secrets" annotation set to "true". The "kubernetes.io/enforce-mountable-secrets" annotation is deprecated since v1.32. Prefer separate namespaces to isolate access to mounted secrets. This field should not be used to find auto-generated service account token secrets for use outside of pods. Instead, tokens can be requested directly using the TokenRequest API, or service account token secrets can be manually created. More info: https://kubernetes.io/docs/concepts/configuration/secret',
        cell: ({ secrets }) => secrets?.length ?? 0,
      },
      ageColumn,
    ],
  },
}))

const isMountable = ({ metadata }: ServiceAccount) => metadata.annotations?.[MOUNTABLE] !== undefined

/** Of a secret only the name is kept. */
function withNamedSecrets(account: ServiceAccount): ServiceAccount {
  const { secrets } = account
  return secrets ? { ...account, secrets: secrets.map(({ name }) => (name ? { name } : {})) } : account
}
