import type { Call } from '../../model/call/call.js'
import { withMembers, withPath } from '../../base/json/json.js'
import { badRequest } from '../../base/errors/status.js'
import type { KubeObject } from '../../schema/object.js'

const SUFFIX_LETTERS = 'bcdfghjklmnpqrstvwxz2456789'
const SUFFIX_LENGTH = 5
const MAX_GENERATED_BASE = 58

/** Makes a name from a generateName: its prefix and five random characters. */
export function generateName(base: string, random: () => number): string {
  let name = base.slice(0, MAX_GENERATED_BASE)
  for (let i = 0; i < SUFFIX_LENGTH; i++) name += SUFFIX_LETTERS[Math.floor(random() * SUFFIX_LETTERS.length)]
  return name
}

/**
 * Sets the namespace of an object to that of its request.
 *
 * @throws StatusError 400 if it states another namespace
 */
export function inNamespace({ target: { def, namespace } }: Call, object: KubeObject): KubeObject {
  const given = object.metadata.namespace
  if (def.scope === 'Cluster')
    return given === undefined ? object : withPath(object, ['metadata', 'namespace'], undefined)
  if (given && given !== namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  return given ? object : withMembers(object, { metadata: withMembers(object.metadata, { namespace }) })
}
