import { type HostileCase, JSON_TYPE, LARGE, SMALL, range } from './hostile-case.js'
import { controllerCases } from './hostile-controllers.js'
import { floods } from './hostile-floods.js'
import { furtherCases } from './hostile-further.js'

const YAML = 'application/yaml'
const JSON_PATCH = 'application/json-patch+json'
const MERGE_PATCH = 'application/merge-patch+json'
const STRATEGIC = 'application/strategic-merge-patch+json'
const MAPS = '/api/v1/namespaces/default/configmaps'
const PODS = '/api/v1/namespaces/default/pods'
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const HOOKS = '/_fakecluster/hooks'
const MIB = 1024 * 1024

const configMap = (name: string, data: object = {}) => JSON.stringify({ metadata: { name }, data })
const filled = (text: string, length = 2.9 * MIB) => text.repeat(Math.floor(length / text.length))

function definition(plural: string, schema: object): string {
  const spec = { type: 'object', properties: { spec: { type: 'object', ...schema } } }
  return JSON.stringify({
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural, kind: plural.charAt(0).toUpperCase() + plural.slice(1, -1) },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: spec } }],
    },
  })
}

const custom = (plural: string, spec: object) =>
  JSON.stringify({
    apiVersion: 'example.com/v1',
    kind: plural.charAt(0).toUpperCase() + plural.slice(1, -1),
    metadata: { name: 'a' },
    spec,
  })
const at = (plural: string) => `/apis/example.com/v1/namespaces/default/${plural}`

const one = (
  name: string,
  most: number,
  method: string,
  path: string,
  type?: string,
  body?: string,
  headers?: object,
): HostileCase => ({ name, most, send: (ask) => ask(method, path, type, body, headers) })

/** Creates a CRD with a schema, and an object of it. */
const ruled = (name: string, plural: string, schema: object, spec: object, most = SMALL): HostileCase => {
  const [defined, object] = [definition(plural, schema), custom(plural, spec)]
  return {
    name,
    most,
    async send(ask) {
      await ask('POST', DEFINITIONS, JSON_TYPE, defined)
      return ask('POST', at(plural), JSON_TYPE, object)
    },
  }
}

const scripted = (name: string, script: string, map: string): HostileCase => ({
  name,
  most: SMALL,
  async send(ask) {
    await ask('POST', HOOKS, YAML, script)
    await ask('POST', MAPS, JSON_TYPE, configMap(map))
    return ask('DELETE', HOOKS)
  },
})

const patched = (name: string, map: string, data: object, operations: readonly object[]): HostileCase => {
  const [body, made] = [JSON.stringify(operations), configMap(map, data)]
  return {
    name,
    most: SMALL,
    async send(ask) {
      await ask('POST', MAPS, JSON_TYPE, made)
      return ask('PATCH', `${MAPS}/${map}`, JSON_PATCH, body)
    },
  }
}

const yaml = (name: string, body: string): HostileCase =>
  one(`YAML: ${name}`, body.length > MIB ? LARGE : SMALL, 'POST', MAPS, YAML, body)

const scripts: readonly HostileCase[] = [
  scripted('a reaction whose template fails', reaction('a', 'patch: {data: {x: "{{ data.foo }}"}}'), 'a'),
  scripted('a reaction that makes its own kind', reaction('b', `create: ${made('b-')}`, false), 'b'),
]

function reaction(name: string, step: string, named = true): string {
  return `- name: ${name}\n  when: {kind: ConfigMap${named ? `, name: ${name}` : ', namespace: default'}}\n  then: [{${step}}]`
}

function made(name: string): string {
  return `{apiVersion: v1, kind: ConfigMap, metadata: {generateName: ${name}}}`
}

const copies = (count: number, from: string, to: string) =>
  range(count).map((i) => ({ op: 'copy', from, path: `${to}${i}` }))

const patches: readonly HostileCase[] = [
  patched('JSON patch: 22 copies that double', 'c1', {}, copies(22, '/metadata', '/metadata/x')),
  patched('JSON patch: 16 copies of 100 KB', 'c2', { a: 'x'.repeat(100_000) }, copies(16, '/data/a', '/data/b')),
  patched('JSON patch: 9,900 copies', 'c3', { a: 'x' }, copies(9900, '/data/a', '/data/b')),
]

const containers = (count: number, more: object = {}) =>
  range(count).map((i) => ({ name: `c${i}`, image: 'a', ...more }))

const lists: readonly HostileCase[] = [
  {
    name: 'strategic merge of 2,000 containers in another order',
    most: SMALL,
    async send(ask) {
      const names = containers(2000).toReversed()
      await ask(
        'POST',
        PODS,
        JSON_TYPE,
        JSON.stringify({ metadata: { name: 'm' }, spec: { containers: containers(2000) } }),
      )
      const order = { containers: names, '$setElementOrder/containers': names.map(({ name }) => ({ name })) }
      return ask('PATCH', `${PODS}/m`, STRATEGIC, JSON.stringify({ spec: order }))
    },
  },
  {
    name: 'a label for a pod of 9,000 containers',
    most: SMALL,
    async send(ask) {
      const spec = { containers: containers(9000) }
      await ask('POST', PODS, JSON_TYPE, JSON.stringify({ metadata: { name: 'l' }, spec }))
      return ask('PATCH', `${PODS}/l`, MERGE_PATCH, '{"metadata":{"labels":{"a":"b"}}}')
    },
  },
  {
    name: 'a collection of 5,000 deleted at once',
    most: SMALL,
    async send(ask) {
      const path = '/api/v1/namespaces/crowded/configmaps'
      await ask('POST', '/api/v1/namespaces', JSON_TYPE, '{"metadata":{"name":"crowded"}}')
      for (const i of range(5000)) await ask('POST', path, JSON_TYPE, configMap(`m${i}`))
      return ask('DELETE', path)
    },
  },
  // More than can be stored, and about as many as can.
  ...[20_000, 10_000].map((count) =>
    one(
      `${count.toLocaleString('en')} containers in a pod`,
      LARGE,
      'POST',
      PODS,
      JSON_TYPE,
      JSON.stringify({ metadata: { name: `n${count}` }, spec: { containers: containers(count) } }),
    ),
  ),
  {
    name: 'YAML of what is 980 levels deep',
    most: SMALL,
    async send(ask) {
      await ask('POST', DEFINITIONS, JSON_TYPE, definition('deeps', { 'x-kubernetes-preserve-unknown-fields': true }))
      const deep: unknown = JSON.parse('{"a":'.repeat(980) + '1' + '}'.repeat(980))
      await ask('POST', at('deeps'), JSON_TYPE, custom('deeps', { deep }))
      return ask('GET', `${at('deeps')}/a`, undefined, undefined, { accept: YAML })
    },
  },
]

const preserved = { 'x-kubernetes-preserve-unknown-fields': true }

const TWICE = 'self.a.all(x, self.a.all(y, x + y >= 0))'
const repeat = (rule: string, times: number) => range(times).map((i) => `${rule} || self.a.size() == ${-i - 1}`)

const listed = (all: readonly string[], maxItems: number) => ({
  properties: { a: { type: 'array', maxItems, items: { type: 'integer' } } },
  'x-kubernetes-validations': all.map((rule) => ({ rule })),
})

/** Binds a policy whose rules cost more together than they may, and writes what it is asked about. */
const policed = (name: string): HostileCase => {
  const admission = '/apis/admissionregistration.k8s.io/v1'
  const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }]
  const validations = range(300).map((i) => ({
    expression: `object.data.all(a, object.data.all(b, object.data.all(c, a + b + c != "${i}")))`,
  }))
  const metadata = { name: 'costs' }
  const objectSelector = { matchLabels: { costs: 'all' } }
  const spec = { matchConstraints: { objectSelector, resourceRules: rules }, validations }
  const data = Object.fromEntries(range(20).map((i) => [`k${i}`, 'x']))
  return {
    name,
    most: SMALL,
    async send(ask) {
      const post = (path: string, body: object) => ask('POST', path, JSON_TYPE, JSON.stringify(body))
      await post(`${admission}/validatingadmissionpolicies`, { metadata, spec })
      await post(`${admission}/validatingadmissionpolicybindings`, {
        metadata,
        spec: { policyName: 'costs', validationActions: ['Deny'] },
      })
      return post(MAPS, { metadata: { name: 'costs', labels: { costs: 'all' } }, data })
    },
  }
}

const rules: readonly HostileCase[] = [
  ruled(
    'pattern ^(a+)+$',
    'patterns',
    { properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
    { a: `${'a'.repeat(40)}!` },
  ),
  ruled(
    "CEL matches('^(a+)+$')",
    'matches',
    { properties: { a: { type: 'string' } }, 'x-kubernetes-validations': [{ rule: "self.a.matches('^(a+)+$')" }] },
    { a: `${'a'.repeat(40)}!` },
  ),
  ruled(
    'format duration of 100,000 digits',
    'durations',
    { properties: { a: { type: 'string', format: 'duration' } } },
    { a: '1'.repeat(100_000) },
  ),
  one(
    'CEL: a definition of three nested all',
    SMALL,
    'POST',
    DEFINITIONS,
    JSON_TYPE,
    definition('nesteds', listed(['self.a.all(x, self.a.all(y, self.a.all(z, x + y + z >= 0)))'], 100_000)),
  ),
  ruled('CEL: a rule that costs too much', 'costs', listed([TWICE], 1000), { a: range(1000) }),
  // Each rule is below its cost limit, and all together exceed that of the object.
  ruled('CEL: 20 rules, each of two nested all over 350', 'nests', listed(repeat(TWICE, 20), 350), { a: range(350) }),
  policed('CEL: a policy of 300 rules that costs all that it may'),
  one('Accept of 40,000 spaces', SMALL, 'GET', '/api/v1/nodes', undefined, undefined, {
    accept: `application/json${' '.repeat(15_000)};q`,
  }),
  one(
    'journal by a glob of 12 stars',
    SMALL,
    'GET',
    `/_fakecluster/journal?userAgent=${encodeURIComponent(`${'*a'.repeat(12)}b`)}`,
  ),
  one(
    'quantity of 100,000 digits',
    SMALL,
    'POST',
    PODS,
    JSON_TYPE,
    JSON.stringify({
      metadata: { name: 'q' },
      spec: { containers: [{ name: 'a', image: 'a', resources: { limits: { cpu: '1'.repeat(100_000) } } }] },
    }),
  ),
]

const texts: readonly HostileCase[] = [
  yaml('50 KB of commas', `[${','.repeat(50_000)}`),
  yaml('commas', filled(',').replace(',', '[')),
  yaml('tags', filled('! ')),
  yaml('anchors', filled('&a ')),
  yaml('quotes', filled('"')),
  yaml('a key again and again', filled('a: 1\n')),
  yaml('keys without values', `a:\n${filled(' ?\n')}`),
  yaml('a list', `[${filled('a,')}]`),
  yaml('maps', filled('- name: x\n  value: y\n')),
  yaml('lines of text', `data:\n  a: |\n${filled('    x\n')}`),
  yaml('open brackets', filled('[')),
  yaml('aliases of text', `a: &a ${'x'.repeat(100_000)}\nb: [${'*a,'.repeat(1000)}]`),
  yaml('an alias to itself', '&a [*a]'),
  yaml('a merge of a number', '<<: 5'),
]

const bodies: readonly HostileCase[] = [
  one('JSON: 3 MiB of brackets', LARGE, 'POST', MAPS, JSON_TYPE, filled('[')),
  one('JSON: a fault after 3 MiB', LARGE, 'POST', MAPS, JSON_TYPE, `{"data":{"a":"${filled('x')}"}`),
  one(
    'JSON: 3 MiB of members',
    LARGE,
    'POST',
    MAPS,
    JSON_TYPE,
    configMap('big', Object.fromEntries(range(90_000).map((i) => [`k${i}`, 'value of some length']))),
  ),
  one(
    'JSON: 3 MiB of numbers, one of them odd',
    LARGE,
    'POST',
    MAPS,
    JSON_TYPE,
    `{"metadata":{"name":"odd"},"data":{"a":[1.0${filled(',1')}]}}`,
  ),
  one(
    'a version named constructor',
    SMALL,
    'PATCH',
    '/api/v1/namespaces/default',
    MERGE_PATCH,
    '{"apiVersion":"constructor"}',
  ),
  {
    name: '350 patches of 1.5 MB',
    most: LARGE,
    async send(ask) {
      await ask('POST', DEFINITIONS, JSON_TYPE, definition('bigs', preserved))
      await ask('POST', at('bigs'), JSON_TYPE, custom('bigs', { text: 'x'.repeat(1_500_000) }))
      for (const i of range(350)) await ask('PATCH', `${at('bigs')}/a`, MERGE_PATCH, `{"spec":{"i":${i}}}`)
      return ask('DELETE', `${at('bigs')}/a`)
    },
  },
  {
    name: 'control: 200 MB',
    most: SMALL,
    async send(ask) {
      return ask('POST', '/_fakecluster/state', YAML, 'x'.repeat(200_000_000))
    },
  },
]

/** Requests by which a client could block or crash a server. */
export const hostileCases: readonly HostileCase[] = [
  ...scripts,
  ...patches,
  ...rules,
  ...texts,
  ...lists,
  ...controllerCases,
  ...furtherCases,
  ...floods,
  ...bodies,
]
