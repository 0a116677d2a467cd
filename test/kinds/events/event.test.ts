import { describe, expect, test } from 'vitest'
import { required } from '../../../src/base/errors/issue.js'
import { event } from '../../../src/kinds/events/event.js'
import { exampleProfile } from '../../../src/model/registry/profile.js'
import { openServer } from '../asking.js'
import { causes, cells, read, ruleContext } from '../causes.js'
import { NAME_PART } from '../texts.js'

const in_ = (namespace: string) => ({ name: 'e', namespace })
const valid = {
  metadata: in_('team'),
  eventTime: '2024-05-01T10:00:00.000000Z',
  reportingController: 'example.io/c',
  reportingInstance: 'c-0',
  action: 'Binding',
  reason: 'Bound',
  regarding: { kind: 'Node', namespace: 'team', name: 'a' },
  type: 'Normal',
}
const FOREIGN = (namespace: string) =>
  `involvedObject.namespace: Invalid value: "${namespace}": does not match event.namespace`

describe('a new event', () => {
  test.each([
    ['is valid', {}, []],
    ['may be about an object of another namespace', { regarding: { namespace: 'other' } }, []],
    ['needs an object with a namespace', { regarding: {} }, [FOREIGN('')]],
    ['in default needs no namespace of its object', { metadata: in_('default'), regarding: {} }, []],
    ['in kube-system needs no namespace of its object', { metadata: in_('kube-system'), regarding: {} }, []],
    [
      'without a time, needs an object of its own namespace',
      { eventTime: null, regarding: { namespace: 'other' } },
      [FOREIGN('other'), 'eventTime: Required value'],
    ],
    [
      'without a time, needs an object of its own namespace in kube-system too',
      { eventTime: null, metadata: in_('kube-system'), regarding: {} },
      [FOREIGN(''), 'eventTime: Required value'],
    ],
    [
      'without a time, needs no reporter',
      { eventTime: null, reportingController: '', reportingInstance: '', action: '', reason: '', type: '' },
      ['eventTime: Required value', 'type: Invalid value: "": has invalid value: '],
    ],
    [
      'needs a reporter, an action and a reason',
      { reportingController: '', reportingInstance: '', action: '', reason: '' },
      [
        'reportingController: Required value',
        'reportingController: Invalid value: "": name part must be non-empty',
        `reportingController: Invalid value: "": ${NAME_PART}`,
        'reportingInstance: Required value',
        'action: Required value',
        'reason: Required value',
      ],
    ],
    [
      'has limits of its lengths in bytes',
      { reportingInstance: 'é'.repeat(65), action: 'a'.repeat(129), reason: 'a'.repeat(128), note: 'a'.repeat(1025) },
      [
        'reportingInstance: Invalid value: "": can have at most 128 characters',
        'action: Invalid value: "": can have at most 128 characters',
        'message: Invalid value: "": can have at most 1024 characters',
      ],
    ],
    [
      'needs a count of at least two in a series',
      { series: { count: 1 } },
      ['series.count: Invalid value: "": should be at least 2', 'series.lastObservedTime: Required value'],
    ],
    ['has the type Normal or Warning', { type: 'Odd' }, ['type: Invalid value: "": has invalid value: Odd']],
    [
      'cannot set deprecated fields',
      {
        deprecatedFirstTimestamp: '2024-05-01T10:00:00Z',
        deprecatedLastTimestamp: '2024-05-01T10:00:00Z',
        deprecatedCount: 1,
        deprecatedSource: { host: 'h' },
      },
      ['firstTimestamp', 'lastTimestamp', 'count', 'source'].map(
        (field) => `${field}: Invalid value: "": needs to be unset`,
      ),
    ],
  ])('%s', (_, change, expected) => {
    expect(causes(event, { ...valid, ...change })).toEqual(expected)
  })
})

test('the legacy rules come before those of the metadata', () => {
  const def = event(exampleProfile)
  const object = read(def, { metadata: in_('team') })
  const context = ruleContext({ validateObjectMeta: () => [required('metadata')] })
  expect(def.create.validate(object, context).map(({ field }) => field)).toEqual([
    'involvedObject.namespace',
    'metadata',
    'eventTime',
    'type',
  ])
})

describe('an update of an event', () => {
  const series = { count: 2, lastObservedTime: '2024-05-01T10:00:01.000001Z' }
  test.each([
    ['may add a series', { series }, []],
    [
      'validates a changed series',
      { series: { ...series, count: 1 } },
      ['series.count: Invalid value: "": should be at least 2'],
    ],
    [
      'cannot change the reason, which is reported twice',
      { reason: 'Other' },
      Array(2).fill('reason: Invalid value: "Other": field is immutable'),
    ],
    ['cannot change the note', { note: 'n' }, ['message: Invalid value: "n": field is immutable']],
    [
      'cannot change the time',
      { eventTime: '2024-05-01T11:00:00.500000Z' },
      ['eventTime: Invalid value: 2024-05-01 11:00:00.5 +0000 UTC: field is immutable'],
    ],
    [
      'cannot change references',
      { regarding: { ...valid.regarding, name: 'b' }, related: { kind: 'Node' } },
      [
        'involvedObject: Invalid value: core.ObjectReference{Kind:"Node", Namespace:"team", Name:"b", UID:"", APIVersion:"", ResourceVersion:"", FieldPath:""}: field is immutable',
        'related: Invalid value: core.ObjectReference{Kind:"Node", Namespace:"", Name:"", UID:"", APIVersion:"", ResourceVersion:"", FieldPath:""}: field is immutable',
      ],
    ],
    [
      'cannot change deprecated fields',
      { deprecatedSource: { component: 'c' }, deprecatedFirstTimestamp: '2024-05-01T10:00:00Z', deprecatedCount: 3 },
      [
        'source: Invalid value: core.EventSource{Component:"c", Host:""}: field is immutable',
        'firstTimestamp: Invalid value: 2024-05-01 10:00:00 +0000 UTC: field is immutable',
        'count: Invalid value: 3: field is immutable',
      ],
    ],
    ['does not validate the type again', { type: 'Odd' }, ['type: Invalid value: "Odd": field is immutable']],
  ])('%s', (_, change, expected) => {
    expect(causes(event, { ...valid, ...change }, { old: valid })).toEqual(expected)
  })

  test('prints a removed value as null or zero', () => {
    expect(causes(event, { ...valid, eventTime: null }, { old: { ...valid, related: {} } })).toEqual([
      'eventTime: Invalid value: 0001-01-01 00:00:00 +0000 UTC: field is immutable',
      'related: Invalid value: "null": field is immutable',
    ])
  })
})

describe('the columns of an event', () => {
  test.each([
    ['a single event', valid, ['31d', 'Normal', 'Bound', 'node/a', '', 'example.io/c, c-0', '', '31d', 1, 'e']],
    [
      'a series',
      {
        ...valid,
        series: { count: 4, lastObservedTime: '2024-06-01T11:59:00.000000Z' },
        note: ' n\n',
        regarding: { kind: 'Node', fieldPath: 'spec' },
      },
      ['60s', 'Normal', 'Bound', 'node', 'spec', 'example.io/c, c-0', 'n', '31d', 4, 'e'],
    ],
    [
      'an event with deprecated fields',
      {
        metadata: in_('team'),
        deprecatedFirstTimestamp: '2024-06-01T11:00:00Z',
        deprecatedLastTimestamp: '2024-06-01T11:59:50Z',
        deprecatedCount: 7,
        deprecatedSource: { component: 'c' },
      },
      ['10s', '', '', '', '', 'c', '', '60m', 7, 'e'],
    ],
  ])('of %s', (_, body, expected) => {
    expect(cells(event, body)).toEqual(expected)
  })
})

test('has no field selector source, which only core Events have', () => {
  expect(Object.keys(event(exampleProfile).selectable.fields)).not.toContain('source')
})

test('the count of a series is told in the events group, also if it is zero, but not in the core group', async () => {
  const ask = openServer()
  const series = { lastObservedTime: '2024-05-01T10:00:00.000000Z' }
  const core = '/api/v1/namespaces/default/events'
  const body = { metadata: { name: 'a' }, involvedObject: { namespace: 'default' }, series: { ...series, count: 0 } }
  expect((await ask('POST', core, body)).body['series']).toEqual(series)
  const { body: event } = await ask('GET', '/apis/events.k8s.io/v1/namespaces/default/events/a')
  expect(event['series']).toEqual({ ...series, count: 0 })
})
