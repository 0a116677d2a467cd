import { describe, expect, test } from 'vitest'
import { issueText } from '../../../src/base/issue.js'
import type { SubresourceName, RuleContext } from '../../../src/registry/define.js'
import { defaultFeatureGates } from '../../../src/registry/feature-gates.js'
import { exampleProfile } from '../../../src/registry/profile.js'
import { namespace } from '../../../src/kinds/core/namespace.js'
import type { KubeObject } from '../../../src/schema/object.js'
import { read, updateIssues } from '../causes.js'
import { SUBDOMAIN } from '../texts.js'

const def = namespace(exampleProfile)
const at = (subresource: SubresourceName): RuleContext => ({
  featureGates: defaultFeatureGates,
  now: '2024-05-01T10:00:00Z',
  subresource,
})

const given = (members: object): KubeObject => read(def, { metadata: { name: 'a' }, ...members })

describe('the name label', () => {
  test('is set whatever the body says, in its place among the labels', () => {
    const { labels } = given({
      metadata: { name: 'a', labels: { 'kubernetes.io/metadata.name': 'other', x: 'y', b: 'c' } },
    }).metadata
    expect(JSON.stringify(labels)).toBe('{"b":"c","kubernetes.io/metadata.name":"a","x":"y"}')
  })

  test('waits for a generated name, and for a good one', () => {
    const unnamed = given({ metadata: { generateName: 'g-' } })
    const named = (name: string) =>
      def.prepareCreate({ ...unnamed, metadata: { ...unnamed.metadata, name } }, at('main')).metadata.labels
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
])('a new namespace is held and active: %j', (spec, finalizers) => {
  const sent = given({ spec, status: { phase: 'Terminating', conditions: [{ type: 'Other', status: 'True' }] } })
  const { spec: own, status } = def.prepareCreate(sent, at('main'))
  expect({ own, status }).toEqual({ own: { finalizers }, status: { phase: 'Active' } })
})

describe('finalizers of the spec', () => {
  const bare = 'name is neither a standard finalizer name nor is it fully qualified'
  const sent = given({ spec: { finalizers: ['orphan', 'a b/c', 'bare'] } })

  test('are told without an index on create and update', () => {
    const expected = [
      `spec.finalizers: Invalid value: "a b/c": prefix part ${SUBDOMAIN}`,
      `spec.finalizers: Invalid value: "bare": ${bare}`,
    ]
    expect(def.validate(sent, at('main')).map(issueText)).toEqual(expected)
    expect(updateIssues(def, sent, sent, at('main')).map(issueText)).toEqual(expected)
  })

  test('are told with an index in /finalize', () => {
    expect(def.validateUpdate(sent, sent, at('finalize')).map(issueText)).toEqual([
      `spec.finalizers[1]: Invalid value: "a b/c": prefix part ${SUBDOMAIN}`,
      `spec.finalizers[2]: Invalid value: "bare": ${bare}`,
    ])
  })

  test('are not looked at in /status', () => {
    expect(def.validateUpdate(sent, sent, at('status'))).toEqual([])
  })
})

describe('the phase in /status', () => {
  const terminating = { name: 'a', deletionTimestamp: '2024-05-01T10:00:00Z' }

  test.each<[string, object, string[]]>([
    ['empty is Active', {}, []],
    [
      'Terminating too early',
      { status: { phase: 'Terminating' } },
      ['status.Phase: Invalid value: "Terminating": may only be \'Active\' if `deletionTimestamp` is empty'],
    ],
    [
      'Active too late',
      { metadata: terminating },
      ['status.Phase: Invalid value: "Active": may only be \'Terminating\' if `deletionTimestamp` is not empty'],
    ],
    ['Terminating', { metadata: terminating, status: { phase: 'Terminating' } }, []],
  ])('%s', (_, members, expected) => {
    expect(def.validateUpdate(given(members), given({}), at('status')).map(issueText)).toEqual(expected)
  })
})

test('deletion shows in the phase', () => {
  const marked = def.markDeleted(
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
