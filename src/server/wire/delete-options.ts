import { checkedDeleteOptions } from '../../model/call/option-rules.js'
import { isObject } from '../../base/json/json.js'
import { plainError } from '../../base/errors/status.js'
import { array, boolean, int64, pointer, string, struct } from '../../schema/builders.js'
import { DecodeError, decode } from '../../schema/decode.js'
import type { Infer } from '../../schema/types.js'
import { noOptions, type Options } from '../../model/call/options.js'
import { statedType } from '../../model/registry/type-meta.js'
import { unregistered } from '../../model/registry/unregistered.js'

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1'

const schema = struct(`${META}.DeleteOptions`, {
  kind: string(),
  apiVersion: string(),
  gracePeriodSeconds: pointer(int64()),
  preconditions: struct(`${META}.Preconditions`, {
    uid: pointer(string('types.UID')),
    resourceVersion: pointer(string()),
  }),
  orphanDependents: pointer(boolean()),
  propagationPolicy: pointer(string('v1.DeletionPropagation')),
  dryRun: array(string()),
  ignoreStoreReadErrorWithClusterBreakingPotential: pointer(boolean()),
})

/**
 * Decodes DeleteOptions, from a body or from {@link deleteQuery}; unknown fields are ignored.
 *
 * @throws StatusError 500 for another kind or a value of the wrong type, 422 for an invalid value
 */
export function deleteOptions(value: unknown, base: Options = noOptions): Options {
  const members = isObject(value) ? value : {}
  checkType(members)
  return checkedDeleteOptions(decodeOptions(members), base)
}

// DeleteOptions are registered in every version, custom ones included. The other kinds of meta.k8s.io are registered
// too, but cannot be converted to DeleteOptions.
const UNVERSIONED = ['Status', 'APIVersions', 'APIGroupList', 'APIGroup', 'APIResourceList']
const OF_META =
  'ListOptions GetOptions CreateOptions UpdateOptions PatchOptions Table TableOptions PartialObjectMetadata PartialObjectMetadataList'

function checkType(members: object): void {
  const { kind, apiVersion } = statedType(members)
  if (kind === '' || kind === 'DeleteOptions') return
  const version = apiVersion || 'meta.k8s.io/v1'
  const isMeta = version === 'meta.k8s.io/v1' && OF_META.split(' ').includes(kind)
  throw plainError(
    isMeta || UNVERSIONED.includes(kind)
      ? `converting (v1.${kind}) to (v1.DeleteOptions): unknown conversion`
      : unregistered(kind, version),
  )
}

function decodeOptions(members: object): Partial<Infer<typeof schema>> {
  try {
    return decode<Partial<Infer<typeof schema>>>(schema, members).object
  } catch (error) {
    if (error instanceof DecodeError) throw plainError(error.message)
    throw error
  }
}
