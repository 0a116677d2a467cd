import { goJsonErrorOf } from '../base/go/encoding-json.js'
import { decodeUtf8 } from '../base/bytes/utf8.js'
import { goQuote } from '../base/go/printable.js'
import { readJson } from '../base/json/json-text.js'
import { isObject } from '../base/json/json.js'
import { readYaml } from '../base/yaml/read.js'
import { decodeYamlText } from '../base/yaml/text.js'
import { splitApiVersion, NO_TYPE, statedType, typeProblem, unregistered } from '../model/registry/type-meta.js'
import { UNVERSIONED, goTypeOf } from '../model/registry/scheme.js'
import type { KubernetesVersion } from '../model/registry/kubernetes-version.js'
import type { WebhookReply } from '../model/registry/webhook.js'
import { DecodeError, decode } from '../schema/decode.js'
import type { Schema } from '../schema/types.js'

/** A kind of reviews, in the versions that are known. */
export type ReviewKind = {
  readonly group: string
  readonly kind: string
  readonly schemas: { readonly [version: string]: Schema }
}

/** A webhook's reply cannot be taken for a review; the message is that of Go's client. */
export class BadReply extends Error {
  override readonly name = 'BadReply'
}

/** A review as it was replied: its type, as stated or else as asked for, and its response. */
export type Reviewed = { readonly kind: string; readonly apiVersion: string; readonly response: unknown }

const LONGEST_TEXT = 2048

/**
 * Reads the review of a version that a webhook replies to a server (client-go, rest: Result.Into).
 *
 * @throws BadReply
 */
export function decodeReply(
  reply: WebhookReply,
  review: ReviewKind,
  { version, server }: { readonly version: string; readonly server: KubernetesVersion },
): Reviewed {
  const { status, body } = reply
  if (status < 200 || status > 206) throw new BadReply(statedFailure(body) ?? failureOf(reply))
  if (body.length === 0)
    throw new BadReply(
      `0-length response with status code: ${status} and content type: ${reply.header('content-type') ?? 'application/json'}`,
    )
  const value = readBody(body) ?? {}
  const problem = typeProblem(value)
  if (problem !== undefined) throw new BadReply(problem)
  const stated = statedType(value)
  const wanted = `${review.group}/${version}`
  const kind = stated.kind || review.kind
  const apiVersion = stated.apiVersion || wanted
  const [group, given] = splitApiVersion(apiVersion)
  const schema = group === review.group && kind === review.kind ? review.schemas[given] : undefined
  const misfit = () =>
    new BadReply(`converting (${goTypeOf(given, kind)}) to (${goTypeOf(version, review.kind)}): unknown conversion`)
  if (!schema) throw UNVERSIONED.includes(kind) ? misfit() : new BadReply(unregistered(kind, apiVersion, server))
  const { response } = decoded(schema, value)
  if (given !== version) throw misfit()
  return { kind: stated.kind, apiVersion: stated.apiVersion, response }
}

function decoded(schema: Schema, value: unknown): { readonly response?: unknown } {
  try {
    return decode<{ readonly response?: unknown }>(schema, value).object
  } catch (error) {
    throw error instanceof DecodeError ? new BadReply(error.message) : error
  }
}

/** Reads JSON, or YAML as what does not begin like JSON is taken for. */
function readBody(body: Uint8Array): unknown {
  const text = decodeUtf8(body)
  if (!/^[^\S\ufeff]*\{/.test(text)) {
    const read = readYaml(decodeYamlText(body))
    if (read.error !== undefined) throw new BadReply(read.error)
    return read.value
  }
  try {
    return readJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw new BadReply(`${NO_TYPE}${goJsonErrorOf(body)}`)
    throw error
  }
}

/** Returns the message of a Status in the body of a failure; undefined for another body. */
function statedFailure(body: Uint8Array): string | undefined {
  let value: unknown
  try {
    value = readBody(body)
  } catch (error) {
    if (error instanceof BadReply) return undefined
    throw error
  }
  if (!isObject(value)) return undefined
  const { kind = 'Status', apiVersion = 'v1', status, message } = value
  const isStatus = kind === 'Status' && apiVersion === 'v1' && status === 'Failure'
  return isStatus && typeof message === 'string' ? message : undefined
}

const TEXTS: { readonly [status: number]: string } = {
  400: 'the server rejected our request for an unknown reason',
  401: 'the server has asked for the client to provide credentials',
  404: 'the server could not find the requested resource',
  405: 'the server does not allow this method on the requested resource',
  409: 'the server reported a conflict',
  422: 'the server rejected our request due to an error in our request',
  429: 'the server has received too many requests and has asked us to try again later',
  503: 'the server is currently unable to handle the request',
  504: 'the server was unable to return a response in the time allotted, but may still be processing the request',
}

/** Returns the message for a status without a Status (api/errors: NewGenericServerResponse). */
function failureOf({ status, header, body }: WebhookReply): string {
  const type = header('content-type')
  const isText = type === null || /^text\//i.test(type)
  const said = isText ? decodeUtf8(body.slice(0, LONGEST_TEXT)).trim() : 'unknown'
  if (status === 403 || status === 415) return said
  if (status === 406)
    return said === '' || said === 'unknown'
      ? 'the server was unable to respond with a content type that the client supports'
      : said
  const known = TEXTS[status]
  if (known !== undefined) return known
  return status >= 500
    ? `an error on the server (${goQuote(said)}) has prevented the request from succeeding`
    : `the server responded with the status code ${status} but did not return more information`
}
