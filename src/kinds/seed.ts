import type { Profile } from '../registry/profile.js'
import type { KubeObject } from '../schema/object.js'

/** Returns the initial objects, as request bodies in the order of their creation. */
export function seedObjects(profile: Profile): readonly KubeObject[] {
  const namespaces = profile.namespaces.map((name) => ({ kind: 'Namespace', apiVersion: 'v1', metadata: { name } }))
  const cidr = {
    kind: 'ServiceCIDR',
    apiVersion: `${profile.group('networking')}/v1`,
    metadata: { name: 'kubernetes' },
    spec: { cidrs: ['10.0.0.0/24'] },
  }
  return profile.bootstrap ? [...namespaces, cidr] : namespaces
}
