import { type KubeObject, storedMeta } from '../../schema/object.js'
import { givenAt } from '../../base/json/as-given.js'
import { goMap, goQuote, goType } from '../../base/go/printable.js'
import { isInt64 } from '../../base/go/numbers.js'
import { type Issue, invalid } from '../../base/errors/issue.js'
import { getPath, isObject, withPath } from '../../base/json/json.js'
import { badRequest, internalError, plainError } from '../../base/errors/status.js'
import type { DeclaredView, Kind } from '../../model/registry/kind-def.js'
import type { Definition, ScalePaths } from './definition.js'

/** Returns the path of the replicas in each version of a definition. */
export const replicasIn = ({ spec: { group, versions } }: Definition): DeclaredView['owned']['kept'] =>
  Object.fromEntries(
    versions.map(({ name, subresources }) => [
      `${group}/${name}`,
      subresources?.scale?.specReplicasPath.replace(/^\./, ''),
    ]),
  )

const stepsOf = (path: string) => path.replace(/^\./, '').split('.')
const MOST = 2 ** 31 - 1
// The replicas in a Scale when the custom resource has none, so that a patch may set them.
const NONE = -(2 ** 31)

/** Returns the Scale view of a custom resource; `kept` has the path of the replicas in each version, if it has any. */
export function scaleViewOf(paths: ScalePaths, def: Kind, kept: DeclaredView['owned']['kept']): DeclaredView {
  const number = (object: KubeObject, path: string) => {
    const value = getPath(object, stepsOf(path))
    return typeof value === 'number' ? value : 0
  }
  const wanted = (object: KubeObject) => getPath(object, stepsOf(paths.specReplicasPath))
  const specOf = (object: KubeObject, unset: object) => {
    if (wanted(object) === undefined) return unset
    const replicas = number(object, paths.specReplicasPath)
    return replicas === 0 ? {} : { replicas }
  }
  const scaleOf = (object: KubeObject, unset: object) => {
    const { specReplicasPath, statusReplicasPath, labelSelectorPath } = paths
    const fault =
      accessFault(object, stepsOf(specReplicasPath), 'int64') ??
      accessFault(object, stepsOf(statusReplicasPath), 'int64') ??
      (labelSelectorPath ? accessFault(object, stepsOf(labelSelectorPath), 'string') : undefined)
    if (fault !== undefined) throw plainError(fault)
    const { name, namespace, uid, resourceVersion, creationTimestamp } = storedMeta(object)
    const selector = paths.labelSelectorPath ? getPath(object, stepsOf(paths.labelSelectorPath)) : undefined
    return {
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: { name, ...(namespace ? { namespace } : {}), uid, resourceVersion, creationTimestamp },
      spec: specOf(object, unset),
      status: {
        replicas: number(object, paths.statusReplicasPath),
        ...(typeof selector === 'string' ? { selector } : {}),
      },
    }
  }
  return {
    def,
    owned: { shown: 'spec.replicas', kept },
    // Custom resources have a converter that does not know Scale (apiextensions-apiserver: crdConverter).
    unconvertible: 'request to convert CR to an invalid group/version: autoscaling/v1',
    check(object) {
      if (wanted(object) === undefined)
        throw internalError(`the spec replicas field ${goQuote(paths.specReplicasPath)} does not exist`)
    },
    show: (object) => scaleOf(object, {}),
    base: (object) => scaleOf(object, { replicas: NONE }),
    change(object, shown) {
      if (getPath(shown, ['spec', 'replicas']) === NONE)
        throw badRequest(`the spec replicas field ${goQuote(paths.specReplicasPath)} cannot be empty`)
      const scaled = withPath(object, stepsOf(paths.specReplicasPath), getPath(shown, ['spec', 'replicas']) ?? 0)
      const { resourceVersion } = shown.metadata
      return resourceVersion ? withPath(scaled, ['metadata', 'resourceVersion'], resourceVersion) : scaled
    },
  }
}

/** Validates the fields that a Scale reads; for the status subresource only those in the status. */
export function validateScale(paths: ScalePaths, object: KubeObject, statusOnly: boolean): readonly Issue[] {
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = paths
  return [
    ...(statusOnly ? [] : replicasIssues(object, specReplicasPath)),
    ...replicasIssues(object, statusReplicasPath),
    ...(labelSelectorPath ? selectorIssues(object, labelSelectorPath) : []),
  ]
}

function replicasIssues(object: KubeObject, path: string): readonly Issue[] {
  const fault = accessFault(object, stepsOf(path), 'int64')
  if (fault !== undefined) return [invalid(path, 0, fault)]
  const value = getPath(object, stepsOf(path))
  if (typeof value !== 'number' && typeof value !== 'bigint') return []
  if (value < 0) return [invalid(path, value, 'should be a non-negative integer')]
  return value > MOST ? [invalid(path, value, `should be less than or equal to ${MOST}`)] : []
}

function selectorIssues(object: KubeObject, path: string): readonly Issue[] {
  const fault = accessFault(object, stepsOf(path), 'string')
  return fault === undefined ? [] : [invalid(path, '', fault)]
}

/**
 * Returns the error of reading an integer or a string at a path; undefined if there is one or nothing (apimachinery:
 * NestedInt64, NestedString).
 */
function accessFault(object: KubeObject, steps: readonly string[], type: 'int64' | 'string'): string | undefined {
  let at: unknown = object
  for (const [i, step] of steps.entries()) {
    if (at === undefined || at === null) return undefined
    if (!isObject(at))
      return `.${steps.slice(0, i + 1).join('.')} accessor error: ${goMap(at)} is of the type ${goType(at)}, expected map[string]interface{}`
    at = Object.hasOwn(at, step) ? givenAt(at, step) : undefined
  }
  if (at === undefined || (type === 'string' ? typeof at === 'string' : isInt64(at))) return undefined
  return `.${steps.join('.')} accessor error: ${goMap(at)} is of the type ${at === null ? '<nil>' : goType(at)}, expected ${type}`
}
