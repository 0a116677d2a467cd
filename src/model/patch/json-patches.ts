import { goQuote } from '../../base/go/printable.js'
import { type JsonObject, isObject } from '../../base/json/json.js'
import { type JsonTree, duplicateMembers, treeOf } from '../../base/json/json-tree.js'
import { badRequest, failure } from '../../base/errors/status.js'
import { type PatchBody, mismatch, typeWord } from './body.js'

// All that JSON patches need is loaded with this file.
export { JsonPatchError, applyJsonPatch } from './json.js'

/** The operations of a JSON patch, and the errors of strict decoding as field validation messages. */
type JsonPatch = { readonly operations: readonly (JsonObject | null)[]; readonly faults: readonly string[] }

const MOST_OPERATIONS = 10000
const WORDS: readonly string[] = ['op', 'path', 'from']

/**
 * Decodes a JSON patch; throws a 400 or 413 if that fails. `ignore` is set for field validation `Ignore`, where the
 * server skips its own decoding; `written` is the parsed body where its value does not carry all of it.
 */
export function decodeJsonPatch(body: PatchBody, ignore: boolean, written?: JsonTree): JsonPatch {
  const bad = (text: string) => badRequest(ignore ? text : `error decoding patch: ${text}`)
  if ('error' in body) throw bad(body.error)
  const list = body.value ?? []
  if (!Array.isArray(list)) throw bad(mismatch(list, ignore ? 'jsonpatch.Patch' : '[]handlers.jsonPatchOp'))
  let strange = written !== undefined
  const operations = list.map((operation: unknown) => {
    if (operation === null) return null
    if (!isObject(operation)) throw bad(mismatch(operation, ignore ? 'jsonpatch.Operation' : 'handlers.jsonPatchOp'))
    for (const [member, value] of Object.entries(operation)) {
      if (ignore || member === 'value') continue
      if (!WORDS.includes(member)) strange = true
      else if (value !== null && typeof value !== 'string') {
        throw bad(`json: cannot unmarshal ${typeWord(value)} into Go struct field jsonPatchOp.${member} of type string`)
      }
    }
    return operation
  })
  if (operations.length > MOST_OPERATIONS) {
    const text = `The allowed maximum operations in a JSON patch is ${MOST_OPERATIONS}, got ${operations.length}`
    throw failure(413, 'RequestEntityTooLarge', `Request entity too large: ${text}`)
  }
  return { operations, faults: strange && !ignore ? faultsIn(written ?? treeOf(list)) : [] }
}

// Each message once, in the order of the patch.
function faultsIn(patch: JsonTree): readonly string[] {
  const texts = new Set<string>()
  const add = (fault: string, path: string) => texts.add(`json patch ${fault} field ${goQuote(path)}`)
  if (patch.type !== 'array') return []
  patch.items.forEach((operation, i) => {
    const seen = new Set<string>()
    for (const { name, value } of operation.type === 'object' ? operation.members : []) {
      const path = `[${i}].${name}`
      if (name !== 'value' && !WORDS.includes(name)) add('unknown', path)
      else if (seen.has(name)) add('duplicate', path)
      seen.add(name)
      if (name === 'value')
        for (const inner of duplicateMembers(value))
          add('duplicate', inner.startsWith('[') ? path + inner : `${path}.${inner}`)
    }
  })
  return [...texts]
}
