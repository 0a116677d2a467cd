import type { KubeObject } from '../../schema/object.js'
import { ageColumn, nameColumn } from '../../registry/columns.js'
import { companion, objectReplies } from '../struct/struct-kind.js'

const MOUNTABLE = 'kubernetes.io/enforce-mountable-secrets'
const SEPARATE = `metadata.annotations[${MOUNTABLE}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`

type ServiceAccount = KubeObject & { readonly secrets?: readonly { readonly name?: string }[] }

/** ServiceAccount: who a pod is. */
export const serviceAccount = companion<ServiceAccount>('core.v1.ServiceAccount', (profile) => ({
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  storageVersionHash: 'pbx9ZvyFpBE=',
  shortNames: ['sa'],
  group: '',
  scope: 'Namespaced',
  replies: objectReplies(profile),
  selectableWording: 'default',
  columns: [
    nameColumn,
    {
      name: 'Secrets',
      description: 'How many secrets pods of the account may use.',
      cell: ({ secrets }) => secrets?.length ?? 0,
    },
    ageColumn,
  ],
  prepareCreate: withNamedSecrets,
  prepareUpdate: withNamedSecrets,
  warnings: ({ metadata }, old) =>
    metadata.annotations?.[MOUNTABLE] === undefined || old?.metadata.annotations?.[MOUNTABLE] !== undefined
      ? []
      : [SEPARATE],
}))

/** Of a secret only the name is kept. */
function withNamedSecrets(account: ServiceAccount): ServiceAccount {
  const { secrets } = account
  return secrets ? { ...account, secrets: secrets.map(({ name }) => (name ? { name } : {})) } : account
}
