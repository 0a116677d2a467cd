import { fnv1a } from '../../base/go/fnv.js'
import { goDump } from '../../model/registry/go-dump.js'
import type { KubernetesVersion } from '../../model/registry/kubernetes-version.js'

/** The characters of generated names, without vowels, so that they form no words. */
const LETTERS = 'bcdfghjklmnpqrstvwxz2456789'

/** Encodes ASCII text in the characters of generated names, as `rand.SafeEncodeString` does. */
export const safeText = (text: string): string =>
  [...text].map((character) => LETTERS[character.charCodeAt(0) % LETTERS.length]).join('')

/** The label with the template's hash on the pods and ReplicaSets of a Deployment. */
export const TEMPLATE_HASH = 'pod-template-hash'

/** The collisionCount is hashed as a number of this many bytes, of which Go writes the first four. */
const COUNT_BYTES = 8

/**
 * Returns the hash of a pod template in a version of Kubernetes, as in the names of ReplicaSets and of the revisions of
 * DaemonSets (ComputeHash): it changes with the fields of templates.
 * `collisions` is incremented when a name is taken.
 */
export function templateHash(template: unknown, version: KubernetesVersion, collisions?: number): string {
  const dump = new TextEncoder().encode(goDump('core.v1.PodTemplateSpec', template, version))
  const bytes = new Uint8Array(dump.length + (collisions === undefined ? 0 : COUNT_BYTES))
  bytes.set(dump)
  if (collisions !== undefined) new DataView(bytes.buffer).setUint32(dump.length, collisions, true)
  return safeText(String(fnv1a(bytes)))
}
