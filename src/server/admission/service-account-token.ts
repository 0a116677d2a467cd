import { withMembers } from '../../base/json/json.js'
import type { Container, Pod, PodSpec } from '../../kinds/core/pod/pod-types.js'
import type { ServiceAccount } from '../../kinds/core/service-account.js'
import { structOf } from '../../model/registry/struct-schema.js'
import { inWireOrder } from '../../schema/order.js'

const PREFIX = 'kube-api-access-'
const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount'
// An hour, plus seven seconds by which the server recognizes these tokens.
const LIFETIME_SECONDS = 3607

/** Mounts the token of its account into a pod's containers, unless the pod or the account opts out. */
export function withToken(object: Pod, account: ServiceAccount, generateName: (base: string) => string): Pod {
  const spec = object.spec ?? {}
  if (!(spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true)) return object
  const own = (spec.volumes ?? []).map(({ name }) => String(name)).find((name) => name.startsWith(PREFIX))
  const name = own ?? generateName(PREFIX)
  const mounted = (containers: readonly Container[]) => containers.map((container) => withMount(container, name))
  const { initContainers, containers } = spec
  const isWanted = [...(initContainers ?? []), ...(containers ?? [])].some((container) => !hasMount(container))
  const next = withMembers<PodSpec>(spec, {
    ...(own === undefined && isWanted ? { volumes: [...(spec.volumes ?? []), tokenVolume(name)] } : {}),
    ...(initContainers ? { initContainers: mounted(initContainers) } : {}),
    ...(containers ? { containers: mounted(containers) } : {}),
  })
  return { ...object, spec: next }
}

const hasMount = ({ volumeMounts }: Container) =>
  volumeMounts !== undefined && volumeMounts.some(({ mountPath }) => mountPath === MOUNT_PATH)

function withMount(container: Container, name: string): Container {
  if (hasMount(container)) return container
  const mount = { name, readOnly: true, mountPath: MOUNT_PATH }
  const volumeMounts = [...(container.volumeMounts ?? []), mount]
  return inWireOrder(structOf('core.v1.Container'), withMembers(container, { volumeMounts }), 0)
}

const tokenVolume = (name: string) => ({
  name,
  projected: {
    sources: [
      { serviceAccountToken: { expirationSeconds: LIFETIME_SECONDS, path: 'token' } },
      { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
      {
        downwardAPI: {
          items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
        },
      },
    ],
    defaultMode: 0o644,
  },
})
