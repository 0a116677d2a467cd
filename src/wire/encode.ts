import { goQuote } from '../base/go-print.js'
import { encodeJson } from '../base/json.js'
import type { KindDef } from '../kind/define.js'
import type { ListMeta, Outcome, WatchEvent } from '../rest/types.js'
import type { KubeObject } from '../schema/object.js'
import type { View } from './accept.js'
import type { Reply } from './reply.js'

/** What a reply depends on besides its outcome. */
export type EncodeOptions = {
  readonly view: View
  readonly pretty: boolean
  readonly auditId: string
  /** Writes YAML; given once the YAML library is loaded. */
  readonly toYaml?: (value: unknown) => string
}

const texts = new WeakMap<KubeObject, string>()

/** The JSON of an object. Objects are immutable, so each is encoded once for every reader. */
export function objectText(object: KubeObject): string {
  let text = texts.get(object)
  if (text === undefined) texts.set(object, (text = encodeJson(object)))
  return text
}

// Items of a list carry neither kind nor apiVersion; these two come first in every stored object.
const itemText = (def: KindDef, object: KubeObject) => `{${objectText(object).slice(def.head.length)}`

/** Turns what a request came to into a reply. */
export function encode(outcome: Outcome, options: EncodeOptions): Reply {
  if (outcome.type === 'cut') return { status: 0, headers: {}, warnings: [], body: { type: 'cut' } }
  const warnings = outcome.warnings ?? []
  const common = { 'Audit-Id': options.auditId, 'Cache-Control': 'no-cache, private' }
  if (outcome.type === 'watch')
    return { status: 200, headers: { ...common, 'Content-Type': 'application/json' }, warnings, body: { type: 'watch', stream: outcome.stream, view: options.view, encode: encodeFrame } }
  if (outcome.type === 'document' && typeof outcome.body === 'string')
    return { status: outcome.code, headers: { ...common, 'Content-Type': outcome.contentType ?? 'text/plain; charset=utf-8', ...outcome.headers }, warnings, body: { type: 'text', text: outcome.body } }
  const retry = outcome.type === 'status' ? outcome.status.details?.retryAfterSeconds : undefined
  const { text, type } = encodeBody(outcome, options)
  return {
    status: outcome.code,
    headers: {
      ...common,
      'Content-Type': type,
      ...(retry ? { 'Retry-After': String(retry) } : {}),
      ...(outcome.type === 'document' ? { ...(outcome.contentType ? { 'Content-Type': outcome.contentType } : {}), ...outcome.headers } : {}),
    },
    warnings,
    body: { type: 'text', text },
  }
}

type Encodable = Exclude<Outcome, { readonly type: 'cut' | 'watch' }>

function encodeBody(outcome: Encodable, { view, pretty, toYaml }: EncodeOptions): { readonly text: string; readonly type: string } {
  if (view.media === 'yaml' && toYaml) return { text: toYaml(valueOf(outcome)), type: 'application/yaml' }
  if (pretty) return { text: encodeJson(valueOf(outcome), 2), type: 'application/json' }
  return { text: `${compactText(outcome)}\n`, type: 'application/json' }
}

function compactText(outcome: Encodable): string {
  switch (outcome.type) {
    case 'object':
      return objectText(outcome.object)
    case 'list':
      return `${listHead(outcome.def, outcome.metadata)}"items":[${outcome.items.map((item) => itemText(outcome.def, item)).join(',')}]}`
    case 'status':
      return encodeJson(outcome.status)
    case 'document':
      return encodeJson(outcome.body)
  }
}

const listHead = (def: KindDef, metadata: ListMeta) => `{"kind":"${def.listKind}","apiVersion":"${def.apiVersion}","metadata":${JSON.stringify(metadata)},`

function valueOf(outcome: Encodable): unknown {
  switch (outcome.type) {
    case 'object':
      return outcome.object
    case 'list': {
      const items = outcome.items.map(({ kind: _, apiVersion: __, ...item }) => item)
      return { kind: outcome.def.listKind, apiVersion: outcome.def.apiVersion, metadata: outcome.metadata, items }
    }
    case 'status':
      return outcome.status
    case 'document':
      return outcome.body
  }
}

/** One line of a watch. */
export function encodeFrame(event: WatchEvent): string {
  return `{"type":"${event.type}","object":${event.type === 'ERROR' ? encodeJson(event.status) : objectText(event.object)}}\n`
}

/** The value of one Warning header. */
export const warningHeader = (text: string): string => `299 - ${goQuote(text.replace(/[\p{C}]/gu, ''))}`

