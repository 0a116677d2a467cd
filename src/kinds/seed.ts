import type { Profile } from '../model/registry/profile.js'
import type { KubeObject } from '../schema/object.js'

/** Returns the namespaces that exist from the start, as request bodies in the order of their creation. */
export const seedObjects = (profile: Profile): readonly KubeObject[] =>
  profile.namespaces.map((name) => ({ kind: 'Namespace', apiVersion: 'v1', metadata: { name } }))
