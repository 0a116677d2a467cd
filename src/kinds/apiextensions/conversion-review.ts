import { aggregateText, issueText } from '../../base/errors/issue.js'
import { jsonKind } from '../../base/go/encoding-json.js'
import { goQuote } from '../../base/go/printable.js'
import { encodeJson, isObject, jsonEqual, withPath } from '../../base/json/json.js'
import { type CallWebhook, type WebhookAddress, WebhookUnreached } from '../../model/registry/webhook.js'
import { splitApiVersion } from '../../model/registry/type-meta.js'
import type { KubernetesVersion } from '../../model/registry/kubernetes-version.js'
import { validateTexts } from '../../model/registry/metadata-rules.js'
import { BadReply, type ReviewKind, decodeReply } from '../../rest/decode-reply.js'
import { array, int32, string, struct } from '../../schema/builders.js'
import type { KubeObject } from '../../schema/object.js'
import type { Schema } from '../../schema/types.js'
import type { Definition } from './definition.js'

const anything: Schema = { 'x-kubernetes-preserve-unknown-fields': true }

const PACKAGE = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions'

const schemaOf = (version: string) =>
  struct(`${PACKAGE}.${version}.ConversionReview`, {
    kind: string(),
    apiVersion: string(),
    response: {
      ...struct(`${PACKAGE}.${version}.ConversionResponse`, {
        uid: string('io.k8s.apimachinery.pkg.types.UID'),
        convertedObjects: array(anything),
        result: struct('io.k8s.apimachinery.pkg.apis.meta.v1.Status', {
          status: string(),
          message: string(),
          reason: string('io.k8s.apimachinery.pkg.apis.meta.v1.StatusReason'),
          code: int32(),
        }),
      }),
      empty: 'keep',
    },
  })

const conversionReview: ReviewKind = {
  group: 'apiextensions.k8s.io',
  kind: 'ConversionReview',
  schemas: { v1: schemaOf('v1'), v1beta1: schemaOf('v1beta1') },
}

/** A webhook has not converted an object; the message is that of the server. */
export class NotConverted extends Error {
  override readonly name = 'NotConverted'
}

type Response = {
  readonly uid?: string
  readonly convertedObjects?: readonly unknown[]
  readonly result?: { readonly status?: string; readonly message?: string }
}

/** What a conversion is by and to. */
type Asked = {
  readonly definition: Pick<Definition, 'spec'>
  readonly callWebhook: CallWebhook
  readonly uid: string
  readonly to: string
  /** Whether objects have their revisions, which are not among what is stored. */
  readonly hasRevisions: boolean
  /** The version of Kubernetes that asks. */
  readonly server: KubernetesVersion
}

const USER_AGENT = 'kube-apiserver'
const SECONDS = 30

/**
 * Asks a webhook to convert objects; resolves with what it makes of each (webhook_converter: Convert).
 *
 * @throws NotConverted for all of them
 */
export async function askToConvert(objects: readonly KubeObject[], asked: Asked): Promise<readonly unknown[]> {
  const { definition, callWebhook, uid, to, hasRevisions, server } = asked
  const { clientConfig, conversionReviewVersions } = definition.spec.conversion?.webhook ?? {}
  const version = conversionReviewVersions?.find((one) => Object.hasOwn(conversionReview.schemas, one))
  if (version === undefined) throw new NotConverted('no supported conversion review versions')
  const [first] = objects
  const kind = `${first?.apiVersion ?? ''}, Kind=${first?.kind ?? ''}`
  const review = {
    kind: conversionReview.kind,
    apiVersion: `${conversionReview.group}/${version}`,
    request: { uid, desiredAPIVersion: to, objects: hasRevisions ? objects : objects.map(withoutRevision) },
  }
  try {
    const reply = await callWebhook({
      webhook: `${definition.spec.names.plural}.${definition.spec.group}`,
      address: (clientConfig ?? {}) as WebhookAddress, // validated when it was stored
      userAgent: USER_AGENT,
      timeoutSeconds: SECONDS,
      review: `${encodeJson(review)}\n`,
    })
    const { response, ...stated } = decodeReply(reply, conversionReview, { version, server })
    // As its schema says.
    const converted = convertedIn(stated, response as Response | undefined, version, uid)
    if (converted.length === objects.length) return converted
    throw new NotConverted(
      `conversion webhook for ${kind} returned ${converted.length} objects, expected ${objects.length}`,
    )
  } catch (error) {
    if (error instanceof WebhookUnreached || error instanceof BadReply)
      throw new NotConverted(`conversion webhook for ${kind} failed: ${error.message}`)
    throw error
  }
}

const withoutRevision = (object: KubeObject): KubeObject => withPath(object, ['metadata', 'resourceVersion'], undefined)

/**
 * Returns the objects in a response.
 *
 * @throws BadReply
 */
function convertedIn(
  { kind, apiVersion }: { readonly kind: string; readonly apiVersion: string },
  response: Response | undefined,
  version: string,
  uid: string,
): readonly unknown[] {
  const wanted = `${conversionReview.group}/v1`
  if (version === 'v1' && (kind !== conversionReview.kind || apiVersion !== wanted)) {
    const [group, given] = splitApiVersion(apiVersion)
    throw new BadReply(
      `expected webhook response of ${wanted}, Kind=${conversionReview.kind}, got ${group}/${given}, Kind=${kind}`,
    )
  }
  if (!response) throw new BadReply('no response provided')
  const { uid: given = '', result: { status = '', message } = {}, convertedObjects = [] } = response
  if (version === 'v1' && given !== uid)
    throw new BadReply(`expected response.uid=${goQuote(uid)}, got ${goQuote(given)}`)
  if (status !== 'Success') throw new BadReply(message || `response.result.status was '${status}', not 'Success'`)
  return convertedObjects
}

/**
 * Returns what a webhook has made of an object, with the metadata that it may not change (validateConvertedObject,
 * restoreObjectMeta).
 *
 * @throws NotConverted
 */
export function checkedConversion(original: KubeObject, converted: unknown, to: string, index?: number): KubeObject {
  const kind = `${original.apiVersion}, Kind=${original.kind}`
  const where = index === undefined ? '' : ` at index ${index}`
  const invalid = (why: string) =>
    new NotConverted(
      `conversion webhook for ${kind} returned invalid ${index === undefined ? '' : 'converted '}object${where}: ${why}`,
    )
  if (!isObject(converted) || typeof converted['kind'] !== 'string' || converted['kind'] === '')
    throw new NotConverted(`Object 'Kind' is missing in '${encodeJson(converted)}'`)
  const { apiVersion = '', kind: given, metadata } = converted
  const at = index === undefined ? ' at index 0' : where
  const wrong = (what: string, expected: string, got: string) =>
    new NotConverted(
      `conversion webhook for ${kind} returned invalid ${index === undefined ? '' : 'converted '}object${at}: invalid ${what} (expected ${expected}, received ${got})`,
    )
  if (apiVersion !== to) throw wrong('groupVersion', to, String(apiVersion))
  if (given !== original.kind) throw wrong('kind', original.kind, given)
  const meta = isObject(metadata) ? metadata : {}
  for (const [member, word] of IDENTITY) {
    const [before, after] = [original.metadata[member] ?? '', meta[member] ?? '']
    if (before !== after) throw invalid(`must have the same ${word}: ${before} != ${textOf(after)}`)
  }
  const wrongMetadata = (why: string) =>
    new NotConverted(
      index === undefined
        ? `conversion webhook for ${kind} returned invalid metadata: ${why}`
        : `conversion webhook for ${kind} returned invalid metadata in object at index ${index}: ${why}`,
    )
  if (!('metadata' in converted)) throw wrongMetadata('missing metadata in converted object')
  if (!isObject(metadata)) throw wrongMetadata(`invalid metadata of type ${goTypeOf(metadata)} in converted object`)
  const { labels: _, annotations: __, ...kept } = original.metadata
  const texts = Object.fromEntries(
    (['labels', 'annotations'] as const).flatMap((member) => {
      const value = metadata[member]
      if (value === undefined || value === null) return []
      if (!isObject(value))
        throw wrongMetadata(`invalid metadata.${member} of type ${goTypeOf(value)} in converted object`)
      for (const [key, text] of Object.entries(value))
        if (typeof text !== 'string')
          throw wrongMetadata(
            `metadata.${member}[${key}] must be a string, but is ${goTypeOf(text)} in converted object`,
          )
      // As just checked.
      const fault = textsFault(member, original.metadata[member], value as Texts)
      if (fault !== undefined) throw wrongMetadata(fault)
      return [[member, value]]
    }),
  )
  return { ...converted, kind: original.kind, apiVersion: to, metadata: { ...kept, ...texts } }
}

type Texts = { readonly [key: string]: string }

/** Returns what is wrong with labels or annotations that a webhook has changed. */
function textsFault(member: 'labels' | 'annotations', before: Texts = {}, after: Texts): string | undefined {
  if (jsonEqual(before, after)) return undefined
  // The server names annotations so.
  const texts = validateTexts({ [member]: after }).map((issue) =>
    issueText(issue).replace(/^metadata\.annotations/, 'metadata.annotation'),
  )
  return texts.length === 0 ? undefined : aggregateText(texts)
}

const IDENTITY = [
  ['name', 'name'],
  ['namespace', 'namespace'],
  ['uid', 'UID'],
] as const

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const goTypeOf = (value: unknown): string => {
  const kind = jsonKind(value)
  if (kind === 'array') return '[]interface {}'
  if (kind === 'object') return 'map[string]interface {}'
  if (kind === 'number') return Number.isInteger(value) ? 'int64' : 'float64'
  return kind
}
