import type { KubeObject } from '../../schema/object.js'
import { ageColumn, nameColumn } from '../../registry/columns.js'
import { defineStructKind, objectReplies } from '../struct/struct-kind.js'

const MOUNTABLE = 'kubernetes.io/enforce-mountable-secrets'
const SEPARATE = `metadata.annotations[${MOUNTABLE}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`

type ServiceAccount = KubeObject & { readonly secrets?: readonly { readonly name?: string }[] }

/** ServiceAccount: who a pod is. */
export const serviceAccount = defineStructKind<ServiceAccount>('core.v1.ServiceAccount', () => ({
  group: '',
  scope: 'Namespaced',
  names: { kind: 'ServiceAccount', plural: 'serviceaccounts', shortNames: ['sa'] },
  create: {
    prepare: withNamedSecrets,
    warnings: (object) => (isMountable(object) ? [SEPARATE] : []),
  },
  update: {
    prepare: withNamedSecrets,
    warnings: (next, old) => (isMountable(next) && !isMountable(old) ? [SEPARATE] : []),
  },
  delete: { replies: objectReplies },
  table: {
    columns: [
      nameColumn,
      {
        name: 'Secrets',
        description: 'How many secrets pods of the account may use.',
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
