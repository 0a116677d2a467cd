import { type Issue, invalid, notSupported } from '../base/issue.js'
import { isObject } from '../base/json.js'
import { plainError } from '../base/status.js'
import { array, boolean, int64, string, struct } from '../schema/builders.js'
import { DecodeError, decode } from '../schema/decode.js'
import type { KindDef } from '../kind/define.js'
import { noOptions, type Options } from '../base/options.js'
import { unregistered } from '../kind/unregistered.js'
import { failOptions, validateDryRun } from './query.js'

const POLICIES = ['Foreground', 'Background', 'Orphan'] as const

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1'

const schema = struct(`${META}.DeleteOptions`, {
  kind: string(),
  apiVersion: string(),
  gracePeriodSeconds: int64(),
  preconditions: struct(`${META}.Preconditions`, { uid: string('types.UID'), resourceVersion: string() }),
  orphanDependents: boolean(),
  propagationPolicy: string('v1.DeletionPropagation'),
  dryRun: array(string()),
  ignoreStoreReadErrorWithClusterBreakingPotential: boolean(),
})

/**
 * Reads DeleteOptions, from a body or from {@link deleteQuery}; unknown members are passed over.
 *
 * @throws StatusError 500 for another kind and for values of other types, 422 for values that are not allowed
 */
export function deleteOptions(value: unknown, def: KindDef, base: Options = noOptions): Options {
  const members = isObject(value) ? value : {}
  checkType(members, def)
  checkTypes(members)
  const { orphanDependents, propagationPolicy, preconditions } = members
  const dryRun = Array.isArray(members['dryRun']) ? members['dryRun'].map(String) : []
  const issues: Issue[] = []
  if (typeof orphanDependents === 'boolean' && typeof propagationPolicy === 'string')
    issues.push(invalid('propagationPolicy', propagationPolicy, 'orphanDependents and deletionPropagation cannot be both set'))
  const policy = POLICIES.find((p) => p === propagationPolicy)
  if (typeof propagationPolicy === 'string' && !policy) issues.push(notSupported('propagationPolicy', propagationPolicy, [...POLICIES, 'nil']))
  failOptions('DeleteOptions', [...issues, ...validateDryRun(dryRun)])
  const { uid, resourceVersion } = isObject(preconditions) ? preconditions : {}
  return {
    ...base,
    dryRun: dryRun.length > 0,
    propagationPolicy: policy ?? (orphanDependents === true ? 'Orphan' : orphanDependents === false ? 'Background' : undefined),
    preconditions: { ...(typeof uid === 'string' ? { uid } : {}), ...(typeof resourceVersion === 'string' ? { resourceVersion } : {}) },
    orphanDependentsFalse: orphanDependents === false,
  }
}

function checkType({ kind, apiVersion }: Readonly<Record<string, unknown>>, def: KindDef): void {
  const version = typeof apiVersion === 'string' && apiVersion ? apiVersion : 'v1'
  const known = ['v1', 'meta.k8s.io/v1', def.apiVersion].includes(version)
  if ((typeof kind !== 'string' || kind === '' || kind === 'DeleteOptions') && known) return
  throw plainError(unregistered(typeof kind === 'string' && kind ? kind : 'DeleteOptions', version))
}

function checkTypes(members: object): void {
  try {
    decode(schema, members)
  } catch (error) {
    if (error instanceof DecodeError) throw plainError(error.message)
    throw error
  }
}
