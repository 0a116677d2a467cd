import type { KindDef } from '../../model/registry/kind-def.js'
import type { KubeObject } from '../../schema/object.js'
import type { MetaVersion } from './accept.js'
import { partialObject } from './partial.js'
import type { Transformer } from './reply.js'
import { type IncludeObject, tableOfObject } from './table.js'

/** What the transformation of watch events depends on; `now` returns milliseconds since 1970. */
type TransformerOptions = {
  readonly version: MetaVersion
  readonly include: IncludeObject
  readonly now: () => number
}

/** Makes the transformer for the objects of one watch. */
export const createTransformer = (
  def: KindDef,
  kind: 'Table' | 'PartialObjectMetadata',
  options: TransformerOptions,
): Transformer => (kind === 'Table' ? tablesOf(def, options) : (object) => partialObject(def, object, options.version))

function tablesOf(def: KindDef, { version, include, now }: TransformerOptions): Transformer {
  let first = true
  return (object: KubeObject) => {
    const table = tableOfObject(def, object, { version, include, now: now() })
    // The aggregator's tables ignore all options, including the one that leaves out the headers.
    const headed = first || def.storage.scheme === 'aggregator'
    first = false
    return headed ? table : { ...table, columnDefinitions: null }
  }
}
