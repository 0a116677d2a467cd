import { encodeJson } from '../../../base/json/json.js'
import { type Steps, finish, finishInTurns } from '../../../base/turns/steps.js'
import type { Registry } from '../../../model/registry/registry.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import { documentHash } from '../document-hash.js'
import type { Descriptions } from './descriptions.js'
import { type PartOfApi, partsOf } from './api-parts.js'
import { type Written, writtenInJson, writtenInProtobuf } from './v2-written.js'
import type { DocumentV2 } from './document-v2.js'
import { documentV2 } from './v2.js'
import { documentV3 } from './v3.js'

/** The documents of a registry; each is created at its first request. */
export type Documents = {
  readonly index: () => Written
  /** Returns the document at `/openapi/v3/PART`; undefined if there is none. */
  readonly v3: (part: string) => Written | undefined
  readonly v2: (media: 'json' | 'protobuf') => Written
  /** Creates the version 2 document, letting other requests run after each step; undefined if it exists. */
  readonly prepareV2: (media: 'json' | 'protobuf', pause: () => Promise<void>) => Promise<void> | undefined
  /** Creates the documents the index needs, letting other requests run after each; undefined if all exist. */
  readonly prepareIndex: (pause: () => Promise<void>) => Promise<void> | undefined
}

const kept = new WeakMap<object, Documents>()

/** Returns the documents of a registry, the same ones every time. */
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
  // When the second format is requested, the document made for the first is mostly still there.
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

// Documents of parts by the first kind in them: adding or removing a definition changes only those of its group
// version.
const byKind = new WeakMap<KindDef, { readonly of: readonly KindDef[]; readonly document: Written }>()

/** Returns the document of a part, reusing the existing one if it has the same kinds. */
function unchanged({ of }: PartOfApi, make: () => Written): Written {
  const [first] = of
  const known = first && byKind.get(first)
  if (known && known.of.length === of.length && of.every((def, i) => def === known.of[i])) return known.document
  const document = make()
  if (first) byKind.set(first, { of, document })
  return document
}

function written(document: object): Written {
  const body = encodeJson(document)
  return { body, hash: documentHash(body) }
}

/** Returns the URL of a version 3 document with the hash of its content. */
export const urlOf = (part: string, hash: string): string => `/openapi/v3/${part}?hash=${hash}`
