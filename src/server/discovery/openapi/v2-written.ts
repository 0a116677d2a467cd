import { encodeUnescapedJson } from '../../../base/json/json.js'
import type { Steps } from '../../../base/turns/steps.js'
import { createDocumentHash } from '../document-hash.js'
import type { Bytes } from './protobuf.js'
import { encodeDocument } from './v2-protobuf.js'
import type { DocumentV2 } from './document-v2.js'

/** An encoded document and the hash of its content. */
export type Written = { readonly body: string | Bytes; readonly hash: string }

/** Encodes the document as JSON, one path or schema a step. */
export function* writtenInJson(document: DocumentV2): Steps<Written> {
  const hash = createDocumentHash()
  const pieces: string[] = []
  for (const piece of piecesOf(document)) {
    pieces.push(piece)
    hash.add(piece)
    yield
  }
  return { body: pieces.join(''), hash: hash.digest() }
}

/** Encodes the document as protobuf, one path or schema a step; its hash is that of the JSON. */
export function* writtenInProtobuf(document: DocumentV2): Steps<Written> {
  const body = yield* encodeDocument(document)
  const hash = createDocumentHash()
  for (const piece of piecesOf(document)) {
    hash.add(piece)
    yield
  }
  return { body, hash: hash.digest() }
}

function* piecesOf({ swagger, info, paths, definitions, ...others }: DocumentV2): Generator<string, void, undefined> {
  yield encodeUnescapedJson({ swagger, info }).slice(0, -1)
  yield* membersOf('paths', paths)
  yield* membersOf('definitions', definitions)
  yield `,${encodeUnescapedJson(others).slice(1)}`
}

function* membersOf(name: string, members: object): Generator<string, void, undefined> {
  yield `,${encodeUnescapedJson(name)}:{`
  let comma = ''
  for (const [member, value] of Object.entries(members)) {
    yield `${comma}${encodeUnescapedJson(member)}:${encodeUnescapedJson(value)}`
    comma = ','
  }
  yield '}'
}
