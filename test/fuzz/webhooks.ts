import fc from 'fast-check'
import { StatusError } from '../../src/base/errors/status.js'
import { createCluster } from '../../src/index.js'
import { spliced, textCuts } from './texts.js'
import { mutated, mutations } from './values.js'

/** What a webhook replies: the uid of the review replaces `UID` in the body. */
export type WebhookCase = {
  readonly kind: 'ValidatingWebhookConfiguration' | 'MutatingWebhookConfiguration' | 'ConversionReview'
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: string
  /** Whether the body breaks off with an error. */
  readonly isTorn: boolean
}

const KINDS = ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration', 'ConversionReview'] as const

/** Operations that a patch of a webhook may have, some of which grow what they are applied to. */
const OPERATIONS = [
  { op: 'add', path: '/data', value: { a: 'b'.repeat(1000) } },
  { op: 'copy', from: '/data', path: '/data/again' },
  { op: 'copy', from: '', path: '/data/all' },
  { op: 'move', from: '/data', path: '/data/a' },
  { op: 'copy', from: '/metadata', path: '/metadata/annotations' },
  { op: 'replace', path: '', value: null },
  { op: 'remove', path: '/metadata/name' },
  { op: 'replace', path: '/kind', value: 'Secret' },
  { op: 'test', path: '/data/a', value: 1 },
  { op: 'add', path: '/metadata/ownerReferences/-', value: {} },
  null,
]
const patches = fc
  .tuple(fc.array(fc.constantFrom(...OPERATIONS), { maxLength: 4 }), fc.constantFrom(1, 1, 30, 1_000))
  .map(([operations, times]) => Buffer.from(JSON.stringify(Array(times).fill(operations).flat())).toString('base64'))

const admission = fc
  .record({
    allowed: fc.boolean(),
    status: fc.option(fc.constant({ code: 1, message: 'no', reason: 'Gone', details: { causes: [{}] } })),
    patch: fc.option(patches),
    patchType: fc.option(fc.constantFrom('JSONPatch', '', 'MergePatch')),
    warnings: fc.array(fc.string(), { maxLength: 3 }),
    auditAnnotations: fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
  })
  .map((response) => ({
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    response: { uid: 'UID', ...response },
  }))

const box = (name: string) => ({
  apiVersion: 'fuzz.example.com/v2',
  kind: 'Box',
  metadata: { name, namespace: 'default' },
})
const conversion = fc
  .array(fc.constantFrom(...['a', 'b'].map(box), null, {}, { ...box('a'), metadata: null }), { maxLength: 3 })
  .map((convertedObjects) => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'ConversionReview',
    response: { uid: 'UID', result: { status: 'Success' }, convertedObjects },
  }))

/** Replies of webhooks: sound ones, wrong ones, torn, long and endless ones. */
export const webhookCase: fc.Arbitrary<WebhookCase> = fc
  .tuple(
    fc.constantFrom(...KINDS),
    fc.tuple(admission, conversion),
    mutations,
    textCuts(['{', '"', ',', '\0', '[['.repeat(50_000), '1e999', '\ud800']),
    fc.constantFrom(200, 200, 200, 200, 204, 301, 307, 404, 429, 500, 503),
    fc.constantFrom({}, { 'retry-after': '1' }, { location: '/again' }, { location: '::' }),
    fc.boolean(),
  )
  .map(([kind, [review, converted], changes, cuts, status, headers, isTorn]) => ({
    kind,
    status,
    headers,
    body: spliced(JSON.stringify(mutated(kind === 'ConversionReview' ? converted : review, changes)) ?? '', cuts),
    isTorn,
  }))

const clientConfig = { service: { namespace: 'shop', name: 'hooks', path: '/hook' } }
const hook = {
  ...{ name: 'a.example.com', clientConfig, sideEffects: 'None', admissionReviewVersions: ['v1'], timeoutSeconds: 1 },
  rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
}
const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'boxes.fuzz.example.com' },
  spec: {
    group: 'fuzz.example.com',
    scope: 'Namespaced',
    names: { plural: 'boxes', kind: 'Box', singular: 'box', listKind: 'BoxList' },
    conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig } },
    versions: ['v1', 'v2'].map((name) => ({ name, served: true, storage: name === 'v1', schema })),
  },
}

/** Has a webhook reply so to each review, and writes and reads what it is asked about. */
export async function tryWebhook({ kind, status, headers, body, isTorn }: WebhookCase): Promise<void> {
  const handler = async (request: Request): Promise<Response> => {
    const asked: { readonly request?: { readonly uid: string } } =
      request.method === 'POST' ? ((await request.json()) as object) : {}
    const text = body.replaceAll('UID', asked.request?.uid ?? '')
    const init = { status, headers }
    if (status === 204) return new Response(null, init)
    return new Response(isTorn ? tornStream(text) : text, init)
  }
  const configuration = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    metadata: { name: 'a' },
    webhooks: [hook],
  }
  const cluster = createCluster({
    ...{ seed: 1, controllers: 'none', services: { 'shop/hooks': handler } },
    fixtures: [kind === 'ConversionReview' ? definition : configuration],
  })
  const ended = async (work: Promise<unknown>) => {
    // Time has to pass for a webhook that asks to be asked later.
    const passing = cluster.clock.advance('15s')
    await work.catch((error: unknown) => {
      if (!(error instanceof StatusError)) throw error
      const { message = '' } = error.status
      if (/undefined|not a function|call stack/.test(message)) throw new Error(message)
    })
    await passing
  }
  if (kind === 'ConversionReview') {
    await ended(cluster.create('fuzz.example.com/v1/Box', { metadata: { name: 'a' } }))
    await ended(cluster.list('fuzz.example.com/v2/Box'))
    await ended(cluster.create('fuzz.example.com/v2/Box', { metadata: { name: 'b' } }))
  } else {
    await ended(cluster.create('ConfigMap', { metadata: { name: 'a' }, data: { a: 'b' } }))
    await ended(cluster.patch('ConfigMap', { name: 'a' }, { data: { a: 'c' } }))
  }
  // Others are answered, and what happened can be told.
  await cluster.create('Secret', { metadata: { name: 'other' } })
  cluster.journal.requests()
  await cluster.bundle()
  cluster.close()
}

const tornStream = (text: string): ReadableStream<Uint8Array> =>
  new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode(text))
      controller.error(new TypeError('terminated'))
    },
  })
