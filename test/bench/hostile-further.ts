import { type HostileCase, JSON_TYPE, LARGE, SMALL, range } from './hostile-case.js'

// Long replies, reviews, and updates of long lists.

const DEFAULT = '/api/v1/namespaces/default'
const MAPS = `${DEFAULT}/configmaps`
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io'
const STRATEGIC = 'application/strategic-merge-patch+json'

const json = (body: object) => JSON.stringify(body)
const labels = (length: number) => Object.fromEntries(range(length).map((i) => [`l${i}`, '']))

const review = (name: string, spec: object): HostileCase => ({
  name,
  most: LARGE,
  send: (ask) => ask('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', JSON_TYPE, json({ spec })),
})

const managers = (length: number) =>
  range(length).map((i) => ({
    manager: `m${i}`,
    operation: 'Update',
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:data': { [`f:a${i}`]: {} } },
  }))

export const furtherCases: readonly HostileCase[] = [
  {
    name: 'a table of three objects of 40,000 labels',
    most: SMALL,
    async send(ask) {
      for (const i of range(3))
        await ask('POST', MAPS, JSON_TYPE, json({ metadata: { name: `labelled${i}`, labels: labels(40_000) } }))
      const code = await ask('GET', MAPS, undefined, undefined, { accept: TABLE })
      for (const i of range(3)) await ask('DELETE', `${MAPS}/labelled${i}`)
      return code
    },
  },
  {
    name: 'a certificate request of 40,000 first lines',
    most: LARGE,
    send(ask) {
      const request = btoa('-----BEGIN CERTIFICATE REQUEST-----\n'.repeat(40_000))
      const spec = { signerName: 'a.b/c', usages: ['client auth'], request }
      const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
      return ask('POST', path, JSON_TYPE, json({ metadata: { name: 'x' }, spec }))
    },
  },
  {
    name: '20,000 ephemeral containers sent twice',
    most: LARGE,
    async send(ask) {
      const spec = { containers: [{ name: 'a', image: 'a' }] }
      await ask('POST', `${DEFAULT}/pods`, JSON_TYPE, json({ metadata: { name: 'debugged' }, spec }))
      const patch = json({ spec: { ephemeralContainers: range(20_000).map((i) => ({ name: `e${i}`, image: 'a' })) } })
      const path = `${DEFAULT}/pods/debugged/ephemeralcontainers`
      await ask('PATCH', path, STRATEGIC, patch)
      const code = await ask('PATCH', path, STRATEGIC, patch)
      await ask('DELETE', `${DEFAULT}/pods/debugged?gracePeriodSeconds=0`)
      return code
    },
  },
  {
    name: 'a change of 1 MB that 300 watches report',
    most: SMALL,
    async send(ask) {
      // A namespace without the objects of other cases.
      const maps = '/api/v1/namespaces/watched/configmaps'
      await ask('POST', '/api/v1/namespaces', JSON_TYPE, json({ metadata: { name: 'watched' } }))
      const watches: Promise<number>[] = []
      // They come one after another: this is about what they are told.
      while (watches.length < 300) {
        watches.push(...range(20).map(() => ask('GET', `${maps}?watch=1&timeoutSeconds=5`)))
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      await ask('POST', maps, JSON_TYPE, json({ metadata: { name: 'told' }, data: { x: 'y'.repeat(1_000_000) } }))
      const codes = await Promise.all(watches)
      await ask('DELETE', `${maps}/told`)
      return Math.max(...codes)
    },
  },
  {
    name: '20,000 managers',
    most: LARGE,
    send: (ask) =>
      ask('POST', `${MAPS}?dryRun=All`, JSON_TYPE, json({ metadata: { name: 'm', managedFields: managers(20_000) } })),
  },
  {
    name: '150,000 unknown members',
    most: LARGE,
    send: (ask) => ask('POST', `${MAPS}?dryRun=All`, JSON_TYPE, json({ metadata: { name: 'm' }, ...labels(150_000) })),
  },
  review('an access review with a selector of 2.6 MB', {
    user: 'a',
    resourceAttributes: {
      verb: 'list',
      labelSelector: {
        rawSelector: range(250_000)
          .map((i) => `l${i}!=a`)
          .join(),
      },
    },
  }),
  review('an access review with 90,000 extra values', {
    user: 'a',
    extra: Object.fromEntries(range(90_000).map((i) => [`e${i}`, ['a', 'b']])),
    resourceAttributes: { verb: 'get' },
  }),
]
