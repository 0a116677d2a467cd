import { isObject } from '../../base/json/json.js'
import type { Outcome } from '../../model/call/outcome.js'
import { withoutManagers } from '../../schema/object.js'
import { type Encode } from '../wire/encode.js'

/** Returns the object of a reply; nothing for what is no object. */
export function responseObjectOf(
  outcome: Outcome,
  encode: Encode,
  omitsManagedFields: boolean,
): { readonly responseObject?: unknown } {
  if (outcome.type === 'spoilt') return responseObjectOf(outcome.outcome, encode, omitsManagedFields)
  if (outcome.type !== 'object' && outcome.type !== 'list' && outcome.type !== 'status') return {}
  const shown = omitsManagedFields ? bare(outcome) : outcome
  const { body } = encode(shown, JSON_REPLY)
  const text = body.type === 'text' ? body.text : body.type === 'bytes' ? textOf(body.pieces) : '{}'
  const value: unknown = JSON.parse(text)
  return isObject(value) ? { responseObject: value } : {}
}

const JSON_REPLY = { format: { media: 'json' }, pretty: false, auditId: '', date: '', written: true } as const

function textOf(pieces: readonly Uint8Array[]): string {
  const decoder = new TextDecoder()
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode()
}

function bare(outcome: Extract<Outcome, { type: 'object' | 'list' | 'status' }>): Outcome {
  if (outcome.type === 'object') return { ...outcome, object: withoutManagers(outcome.object) }
  if (outcome.type === 'list') return { ...outcome, items: outcome.items.map(withoutManagers) }
  return outcome
}
