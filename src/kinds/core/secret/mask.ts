import { charBytes } from '../../../base/bytes/utf8.js'
import { isObject, type JsonObject } from '../../../base/json/json.js'

/** The replacement of a value. */
export const MASK = 'masked'
/** The replacement of a value that must be a JSON object for the type of the Secret. */
const MASKED_OBJECT = '{}'
const OBJECTS: readonly string[] = ['.dockercfg', '.dockerconfigjson']
/** The minimum length of a value to look for in annotations: shorter ones occur in too many texts. */
const LEAST = 4

/**
 * Masks the values of a Secret, also where annotations repeat them. The keys stay, and the Secret stays valid for its
 * type.
 */
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

/** Decodes a base64 text; undefined if it is malformed. */
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

/** Returns each value, encoded and decoded. */
const textsOf = (data: unknown): readonly string[] =>
  Object.values(isObject(data) ? data : {})
    .flatMap((value) => (typeof value === 'string' ? [value, meant(value) ?? ''] : []))
    .filter((text) => text.length >= LEAST)

/**
 * Masks annotations. An embedded Secret, such as the last applied configuration of `kubectl apply`, keeps its form; any
 * other annotation that contains a value is replaced.
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

/** Parses a text as a JSON object; undefined if it is not one. */
function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
