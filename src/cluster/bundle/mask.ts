import { type JsonObject, isObject, withPath } from '../../base/json/json.js'
import { MASK, maskSecret } from '../../kinds/core/secret/mask.js'
import type { KubeObject } from '../../schema/object.js'
import type { Bundle, BundleEffect, BundleRequest } from './types.js'

/** Masks a Bundle: the values of Secrets, and tokens, in objects, request bodies and responses. */
export const maskedBundle = (bundle: Bundle): Bundle => ({
  ...bundle,
  start: bundle.start.map(maskedHolder),
  changes: bundle.changes.map(maskedHolder),
  requests: bundle.requests.map(maskedRequest),
})

/** Masks the secret values of an object or a change. */
export function maskedHolder<T extends { readonly object?: KubeObject }>(holder: T): T {
  const { object } = holder
  return object && isSecretive(object.kind) ? { ...holder, object: maskedObject(object, object.kind) } : holder
}

const isSecretive = (kind: string): boolean => kind === 'Secret' || kind === 'TokenRequest' || kind === 'TokenReview'

/** Masks the secret values of a request, and of a response with an object that was never stored. */
export function maskedRequest(request: BundleRequest): BundleRequest {
  const { body, reply, subresource, effects, sent, webhooks } = request
  const kind = subresource === 'token' ? 'TokenRequest' : request.kind
  const object = reply?.type === 'object' && 'object' in reply ? reply.object : undefined
  return {
    ...request,
    ...(body !== undefined && isSecretive(kind) ? { body: maskedBody(body, kind) } : {}),
    ...(webhooks && isSecretive(kind)
      ? { webhooks: webhooks.map((webhook) => ({ ...webhook, review: MASK, answer: MASK })) }
      : {}),
    ...(effects ? { effects: effects.map(maskedEffect) } : {}),
    ...(sent?.type === 'http' && sent.body !== undefined && SECRETIVE.test(request.path)
      ? { sent: { ...sent, body: MASK } }
      : {}),
    ...(object && isSecretive(object.kind)
      ? { reply: { type: 'object', object: maskedObject(object, object.kind) } }
      : {}),
  }
}

/** Paths whose request bodies contain secret values. */
const SECRETIVE = /\/(secrets|tokenreviews|token)(\/|\?|$)/

/** Masks the object that a hook function returned, if its kind has secret values. */
function maskedEffect(effect: BundleEffect): BundleEffect {
  const { result } = effect
  const value = result.type === 'value' ? result.value : undefined
  const kind = isObject(value) ? value['kind'] : undefined
  if (!isObject(value) || typeof kind !== 'string' || !isSecretive(kind)) return effect
  return { ...effect, result: { type: 'value', value: maskedObject(value, kind) } }
}

const maskedBody = (body: unknown, kind: string): unknown =>
  Array.isArray(body) ? body.map(maskedStep) : isObject(body) ? maskedObject(body, kind) : body

// `metadata` is included as a whole: a patch does not show which annotation repeats a secret value.
const TOLD = /^(|\/(data|stringData|metadata)(\/.*)?)$/

/** Masks an operation of a JSON Patch of a Secret. */
function maskedStep(step: unknown): unknown {
  if (!isObject(step) || !('value' in step)) return step
  const { path, value } = step
  if (typeof path !== 'string' || !TOLD.test(path)) return step
  const top = path.split('/')[1] ?? ''
  if (isObject(value)) {
    const parents = path.split('/').slice(1)
    const whole = maskedWhole(parents.reduceRight((inner: JsonObject, name) => ({ [name]: inner }), value))
    return { ...step, value: parents.reduce((outer: unknown, name) => (isObject(outer) ? outer[name] : outer), whole) }
  }
  const isText = typeof value === 'string' && (top !== 'metadata' || path.startsWith('/metadata/annotations/'))
  return isText ? { ...step, value: top === 'data' ? btoa(MASK) : MASK } : step
}

/** Masks part of a Secret; without its data any annotation may repeat a value, so all are masked. */
function maskedWhole(part: JsonObject): JsonObject {
  const masked = maskSecret(part)
  const given = isObject(part['metadata']) ? part['metadata']['annotations'] : undefined
  const annotations = isObject(masked['metadata']) ? masked['metadata']['annotations'] : undefined
  if (!isObject(given) || !isObject(annotations)) return masked
  const shown = Object.entries(annotations).map(([name, text]) => [name, text === given[name] ? MASK : text])
  return withPath(masked, ['metadata', 'annotations'], Object.fromEntries(shown))
}

/** Masks an object of a kind with secret values; its type stays the same. */
function maskedObject<T extends JsonObject>(object: T, kind: string): T {
  const masked: JsonObject = kind === 'Secret' ? maskSecret(object) : withMasked(withMasked(object, 'spec'), 'status')
  return masked as T // no fields are added or removed, and strings stay strings
}

function withMasked(object: JsonObject, part: string): JsonObject {
  const value = object[part]
  return isObject(value) && typeof value['token'] === 'string'
    ? { ...object, [part]: { ...value, token: MASK } }
    : object
}
