import type { KubeObject } from '../../../schema/object.js'
import type { Pod, PodSpec } from './pod-types.js'

type ServiceAccount = KubeObject & { readonly imagePullSecrets?: NonNullable<PodSpec['imagePullSecrets']> }

const DEFAULT = 'default'

/**
 * Who a new pod is: where it names nobody, the account `default` of its namespace, as far as there is one. The secrets its images
 * are pulled with are those of its account, where it names none.
 */
export function admitServiceAccount(pod: Pod, accountOf: (name: string) => KubeObject | undefined): Pod {
  const { spec = {} } = pod
  const name = spec.serviceAccountName || DEFAULT
  const account = accountOf(name) as ServiceAccount | undefined // what that table holds
  if (!account) return pod
  const { imagePullSecrets = account.imagePullSecrets } = spec
  return {
    ...pod,
    spec: {
      ...spec,
      serviceAccountName: name,
      serviceAccount: name,
      ...(imagePullSecrets ? { imagePullSecrets } : {}),
    },
  }
}
