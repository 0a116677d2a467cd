import { expect, test } from 'vitest'
import { organizationsOf } from '../../../src/kinds/certificates/certificate-request.js'
import { openServer, refusal, wordsOf } from '../asking.js'
import { signingRequest } from './examples.js'

const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
const { spec } = signingRequest
const DOMAIN_PATH = "must be a fully qualified domain and path of the form 'example.com/signer-name'"

test.each([
  [{ request: 'eA==' }, 'spec.request: Invalid value: []byte{0x78}: PEM block type must be CERTIFICATE REQUEST'],
  [{ usages: ['x', 'any', 'any'] }, 'spec.usages[2]: Duplicate value: "any"'],
  [{ signerName: 'x' }, `spec.signerName: Invalid value: "x": ${DOMAIN_PATH}`],
  [
    { signerName: 'x/y' },
    'spec.signerName: Invalid value: "x": should be a domain with at least two segments separated by dots',
  ],
  [{ signerName: 'kubernetes.io/legacy-unknown' }, 'legacy signerName is not allowed via this API version'],
  [
    { expirationSeconds: 5 },
    'spec.expirationSeconds: Invalid value: 5: may not specify a duration less than 600 seconds (10 minutes)',
  ],
])('rejects a request with %j', async (more, wanted) => {
  const words = await refusal(REQUESTS, { spec: { ...spec, ...more } })
  expect(words).toContain(wanted)
})

const part = (tag: number, ...content: readonly number[]) => [tag, content.length, ...content]
const INFO = part(0x30)
const ALGORITHM = part(0x30)
const SIGNATURE = part(0x03, 0)
const NUMBER = part(0x02, 5)
const misfit = (wanted: number, type: string, at: number) =>
  `asn1: structure error: tags don't match (${wanted} vs {class:0 tag:2 length:1 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} ${type} @${at}`

test.each([
  [[], 'asn1: syntax error: sequence truncated'],
  [part(0x30, ...INFO, ...ALGORITHM), 'asn1: syntax error: sequence truncated'],
  [part(0x30, ...INFO, ...ALGORITHM, ...SIGNATURE).slice(0, -1), 'asn1: syntax error: data truncated'],
  [[...part(0x30, ...INFO, ...ALGORITHM, ...SIGNATURE), 0, 0], 'asn1: syntax error: trailing data'],
  [NUMBER, misfit(16, 'certificateRequest', 2)],
  [part(0x30, ...NUMBER, ...ALGORITHM, ...SIGNATURE), misfit(16, 'tbsCertificateRequest', 2)],
  [part(0x30, ...INFO, ...NUMBER, ...SIGNATURE), misfit(16, 'AlgorithmIdentifier', 4)],
  [part(0x30, ...INFO, ...ALGORITHM, ...NUMBER), misfit(3, 'BitString', 6)],
])('tells why %j is no request as encoding/asn1 does', async (bytes, wanted) => {
  const body = btoa(String.fromCodePoint(...bytes))
  const request = btoa(`-----BEGIN CERTIFICATE REQUEST-----\n${body}\n-----END CERTIFICATE REQUEST-----\n`)
  expect(await refusal(REQUESTS, { spec: { ...spec, request } })).toContain(wanted)
})

test('sets username and groups to those of the requester', async () => {
  const { body } = await openServer()('POST', REQUESTS, {
    metadata: { name: 'a' },
    spec: { ...spec, username: 'root', groups: ['x'] },
  })
  expect(body['spec']).toMatchObject({ username: 'admin', groups: ['system:masters', 'system:authenticated'] })
})

test('only the approval subresource approves, once, and only the status subresource sets a certificate', async () => {
  const ask = openServer()
  await ask('POST', REQUESTS, { metadata: { name: 'a' }, spec })
  const conditions = [{ type: 'Approved', status: 'True', reason: 'Fine' }]
  const certificate = btoa('-----BEGIN CERTIFICATE-----\neA==\n-----END CERTIFICATE-----\n')
  const patch = (part: string, status: object) => ask('PATCH', `${REQUESTS}/a/${part}`, { status })
  expect(wordsOf(await patch('status', { conditions }))).toBe(
    'status.conditions: Forbidden: updates may not add a condition of type "Approved"',
  )
  const approved = await patch('approval', { conditions, certificate })
  const time = '2024-01-01T00:00:00Z'
  expect(approved.body['status']).toEqual({
    conditions: [{ ...conditions[0], lastUpdateTime: time, lastTransitionTime: time }],
  })
  expect(wordsOf(await patch('approval', { conditions: [] }))).toBe(
    'status.conditions: Forbidden: updates may not remove a condition of type "Approved"',
  )
  expect(wordsOf(await patch('status', { certificate: btoa('x') }))).toBe(
    'status.certificate: Invalid value: "<certificate data>": must contain at least one CERTIFICATE PEM block',
  )
  expect(wordsOf(await patch('status', { certificate }))).toBe(200)
  expect(wordsOf(await patch('status', { certificate: btoa(`${atob(certificate)}\n`) }))).toBe(
    'status.certificate: Forbidden: updates may not modify existing certificate content',
  )
})

// Those of v1.33 and v1.37 are recorded; v1.34 to v1.36 tell of the list.
test.each([
  ['1.33', 'status.conditions[1].type: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive'],
  ['1.34', 'status.conditions: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive'],
  [
    '1.37',
    'status.conditions: Invalid value: "{conditions[{\\"type\\": \\"Approved\\"}], conditions[{\\"type\\": \\"Denied\\"}]}": must specify at most one of: `conditions[{"type": "Approved"}]`, `conditions[{"type": "Denied"}]`',
  ],
] as const)('v%s refuses a request that is both approved and denied', async (kubernetesVersion, wanted) => {
  const ask = openServer({ kubernetesVersion })
  await ask('POST', REQUESTS, { metadata: { name: 'a' }, spec })
  const conditions = ['Approved', 'Denied'].map((type) => ({ type, status: 'True' }))
  expect(wordsOf(await ask('PATCH', `${REQUESTS}/a/approval`, { status: { conditions } }))).toBe(wanted)
})

test('reads the organizations of the subject', () => {
  expect(organizationsOf(spec.request)).toEqual(['people'])
})
