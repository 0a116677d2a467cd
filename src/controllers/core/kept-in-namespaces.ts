import { storedName } from '../../schema/object.js'
import { jsonEqual } from '../../base/json/json.js'
import type { Draft } from '../../kinds/object-types.js'
import type { Controller, ObjectChange } from '../runtime/types.js'
import { namespaceKey } from './namespace-end.js'
import { ROOT_CERTIFICATE } from '../../kinds/bootstrap/root-certificate.js'

/** An object that every namespace has. */
type Kept = {
  /** The name of the controller. */
  readonly name: string
  readonly user: string
  /** A kind of the core group. */
  readonly kind: string
  readonly object: Draft<string> & { readonly metadata: { readonly name: string } }
}

/** Creates a controller that keeps an object in every namespace: it creates the object and restores its data. */
function keptInNamespaces({ name, user, kind, object }: Kept): Controller {
  const own = object.metadata.name
  const type = `v1/${kind}`
  return {
    name,
    user,
    watches: {
      Namespace: ({ prev, next }) => (next && !prev ? [namespaceKey(storedName(next))] : []),
      [kind]: ({ prev, next }: ObjectChange) => {
        if (!prev) return []
        const { namespace = '', name: changed } = (next ?? prev).metadata
        return changed === own ? [namespaceKey(namespace)] : []
      },
    },
    *reconcileInSteps({ name: namespace }, world) {
      const home = world.get('Namespace', { name: namespace })
      if (!home || home.metadata.deletionTimestamp) return
      const there = world.get(type, { namespace, name: own })
      if (!there) yield* world.create(type, { ...object, metadata: { ...object.metadata, namespace } })
      else if (!there.metadata.deletionTimestamp && !jsonEqual(there['data'], object['data']))
        yield* world.edit(type, { namespace, name: own }, (draft) => void (draft['data'] = object['data']))
    },
  }
}

/** Keeps the ServiceAccount `default` in every namespace. */
export const serviceAccounts = keptInNamespaces({
  name: 'service-accounts',
  user: 'system:serviceaccount:kube-system:service-account-controller',
  kind: 'ServiceAccount',
  object: { metadata: { name: 'default' } },
})

/** The ConfigMap that every namespace has. */
export const ROOT_CERTIFICATES = {
  metadata: {
    name: 'kube-root-ca.crt',
    annotations: {
      'kubernetes.io/description':
        'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or ' +
        'kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.',
    },
  },
  data: { 'ca.crt': ROOT_CERTIFICATE },
} as const

/** Keeps the ConfigMap `kube-root-ca.crt` in every namespace. */
export const rootCertificates = keptInNamespaces({
  name: 'root-certificates',
  user: 'system:serviceaccount:kube-system:root-ca-cert-publisher',
  kind: 'ConfigMap',
  object: ROOT_CERTIFICATES,
})
