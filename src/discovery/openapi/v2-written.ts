import { createContentHash } from '../../base/hash.js'
import { encodeJson } from '../../base/json.js'
import type { Steps } from '../../base/steps.js'
import type { Bytes } from './protobuf.js'
import { encodeDocument } from './v2-protobuf.js'
import type { DocumentV2 } from './v2.js'

/** An encoded document and the hash of its content. */
export type Written = { readonly body: string | Bytes; readonly hash: string }

/** Encodes the document as JSON, one path or schema a step. */
export function* writtenInJson(document: DocumentV2): Steps<Written> {
  const hash = createContentHash()
  const pieces: string[] = []
  for (const piece of piecesOf(document)) {
    pieces.push(piece)
    hash.add(piece)
    yield
  }
  return { body: pieces.join(''), hash: hash.digest() }
}

/** Encodes the document as protobuf, one path or schema a step. */
export function* writtenInProtobuf(document: DocumentV2): Steps<Written> {
  const body = yield* encodeDocument(document)
  const hash = createContentHash().add('protobuf ')
  for (const piece of piecesOf(document)) {
    hash.add(piece)
    yield
  }
  return { body, hash: hash.digest() }
}

function* piecesOf({ paths, definitions, ...others }: DocumentV2): Generator<string, void, undefined> {
  yield encodeJson(others).slice(0, -1)
  yield* membersOf('paths', paths)
  yield* membersOf('definitions', definitions)
  yield '}'
}

function* membersOf(name: string, members: object): Generator<string, void, undefined> {
  yield `,${encodeJson(name)}:{`
  let comma = ''
  for (const [member, value] of Object.entries(members)) {
    yield `${comma}${encodeJson(member)}:${encodeJson(value)}`
    comma = ','
  }
  yield '}'
}
