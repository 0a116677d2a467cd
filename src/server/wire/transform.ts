import { StatusError, plainError } from '../../base/errors/status.js'
import type { Outcome } from '../../model/call/outcome.js'
import type { WatchStream } from '../../model/call/watch-event.js'
import { type MetaVersion, type ReplyFormat, notAcceptable, notStreamable } from './accept.js'
import { goTypeName, partialList, partialObject } from './partial.js'
import type { Transformer } from './reply.js'
import { type IncludeObject, parseIncludeObject, tableOfList, tableOfObject } from './table.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { KubeObject } from '../../schema/object.js'

/** The parts of a request that transforming needs. */
type TransformRequest = {
  /** The parameter of the same name. */
  readonly includeObject: string | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** An outcome transformed to the requested kind; `transformer` is for the objects of a watch. */
type Transformed = { readonly outcome: Outcome; readonly transformer?: Transformer }

type Transformable = Extract<Outcome, { type: 'object' | 'list' | 'watch' }>

/**
 * Transforms an outcome to the kind of its format (apiserver: transformResponseObject). If that is impossible, it
 * becomes a failure; a Status stays unchanged.
 */
export function transform(
  outcome: Outcome,
  format: ReplyFormat,
  { includeObject, now }: TransformRequest,
): Transformed {
  if (outcome.type === 'spoilt') {
    const transformed = transform(outcome.outcome, format, { includeObject, now })
    return { ...transformed, outcome: { ...outcome, outcome: transformed.outcome } }
  }
  if (outcome.type === 'document' || outcome.type === 'cut') return { outcome }
  try {
    // Checked for a Status too.
    const include = format.as?.kind === 'Table' ? parseIncludeObject(includeObject) : 'Metadata'
    if (outcome.type === 'status') return { outcome }
    return outcome.type === 'watch'
      ? transformWatch(outcome, format, include, now)
      : { outcome: transformBody(outcome, format, include, now) }
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    if (outcome.type === 'watch') outcome.stream.close()
    return { outcome: { type: 'status', code: error.code, status: error.status, ...warningsOf(outcome) } }
  }
}

const warningsOf = ({ warnings }: Outcome) => (warnings ? { warnings } : {})

function transformBody(
  outcome: Exclude<Transformable, { type: 'watch' }>,
  { as }: ReplyFormat,
  include: IncludeObject,
  now: () => number,
): Outcome {
  if (!as) return outcome
  const { def, code } = outcome
  const { version } = as
  const document = (body: unknown): Outcome => ({ type: 'document', code, body, ...warningsOf(outcome) })
  switch (as.kind) {
    case 'Table': {
      const options = { version, include, now: now() }
      return document(
        outcome.type === 'list'
          ? tableOfList(def, outcome.items, outcome.metadata, options)
          : tableOfObject(def, outcome.object, options),
      )
    }
    case 'PartialObjectMetadata':
      if (outcome.type === 'list')
        throw notAcceptable(
          `you requested PartialObjectMetadata, but the requested object is a list (${goTypeName(def, true)})`,
        )
      return document(partialObject(def, outcome.object, version))
    case 'PartialObjectMetadataList':
      // An unstructured object may be a list by its type; the server fails only when it looks for the items.
      if (outcome.type === 'object' && def.structural) throw plainError('content is not a list')
      if (outcome.type === 'object')
        throw notAcceptable(
          `you requested PartialObjectMetadataList, but the requested object is not a list (${goTypeName(def, false)})`,
        )
      return document(partialList(def, outcome.items, outcome.metadata, version))
  }
}

function transformWatch(
  outcome: Extract<Transformable, { type: 'watch' }>,
  { media, as }: ReplyFormat,
  include: IncludeObject,
  now: () => number,
): Transformed {
  const { stream } = outcome
  if (media === 'yaml') throw notStreamable()
  if (!as) return { outcome }
  if (as.kind === 'PartialObjectMetadataList') return { outcome: { ...outcome, stream: endingAtObjects(stream) } }
  return { outcome, transformer: createTransformer(stream.def, as.kind, { version: as.version, include, now }) }
}

/**
 * Ends a watch at its first event: an object is not a list, which the server only notices when it sends the first one.
 */
function endingAtObjects(stream: WatchStream): WatchStream {
  return {
    ...stream,
    next() {
      const event = stream.next()
      if (event === undefined || typeof event === 'string' || event.type === 'ERROR' || event.type === 'torn')
        return event
      stream.close()
      return 'end'
    },
  }
}

/** What the transformation of watch events depends on; `now` returns milliseconds since 1970. */
type TransformerOptions = {
  readonly version: MetaVersion
  readonly include: IncludeObject
  readonly now: () => number
}

/** Makes the transformer for the objects of one watch. */
const createTransformer = (
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
