import { contentHash } from '../../base/hash.js'
import { encodeJson } from '../../base/json.js'
import { type Steps, finish, finishInTurns } from '../../base/steps.js'
import type { Registry } from '../../registry/registry.js'
import type { KindDef } from '../../registry/kind-def.js'
import type { Descriptions } from './descriptions.js'
import { type PartOfApi, partsOf } from './parts.js'
import { type Written, writtenInJson, writtenInProtobuf } from './v2-written.js'
import { type DocumentV2, documentV2 } from './v2.js'
import { documentV3 } from './v3.js'

/** The documents of a registry; each is made when it is first asked for. */
export type Documents = {
  readonly index: () => Written
  /** The document after `/openapi/v3/`, undefined where there is none. */
  readonly v3: (part: string) => Written | undefined
  readonly v2: (media: 'json' | 'protobuf') => Written
  /**
   * Makes the document of version 2 where it is not there yet, letting others work after each step; undefined where it
   * is.
   */
  readonly prepareV2: (media: 'json' | 'protobuf', pause: () => Promise<void>) => Promise<void> | undefined
  /**
   * Makes what the index needs and is not there yet, letting others work after each document; undefined where all is
   * there.
   */
  readonly prepareIndex: (pause: () => Promise<void>) => Promise<void> | undefined
}

const kept = new WeakMap<object, Documents>()

/** The documents of a registry, the same ones every time. */
export function openApiOf(registry: Registry, descriptions: Descriptions): Documents {
  const state = registry.state()
  let documents = kept.get(state)
  if (!documents) kept.set(state, (documents = createDocuments(registry, descriptions)))
  return documents
}

function createDocuments(registry: Registry, descriptions: Descriptions): Documents {
  const parts = partsOf(registry, descriptions)
  const made = new Map<string, Written>()
  const once = (name: string, make: () => Written): Written => {
    let document = made.get(name)
    if (!document) made.set(name, (document = make()))
    return document
  }
  const v3 = (name: string) => {
    const part = parts.get(name)
    return part && once(`v3/${name}`, () => unchanged(part, () => written(documentV3(part.make(), descriptions))))
  }
  // Made for one form and asked for in the other, it is mostly still there.
  let swagger: WeakRef<DocumentV2> | undefined
  function* makeV2(media: 'json' | 'protobuf'): Steps<Written> {
    const makers = [...parts.values()].map(({ make }) => make)
    const document = swagger?.deref() ?? (yield* documentV2(makers, descriptions))
    swagger = new WeakRef(document)
    return yield* media === 'json' ? writtenInJson(document) : writtenInProtobuf(document)
  }
  const making = new Map<string, Promise<void>>()
  const prepare = async (media: 'json' | 'protobuf', pause: () => Promise<void>) => {
    const document = await finishInTurns(makeV2(media), pause)
    made.set(media, document)
    making.delete(media)
  }
  const prepareAll = async (names: readonly string[], pause: () => Promise<void>) => {
    for (const name of names) {
      v3(name)
      await pause()
    }
  }
  return {
    v3,
    prepareIndex: (pause) => {
      const missing = [...parts.keys()].filter((name) => !made.has(`v3/${name}`))
      return missing.length === 0 ? undefined : prepareAll(missing, pause)
    },
    index: () =>
      once('v3', () =>
        written({
          paths: Object.fromEntries(
            [...parts.keys()].sort().map((name) => [name, { serverRelativeURL: urlOf(name, v3(name)!.hash) }]),
          ),
        }),
      ),
    prepareV2(media, pause) {
      if (made.has(media)) return undefined
      const preparing = making.get(media) ?? prepare(media, pause)
      making.set(media, preparing)
      return preparing
    },
    v2: (media) => once(media, () => finish(makeV2(media))),
  }
}

// The documents of parts by the first kind in them; a definition that comes or goes changes those of its own group
// version alone.
const byKind = new WeakMap<KindDef, { readonly of: readonly KindDef[]; readonly document: Written }>()

/** The document of a part, the one there is where it is made of the same kinds. */
function unchanged({ of }: PartOfApi, make: () => Written): Written {
  const [first] = of
  const known = first && byKind.get(first)
  if (known && known.of.length === of.length && of.every((def, i) => def === known.of[i])) return known.document
  const document = make()
  if (first) byKind.set(first, { of, document })
  return document
}

function written(document: object): Written {
  const body = `${encodeJson(document)}\n`
  return { body, hash: contentHash(body) }
}

/** Where a document of version 3 is, under the fingerprint of its content. */
export const urlOf = (part: string, hash: string): string => `/openapi/v3/${part}?hash=${hash}`
