import { isObject, type JsonObject } from '../../../base/json/json.js'

/** An annotation that repeats the whole definition. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'

/** Removes what the server adds from a CustomResourceDefinition. */
export function plainDefinition({ apiVersion, kind, metadata, spec }: JsonObject): JsonObject {
  const { name, labels, annotations } = isObject(metadata) ? metadata : {}
  const kept = Object.entries({ labels, annotations: withoutLastApplied(annotations) }).filter(
    ([, value]) => !isEmpty(value),
  )
  return { apiVersion, kind, metadata: { name, ...Object.fromEntries(kept) }, spec }
}

/** Returns the group versions that a definition serves. */
export function servedBy({ spec }: JsonObject): readonly string[] {
  if (!isObject(spec)) return []
  const { group, versions } = spec
  return (Array.isArray(versions) ? versions.filter(isObject) : [])
    .filter(({ served }) => served === true)
    .map(({ name }) => `${String(group)}/${String(name)}`)
}

function withoutLastApplied(annotations: unknown): unknown {
  if (!isObject(annotations)) return annotations
  const { [LAST_APPLIED]: _, ...rest } = annotations
  return rest
}

const isEmpty = (value: unknown) => value === undefined || (isObject(value) && Object.keys(value).length === 0)
