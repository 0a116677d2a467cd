import { encodeJson } from '../base/json.js'
import type { KindDef } from '../registry/kind-def.js'
import type { KubeObject } from '../schema/object.js'
import type { MetaVersion } from './accept.js'
import { partialObject } from './partial.js'
import type { FrameEncoder } from './reply.js'
import { type IncludeObject, tableOfObject } from './table.js'

/** What the frames of a watch depend on; `now` gives milliseconds since 1970. */
export type FrameOptions = {
  readonly version: MetaVersion
  readonly include: IncludeObject
  readonly now: () => number
}

/** Makes the encoder of one watch whose objects are transformed. An error stays a Status. */
export function createFrameEncoder(
  def: KindDef,
  kind: 'Table' | 'PartialObjectMetadata',
  options: FrameOptions,
): FrameEncoder {
  const transformed =
    kind === 'Table' ? tablesOf(def, options) : (object: KubeObject) => partialObject(def, object, options.version)
  return (event) =>
    `{"type":"${event.type}","object":${encodeJson(event.type === 'ERROR' ? event.status : transformed(event.object))}}\n`
}

function tablesOf(def: KindDef, { version, include, now }: FrameOptions): (object: KubeObject) => unknown {
  let first = true
  return (object) => {
    const table = tableOfObject(def, object, { version, include, now: now() })
    // The aggregator's tables heed no options, the one to leave the headers out included.
    const headed = first || def.storage.scheme === 'aggregator'
    first = false
    return headed ? table : { ...table, columnDefinitions: null }
  }
}
