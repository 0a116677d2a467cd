import { charBytes } from '../../../base/utf8.js'
import { isObject, type JsonObject } from '../../../base/json.js'

/** What stands in place of a value. */
export const MASK = 'masked'
/** What stands there where a type of Secrets wants a JSON object. */
const MASKED_OBJECT = '{}'
const OBJECTS: readonly string[] = ['.dockercfg', '.dockerconfigjson']
/** Shorter ones stand in too many texts. */
const LEAST = 4

/** A Secret whose values are masked, also where annotations repeat them: keys stay, and what its type wants of them. */
export function maskSecret(secret: JsonObject): JsonObject {
  return masked(secret, textsOf(secret['data']))
}

function masked(secret: JsonObject, texts: readonly string[]): JsonObject {
  const { data, stringData, metadata } = secret
  return {
    ...secret,
    ...(isObject(data) ? { data: mapped(data, (key) => base64(maskOf(key))) } : {}),
    ...(isObject(stringData) ? { stringData: mapped(stringData, maskOf) } : {}),
    ...(isObject(metadata) && isObject(metadata['annotations'])
      ? { metadata: { ...metadata, annotations: maskedAnnotations(metadata['annotations'], texts) } }
      : {}),
  }
}

const base64 = (text: string) => btoa(text)

/** Decodes a text of base64; undefined where it is not base64. */
function meant(text: string): string | undefined {
  try {
    return new TextDecoder().decode(charBytes(atob(text)))
  } catch {
    return undefined
  }
}

const maskOf = (key: string) => (OBJECTS.includes(key) ? MASKED_OBJECT : MASK)

const mapped = (data: JsonObject, value: (key: string) => string): JsonObject =>
  Object.fromEntries(Object.keys(data).map((key) => [key, value(key)]))

/** Each value as it is stored and as it is meant. */
const textsOf = (data: unknown): readonly string[] =>
  Object.values(isObject(data) ? data : {})
    .flatMap((value) => (typeof value === 'string' ? [value, meant(value) ?? ''] : []))
    .filter((text) => text.length >= LEAST)

/**
 * What was applied last is kept with masks, as `kubectl apply` looks at it; any other that tells a value is a mask
 * itself.
 */
const maskedAnnotations = (annotations: JsonObject, secrets: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(annotations).map(([name, text]) => {
      const object = typeof text === 'string' ? objectIn(text) : undefined
      if (object && (isObject(object['data']) || isObject(object['stringData'])))
        return [name, `${JSON.stringify(masked(object, secrets))}\n`]
      const tells = typeof text === 'string' && secrets.some((secret) => text.includes(secret))
      return [name, tells ? MASK : text]
    }),
  )

/** Reads a text as a JSON object; undefined where it is not one. */
function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
