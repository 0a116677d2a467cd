import { beforeAll, describe, expect, test } from 'vitest'
import { loadPatterns, patternFault, patternOf } from '../../src/base/go/re2.js'
import { MOST_STEPS, patternSteps } from '../../src/base/go/re2-size.js'
import { worded } from '../../src/base/errors/wording.js'
import { createGlobTest } from '../../src/base/text/glob.js'
import { canonicalQuantity } from '../../src/base/numbers/quantity.js'
import { loadUrls } from '../../src/base/text/urls.js'
import { wordingOf } from '../../src/model/registry/kubernetes-version.js'
import { stringFormat } from '../../src/schema/string-format.js'
import { parseAccept } from '../../src/server/wire/accept-clauses.js'
import { checkTemplates } from '../../src/controllers/runtime/reaction-check.js'
import { parseDuration } from '../../src/base/time/time.js'
import { type Cluster, createCluster } from '../../src/index.js'
import { definitionOf, versionOf } from '../suites/definition.js'

const LENGTH = 100_000
const many = (text: string) => text.repeat(LENGTH / text.length)

// A backtracking engine would not finish with any of these: that the tests end at all is the assertion.
describe('patterns of users are matched in linear time', () => {
  beforeAll(() => loadPatterns())
  test.each(['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(a*)*b', '^(?:a?){50}a{50}b$', '(.*a){12}b$', '^((a+)+)+!b$'])(
    '%s',
    (pattern) => expect(patternOf(pattern).test(`${many('a')}!`)).toBe(false),
  )

  test.each([
    ['a{1000}'.repeat(100), 'long by repetition'],
    ['(?:a{100}){10}'.repeat(100), 'in groups'],
    ['\\pL'.repeat(1000), 'of many classes'],
    [many('('), 'of open groups'],
    [many('(?:a|'), 'of alternatives'],
  ])('one that would take long to compile is refused as too large: %#', (pattern) => {
    expect(patternSteps(pattern)).toBeGreaterThan(MOST_STEPS)
    expect(patternFault(pattern)).toBe(`error parsing regexp: expression too large: \`${pattern}\``)
  })
  test.each([
    '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$',
    '^.{1,253}$',
    '^(?:[A-Za-z0-9]{1,63}\\.){1,4}$',
    '^(?:[\\p{L}\\p{S}](?:[-\\p{L}\\p{S}]{0,61}[\\p{L}\\p{S}])?\\.){1,}[\\p{L}]{2,63}$|^[\\p{L}\\p{S}]{1,63}$',
  ])('an ordinary one is accepted: %s', (pattern) => expect(patternSteps(pattern)).toBeLessThan(MOST_STEPS))
})

describe('our own parsers take linear time for', () => {
  test('globs', () => {
    expect(createGlobTest('*a*a*a*a*a*a*a*a*a*a*a*a*b')(many('a'))).toBe(false)
    expect(createGlobTest('*?a*?a*?a*b*')(many('a'))).toBe(false)
  })
  test('formats', async () => {
    await loadUrls()
    for (const format of [
      'duration',
      'uri',
      'email',
      'byte',
      'uuid',
      'hostname',
      'date-time',
      'cidr',
      'ipv6',
      'k8s-short-name',
      'k8s-long-name',
      'isbn',
      'creditcard',
      'rgbcolor',
    ])
      for (const text of [many('1'), many(' '), many('a'), many('a.'), many('1 '), many('-'), many(':')])
        expect(worded(wordingOf('1.37'), () => stringFormat(format))?.(`${text}!`)).toBe(false)
    expect(stringFormat('duration')?.(many('1'))).toBe(false)
    expect(stringFormat('duration')?.(many('1s'))).toBe(true)
  })
  test('durations', () => expect(parseDuration(many('1')).error).toContain('is not a duration'))
  test('quantities', () => {
    expect(canonicalQuantity(`x${many(' ')}x`)).toHaveProperty('error')
    // Arithmetic with so many digits would take quadratic time.
    for (const [text, property] of [
      ['9'.repeat(1000), 'text'],
      [many('9'), 'error'],
      [`${many('9')}n`, 'error'],
      [`0.${many('9')}`, 'error'],
    ] as const)
      expect(canonicalQuantity(text)).toHaveProperty(property)
  })
  test('Accept', () => expect(parseAccept(`a/b;${many(' ')}x`)).toHaveLength(1))
  test('paths in templates', () => expect(checkTemplates(`{{ ${many('a')}! }}`, [])).toHaveLength(1))
})

describe('requests that would make an expression backtrack are answered', () => {
  const definition = definitionOf('widgets.shop.io', 'Widget', [
    versionOf({
      type: 'object',
      properties: {
        text: { type: 'string', pattern: '^(a+)+$' },
        age: { type: 'string', format: 'duration' },
        rule: {
          type: 'string',
          maxLength: 200,
          'x-kubernetes-validations': [{ rule: "self.matches('^(a+)+$') || self.find(self) == self" }],
        },
      },
    }),
  ])
  const send = (cluster: Cluster, path: string, body: object) =>
    cluster.fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })

  test('a CRD with patterns, and its objects', async () => {
    const cluster = createCluster({ seed: 1, controllers: 'none' })
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
    expect((await send(cluster, path, definition)).status).toBe(201)
    const widget = (more: object) => ({
      apiVersion: 'shop.io/v1',
      kind: 'Widget',
      metadata: { generateName: 'w-' },
      ...more,
    })
    const objects = '/apis/shop.io/v1/namespaces/default/widgets'
    expect((await send(cluster, objects, widget({ text: `${many('a')}!` }))).status).toBe(422)
    expect((await send(cluster, objects, widget({ age: many('1') }))).status).toBe(422)
    expect((await send(cluster, objects, widget({ rule: `${'a'.repeat(150)}!` }))).status).toBe(201)
    expect((await send(cluster, objects, widget({ rule: '(a*)*' }))).status).toBe(422)
    expect((await send(cluster, objects, widget({ text: many('a') }))).status).toBe(201)
  })

  test('an Accept header with many spaces', async () => {
    const cluster = createCluster({ seed: 1, controllers: 'none' })
    const reply = await cluster.fetch('/api/v1/namespaces', { headers: { Accept: `a/b;${' '.repeat(40_000)}x` } })
    expect(reply.status).toBe(406)
  })
})
