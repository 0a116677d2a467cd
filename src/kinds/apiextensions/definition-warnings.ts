import { goQuote } from '../../base/go/printable.js'
import { runsAtLeast } from '../../model/registry/kubernetes-version.js'
import { heededFormat } from '../../schema/bounds.js'
import type { Definition, RawSchema } from './definition.js'
import { inside } from './validate-schema.js'

/**
 * Warns of formats that are not known, and since v1.37 of sets of what is no scalar; of those that the stored
 * definition has no more (apiextensions: WarningsOnCreate and …OnUpdate).
 */
export function definitionWarnings(definition: Definition, old?: Definition): readonly string[] {
  if (!runsAtLeast('1.34')) return []
  const known = new Set(old ? warningsOf(old) : [])
  return warningsOf(definition).filter((text) => !known.has(text))
}

function warningsOf({ spec }: Definition): readonly string[] {
  const formats = new Set<string>()
  const sets = new Set<string>()
  const walk = (raw: RawSchema): void => {
    if (isUnknown(raw)) formats.add(`unrecognized format ${goQuote(raw.format ?? '')}`)
    const { type } = raw.items ?? {}
    if (raw['x-kubernetes-list-type'] === 'set' && (type === 'object' || type === 'array'))
      sets.add(`x-kubernetes-list-type: set for items of type "${type}" ${UNSUPPORTED}`)
    for (const [inner] of inside(raw, {}, false)) walk(inner)
  }
  for (const { schema } of spec.versions) if (schema?.openAPIV3Schema) walk(schema.openAPIV3Schema)
  return [...formats, ...(runsAtLeast('1.37') ? [...sets].sort() : [])]
}

const UNSUPPORTED = 'is not supported by server-side apply or CEL validation rules'

// Until v1.36 only the formats of texts are told of.
const isUnknown = (raw: RawSchema): boolean =>
  Boolean(raw.format) && (raw.type === 'string' || runsAtLeast('1.36')) && heededFormat(raw, 'all') === ''
