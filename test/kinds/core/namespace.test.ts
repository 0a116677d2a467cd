import { describe, expect, test } from 'vitest'
import { issueText } from '../../../src/base/errors/issue.js'
import type { SubresourceName } from '../../../src/model/registry/subresource-name.js'
import { exampleProfile } from '../../../src/model/registry/profile.js'
import { namespace } from '../../../src/kinds/core/namespace.js'
import type { KubeObject } from '../../../src/schema/object.js'
import { read, ruleContext } from '../causes.js'
import { SUBDOMAIN } from '../texts.js'

const def = namespace(exampleProfile)
const at = (subresource: SubresourceName) => ruleContext({ subresource })

const given = (members: object): KubeObject => read(def, { metadata: { name: 'a' }, ...members })

describe('the name label', () => {
  test('is set whatever the body says, sorted among the labels', () => {
    const { labels } = given({
      metadata: { name: 'a', labels: { 'kubernetes.io/metadata.name': 'other', x: 'y', b: 'c' } },
    }).metadata
    expect(JSON.stringify(labels)).toBe('{"b":"c","kubernetes.io/metadata.name":"a","x":"y"}')
  })

  test('is set once the name is generated, and only if it is valid', () => {
    const unnamed = given({ metadata: { generateName: 'g-' } })
    const named = (name: string) =>
      def.create.prepare({ ...unnamed, metadata: { ...unnamed.metadata, name } }, at('main')).metadata.labels
    expect([unnamed.metadata.labels, named('g-abcde'), named('-abcde')]).toEqual([
      undefined,
      { 'kubernetes.io/metadata.name': 'g-abcde' },
      undefined,
    ])
  })
})

test.each([
  [{}, ['kubernetes']],
  [{ finalizers: ['a.test/hold'] }, ['a.test/hold', 'kubernetes']],
  [{ finalizers: ['kubernetes', 'a.test/hold'] }, ['kubernetes', 'a.test/hold']],
])('a new namespace has the finalizer kubernetes and is Active: %j', (spec, finalizers) => {
  const sent = given({ spec, status: { phase: 'Terminating', conditions: [{ type: 'Other', status: 'True' }] } })
  const { spec: own, status } = def.create.prepare(sent, at('main'))
  expect({ own, status }).toEqual({ own: { finalizers }, status: { phase: 'Active' } })
})

describe('invalid finalizers of the spec', () => {
  const bare = 'name is neither a standard finalizer name nor is it fully qualified'
  const sent = given({ spec: { finalizers: ['orphan', 'a b/c', 'bare'] } })

  test('are reported without an index on create and update', () => {
    const expected = [
      `spec.finalizers: Invalid value: "a b/c": prefix part ${SUBDOMAIN}`,
      `spec.finalizers: Invalid value: "bare": ${bare}`,
    ]
    expect(def.create.validate(sent, at('main')).map(issueText)).toEqual(expected)
    expect(def.update.validate(sent, sent, at('main')).map(issueText)).toEqual(expected)
  })

  test('are reported with an index in /finalize', () => {
    expect(def.update.validate(sent, sent, at('finalize')).map(issueText)).toEqual([
      `spec.finalizers[1]: Invalid value: "a b/c": prefix part ${SUBDOMAIN}`,
      `spec.finalizers[2]: Invalid value: "bare": ${bare}`,
    ])
  })

  test('are not validated in /status', () => {
    expect(def.update.validate(sent, sent, at('status'))).toEqual([])
  })
})

describe('the phase in /status', () => {
  const terminating = { name: 'a', deletionTimestamp: '2024-05-01T10:00:00Z' }

  test.each<[string, object, string[]]>([
    ['may be empty, which means Active', {}, []],
    [
      'may not be Terminating before deletion',
      { status: { phase: 'Terminating' } },
      ['status.Phase: Invalid value: "Terminating": may only be \'Active\' if `deletionTimestamp` is empty'],
    ],
    [
      'may not be Active after deletion',
      { metadata: terminating },
      ['status.Phase: Invalid value: "Active": may only be \'Terminating\' if `deletionTimestamp` is not empty'],
    ],
    ['may be Terminating after deletion', { metadata: terminating, status: { phase: 'Terminating' } }, []],
  ])('%s', (_, members, expected) => {
    expect(def.update.validate(given(members), given({}), at('status')).map(issueText)).toEqual(expected)
  })
})

test('deletion sets the phase to Terminating', () => {
  const marked = def.delete.mark(
    given({
      metadata: { name: 'a', deletionTimestamp: '2024-05-01T10:00:00Z' },
      status: { conditions: [{ type: 'Other', status: 'True' }] },
    }),
  )
  expect(marked).toEqual({
    metadata: {
      name: 'a',
      creationTimestamp: null,
      deletionTimestamp: '2024-05-01T10:00:00Z',
      labels: { 'kubernetes.io/metadata.name': 'a' },
    },
    spec: {},
    status: { phase: 'Terminating', conditions: [{ type: 'Other', status: 'True', lastTransitionTime: null }] },
  })
})
