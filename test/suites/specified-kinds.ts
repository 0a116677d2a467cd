import { builtinKindsOf } from '../../src/kinds/builtin.js'
import type { Kind } from '../../src/model/registry/kind-def.js'
import { kubernetesProfile } from '../profiles.js'

const SPECIFIED: ReadonlySet<string> = new Set([
  'v1 ComponentStatus',
  'v1 Namespace',
  'v1 Node',
  'v1 PersistentVolumeClaim',
  'apiregistration.k8s.io/v1 APIService',
  'coordination.k8s.io/v1beta1 LeaseCandidate',
  'coordination.k8s.io/v1 Lease',
  'events.k8s.io/v1 Event',
  'networking.k8s.io/v1 IPAddress',
  'networking.k8s.io/v1 ServiceCIDR',
  'node.k8s.io/v1 RuntimeClass',
  'policy/v1 PodDisruptionBudget',
])

/** The kinds of the specification's operations and documents. */
export const specifiedKinds: readonly Kind[] = builtinKindsOf(kubernetesProfile).filter((kind) => {
  const { group, version, kind: name } = kind.mapping(kubernetesProfile)
  return SPECIFIED.has(`${group ? `${group}/` : ''}${version} ${name}`)
})
