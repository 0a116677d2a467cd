import fc from 'fast-check'
import { operations } from '../../src/server/control/operations.js'
import { PREFIX } from '../../src/server/control/route.js'
import type { Asked } from './asked.js'
import { type Sample, definition, samples, scripts, widget } from './cluster.js'
import { policyRequest } from './policies.js'
import { enveloped, field, members, textField } from './protobuf.js'
import { WORDS, anyValue, mutated, mutations } from './values.js'
import { spoiling, spoilt, writing, written } from './texts.js'

const word = fc.constantFrom(...WORDS)
const token = fc.oneof(word, fc.string({ maxLength: 20 }))
const QUERIES = [
  'watch',
  'limit',
  'continue',
  'resourceVersion',
  'resourceVersionMatch',
  'labelSelector',
  'fieldSelector',
  'timeout',
  'timeoutSeconds',
  'dryRun',
  'fieldManager',
  'fieldValidation',
  'force',
  'pretty',
  'propagationPolicy',
  'gracePeriodSeconds',
  'orphanDependents',
  'sendInitialEvents',
  'allowWatchBookmarks',
  'includeObject',
  'container',
  'previous',
  'timestamps',
  'tailLines',
  'limitBytes',
  'sinceSeconds',
  'sinceTime',
  'command',
  'stdin',
  'stdout',
  'path',
  'a',
]
const VALUES = [
  'true',
  '1',
  '0',
  '-1',
  'All',
  'Strict',
  'Exact',
  'a=b',
  'a in (b,c),!d',
  'metadata.name=a',
  'spec.name!=small,metadata.namespace=default',
  'a=(',
  'Foreground',
  'Metadata',
  '1000',
  '9223372036854775807',
  '1e999',
  '2024-01-01T00:00:00Z',
  'eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiJhIn0',
]
const seldom = <T>(usual: T, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary })

const oddQuery = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...QUERIES), token), fc.oneof(fc.constantFrom(...VALUES), token)), {
    maxLength: 3,
  })
  .chain((pairs) =>
    fc.boolean().map((raw) => {
      const text = raw
        ? pairs.map((pair) => pair.join('=')).join('&')
        : pairs.map((pair) => pair.map(encoded).join('=')).join('&')
      return text ? `?${text}` : ''
    }),
  )

const query = seldom('', oddQuery)

const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))

const TYPES = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
  'text/plain',
  'application/json; charset=utf-8',
  '*/*',
  'application/cbor',
  ';',
  'a/b;c="d',
]
const ACCEPTS = [
  ...TYPES,
  'application/json;as=Table;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
  'application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io',
  'application/json;q=0.1, */*;q=2',
  'a'.repeat(3000),
  `application/json${' '.repeat(3000)}`,
]
const NAMES = [
  'Accept',
  'Content-Type',
  'Authorization',
  'User-Agent',
  'If-None-Match',
  'Impersonate-User',
  'Accept-Encoding',
  'Audit-ID',
  'X-Stream-Protocol-Version',
]
const header = fc
  .oneof(fc.constantFrom(...ACCEPTS), token)
  .map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').trim())
const headers = seldom({}, fc.dictionary(fc.constantFrom(...NAMES), header, { maxKeys: 2 }))

const nameOf = ({ object }: Sample): string => ('name' in object.metadata ? String(object.metadata.name) : 'a')
const SUBRESOURCES = [
  '/status',
  '/scale',
  '/finalize',
  '/eviction',
  '/binding',
  '/approval',
  '/log',
  '/exec',
  '/attach',
  '/portforward',
  '/proxy/a',
  '/',
  '//',
  '/%2f',
  '/..',
]
const place = fc.tuple(
  fc.constantFrom(...samples),
  seldom('', fc.constantFrom('/', ...SUBRESOURCES)),
  fc.oneof({ weight: 4, arbitrary: fc.constant('') }, { weight: 1, arbitrary: word.map(encoded) }),
)

const objectRequest: fc.Arbitrary<Asked> = fc
  .tuple(fc.constantFrom(...samples), fc.constantFrom('POST', 'POST', 'PUT'), mutations, writing(), query, headers)
  .map(([sample, method, changes, way, search, more]) => ({
    method,
    path: `${sample.path}${method === 'PUT' ? `/${nameOf(sample)}` : ''}${search}`,
    headers: { 'Content-Type': `application/${way.notation}`, ...more },
    body: written(mutated(sample.object, changes), way),
  }))

const operation = fc.record(
  {
    op: fc.oneof(fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'), word),
    path: fc.oneof(
      fc.constantFrom(
        '/metadata/labels',
        '/spec',
        '/data/a',
        '/metadata/name',
        '',
        '/',
        '/spec/ports/-',
        '/spec/containers/0',
        '/spec/tags/1',
        '/~1~0~',
      ),
      word,
    ),
    from: fc.oneof(fc.constantFrom('/metadata', '/spec', ''), word),
    value: anyValue,
  },
  { requiredKeys: ['op', 'path'] },
)

const patchRequest: fc.Arbitrary<Asked> = fc
  .tuple(
    place,
    fc.constantFrom('json-patch+json', 'merge-patch+json', 'strategic-merge-patch+json', 'apply-patch+yaml'),
    fc.array(operation, { maxLength: 4 }),
    mutations,
    fc.tuple(writing(), writing('yaml')),
    query,
    headers,
  )
  .map(([[sample, subresource], type, steps, changes, [way, yaml], search, more]) => ({
    method: 'PATCH',
    path: `${sample.path}/${nameOf(sample)}${subresource}${search}${type.startsWith('apply') ? `${search ? '&' : '?'}fieldManager=a` : ''}`,
    headers: { 'Content-Type': `application/${type}`, ...more },
    body:
      type === 'json-patch+json'
        ? written(steps, { ...way, notation: 'json' })
        : written(mutated(sample.object, changes), type.startsWith('apply') ? yaml : { ...way, notation: 'json' }),
  }))

const readRequest: fc.Arbitrary<Asked> = fc
  .tuple(place, fc.constantFrom('GET', 'GET', 'GET', 'DELETE', 'HEAD', 'OPTIONS'), fc.boolean(), query, headers)
  .map(([[sample, subresource, odd], method, one, search, more]) => ({
    method,
    path: `${sample.path}${one ? `/${odd || nameOf(sample)}${subresource}` : ''}${search}`,
    headers: more,
  }))

const deleteRequest: fc.Arbitrary<Asked> = fc
  .tuple(fc.constantFrom(...samples), fc.boolean(), mutations, writing(), query, headers)
  .map(([sample, one, changes, way, search, more]) => ({
    method: 'DELETE',
    path: `${sample.path}${one ? `/${nameOf(sample)}` : ''}${search}`,
    headers: { 'Content-Type': `application/${way.notation}`, ...more },
    body: written(
      mutated(
        {
          kind: 'DeleteOptions',
          apiVersion: 'v1',
          propagationPolicy: 'Foreground',
          preconditions: { uid: 'a' },
          gracePeriodSeconds: 0,
        },
        changes,
      ),
      way,
    ),
  }))

const documentRequest: fc.Arbitrary<Asked> = fc
  .tuple(
    fc.constantFrom(
      '/',
      '/api',
      '/apis',
      '/api/v1',
      '/apis/apps',
      '/apis/apps/v1',
      '/openapi/v2',
      '/openapi/v3',
      '/openapi/v3/api/v1',
      '/version',
      '/healthz',
      '/livez/ping',
      '/readyz?verbose',
      '/metrics',
      '/logs',
      '/.well-known/openid-configuration',
      '/apis/fuzz.example.com/v1',
    ),
    word,
    fc.boolean(),
    query,
    headers,
  )
  .map(([path, odd, add, search, more]) => ({
    method: 'GET',
    path: `${path}${add ? `/${encoded(odd)}` : ''}${path.includes('?') ? '' : search}`,
    headers: more,
  }))

const protobufRequest: fc.Arbitrary<Asked> = fc
  .tuple(
    fc.constantFrom(...samples),
    fc.oneof(fc.constant([]), fc.array(fc.nat({ max: 255 }), { maxLength: 20 }), members),
    spoiling,
    fc.constantFrom('POST', 'PUT', 'DELETE'),
    query,
    fc.boolean(),
  )
  .map(([sample, more, made, method, search, isWithin]) => {
    // Each sample has its type.
    const { apiVersion = '', kind = '' } = sample.object as { apiVersion?: string; kind?: string }
    const metadata = field(1, [...textField(1, nameOf(sample)), ...(isWithin ? more : [])])
    return {
      method,
      path: `${sample.path}${method === 'POST' ? '' : `/${nameOf(sample)}`}${search}`,
      headers: { 'Content-Type': 'application/vnd.kubernetes.protobuf' },
      body: spoilt(enveloped(apiVersion, kind, [...metadata, ...(isWithin ? [] : more)]), made),
    }
  })

// Several scripts together, as they may affect each other.
const scriptRequest: fc.Arbitrary<Asked> = fc
  .tuple(fc.array(fc.constantFrom(...scripts), { minLength: 1, maxLength: 3 }), mutations, writing())
  .map(([chosen, changes, way]) => ({
    method: 'POST',
    path: `${PREFIX}/hooks`,
    headers: {},
    body: written(mutated(chosen.flat(2), changes), way),
  }))

const logRequest: fc.Arbitrary<Asked> = fc
  .tuple(fc.constantFrom('follow=true', 'follow=1&tailLines=0', 'follow=false', ''), oddQuery)
  .map(([follow, search]) => ({
    method: 'GET',
    path: `/api/v1/namespaces/default/pods/a/log?${follow}${search.replace('?', '&')}`,
    headers: {},
  }))

const TERMS = [
  'self',
  'self.spec',
  'self.spec.size',
  'oldSelf',
  'self.name',
  '1',
  '"a"',
  '[1,2]',
  '{"a": 1}',
  'null',
  'true',
  '1.5',
  'b"a"',
  'duration("1h")',
  'timestamp("2024-01-01T00:00:00Z")',
  'quantity("1Gi")',
  'url("http://a")',
  'optional.of(1)',
  'x',
]
const OPERATORS = ['+', '-', '*', '/', '%', '==', '!=', '<', '>=', '&&', '||', 'in', '?']
const CALLS = [
  '.size()',
  '.matches("(a+)+$")',
  '.all(x, x > 0)',
  '.map(x, x)',
  '.exists_one(x, x == 1)',
  '.filter(x, true)',
  '.startsWith("a")',
  '.split(",")',
  '.join()',
  '.sum()',
  '.orValue(1)',
  '[0]',
  '.?a',
  '["a"]',
  '.find("a*")',
  '.format(["a"])',
  '.isURL()',
]
const cel = fc
  .array(fc.tuple(fc.constantFrom(...TERMS), fc.constantFrom('', '', ...CALLS), fc.constantFrom(...OPERATORS)), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.map(([term, call, operator], i) => `${i ? ` ${operator} ` : ''}${term}${call}`).join(''))

const celRequest: fc.Arbitrary<Asked> = fc
  .tuple(fc.oneof(cel, token), fc.oneof(cel, token), fc.oneof(token, cel), mutations)
  .map(([rule, message, pattern, changes]) => {
    const rules = [{ rule, messageExpression: message }]
    const schema = {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          'x-kubernetes-validations': rules,
          properties: { name: { type: 'string', pattern }, size: { type: 'integer' } },
        },
      },
    }
    const [version] = definition.spec.versions
    const made = {
      ...definition,
      spec: { ...definition.spec, versions: [{ ...version, schema: { openAPIV3Schema: mutated(schema, changes) } }] },
    }
    return {
      method: 'PUT',
      path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.fuzz.example.com',
      headers: { 'Content-Type': 'application/json' },
      body: written(made, { notation: 'json', cuts: [] }),
    }
  })

// Without the clock, as an advance by years would run all that happens in them, and without forks, which need a port.
const told = operations.filter(
  ({ command }) => !/^(clock|advance|fork|pause|resume|next|idle|settle)/.test(command) && !/clock|fork/.test(command),
)
const controlRequest: fc.Arbitrary<Asked> = fc
  .tuple(
    fc.constantFrom(...told),
    word,
    fc.array(fc.tuple(fc.boolean(), token), { maxLength: 6 }),
    mutations,
    writing(),
  )
  .map(([{ method, path, fields, text }, name, given, changes, way]) => {
    const values = Object.entries(fields).flatMap(([field, { in: where }], i) =>
      given[i]?.[0] ? [{ field, where, value: given[i]?.[1] ?? '' }] : [],
    )
    const search = values
      .flatMap(({ field, where, value }) => (where === 'query' ? [`${field}=${encoded(value)}`] : []))
      .join('&')
    const body = Object.fromEntries(
      values.flatMap(({ field, where, value }) => (where === 'body' ? [[field, value]] : [])),
    )
    return {
      method,
      path: `${PREFIX}${path.replace(/\{\w+\}/g, encoded(name) || 'a')}${search ? `?${search}` : ''}`,
      headers: {},
      ...(method === 'GET' ? {} : { body: written(mutated(text ? widget : body, changes), way) }),
    }
  })

/** A request of any of the types above. */
export const anyRequest: fc.Arbitrary<Asked> = fc.oneof(
  { weight: 6, arbitrary: objectRequest },
  { weight: 5, arbitrary: patchRequest },
  { weight: 3, arbitrary: readRequest },
  { weight: 1, arbitrary: deleteRequest },
  { weight: 1, arbitrary: documentRequest },
  { weight: 2, arbitrary: protobufRequest },
  { weight: 2, arbitrary: scriptRequest },
  { weight: 2, arbitrary: celRequest },
  { weight: 1, arbitrary: policyRequest(fc.oneof(cel, token)) },
  { weight: 2, arbitrary: controlRequest },
  { weight: 1, arbitrary: logRequest },
)
