import { isObject, type JsonObject } from '../../base/json.js'

/** The whole definition once more. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'

/** A CustomResourceDefinition as somebody would write it: without what the server adds. */
export function plainDefinition({ apiVersion, kind, metadata, spec }: JsonObject): JsonObject {
  const { name, labels, annotations } = isObject(metadata) ? metadata : {}
  const kept = Object.entries({ labels, annotations: withoutLastApplied(annotations) }).filter(
    ([, value]) => !isEmpty(value),
  )
  return { apiVersion, kind, metadata: { name, ...Object.fromEntries(kept) }, spec }
}

/** The group of a definition, and the versions it serves. */
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
