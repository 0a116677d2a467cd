import { formOf } from '../../base/json/as-given.js'
import { utf8Length } from '../../base/bytes/utf8.js'
import { type Issue, immutable, invalid, required } from '../../base/errors/issue.js'
import { jsonEqual } from '../../base/json/json.js'
import { dns1123Subdomain, qualifiedName } from '../../base/rules/names.js'
import type { Event } from './schema.js'
import { goMicroTime, goStruct, goTime } from '../shared/go-struct.js'
import { goReference } from '../shared/references.js'

const MAX_TEXT = 128
const MAX_NOTE = 1024

/** Validates an Event on create and update by the rules of core Events (core validation's legacyValidateEvent). */
export function validateLegacyEvent(event: Event): readonly Issue[] {
  const { namespace = '' } = event.metadata
  return [
    ...(isInItsNamespace(event, namespace)
      ? []
      : [invalid('involvedObject.namespace', event.regarding?.namespace ?? '', 'does not match event.namespace')]),
    ...(event.eventTime ? validateReport(event) : []),
    ...dns1123Subdomain(namespace).map((detail) => invalid('namespace', namespace, detail)),
  ]
}

// An Event with an eventTime may be about an object in any namespace.
function isInItsNamespace({ eventTime, regarding }: Event, namespace: string): boolean {
  if (!regarding?.namespace) return namespace === 'default' || Boolean(eventTime && namespace === 'kube-system')
  return Boolean(eventTime) || regarding.namespace === namespace
}

function* validateReport({
  reportingController = '',
  reportingInstance = '',
  action = '',
  reason = '',
  note = '',
}: Event): Iterable<Issue> {
  if (!reportingController) yield required('reportingController')
  yield* qualifiedName(reportingController).map((detail) => invalid('reportingController', reportingController, detail))
  yield* validateText(reportingInstance, 'reportingInstance')
  yield* validateText(action, 'action')
  yield* validateText(reason, 'reason')
  yield* validateLength(note, 'message', MAX_NOTE)
}

const validateText = (text: string, field: string) => (text ? validateLength(text, field, MAX_TEXT) : [required(field)])

const validateLength = (text: string, field: string, bytes: number) =>
  utf8Length(text) > bytes ? [invalid(field, '', `can have at most ${bytes} characters`)] : []

/** Validates a new Event of this group, after the legacy rules and those of metadata. */
export function validateEvent(event: Event): readonly Issue[] {
  const {
    eventTime,
    type = '',
    deprecatedFirstTimestamp,
    deprecatedLastTimestamp,
    deprecatedCount,
    deprecatedSource,
  } = event
  const unset = (field: string) => invalid(field, '', 'needs to be unset')
  const issues = [...validateSeries(event)]
  if (!eventTime) issues.push(required('eventTime'))
  if (type !== 'Normal' && type !== 'Warning') issues.push(invalid('type', '', `has invalid value: ${type}`))
  if (deprecatedFirstTimestamp) issues.push(unset('firstTimestamp'))
  if (deprecatedLastTimestamp) issues.push(unset('lastTimestamp'))
  if (deprecatedCount) issues.push(unset('count'))
  if (deprecatedSource?.component || deprecatedSource?.host) issues.push(unset('source'))
  return issues
}

function validateSeries({ series }: Event): readonly Issue[] {
  if (!series) return []
  return [
    ...((series.count ?? 0) < 2 ? [invalid('series.count', '', 'should be at least 2')] : []),
    ...(series.lastObservedTime ? [] : [required('series.lastObservedTime')]),
  ]
}

// The immutable fields: all but metadata and series, in the order of the server, which checks the reason twice.
const FIXED: readonly (readonly [field: string, member: keyof Event & string, print: (event: Event) => unknown])[] = [
  ['involvedObject', 'regarding', ({ regarding }) => goReference(regarding ?? {})],
  ['reason', 'reason', ({ reason }) => reason ?? ''],
  ['message', 'note', ({ note }) => note ?? ''],
  [
    'source',
    'deprecatedSource',
    ({ deprecatedSource }) =>
      goStruct('core.EventSource', { Component: deprecatedSource?.component, Host: deprecatedSource?.host }),
  ],
  ['firstTimestamp', 'deprecatedFirstTimestamp', (event) => goTime(formOf(event, 'deprecatedFirstTimestamp'))],
  ['lastTimestamp', 'deprecatedLastTimestamp', (event) => goTime(formOf(event, 'deprecatedLastTimestamp'))],
  ['count', 'deprecatedCount', ({ deprecatedCount }) => deprecatedCount ?? 0],
  ['reason', 'reason', ({ reason }) => reason ?? ''],
  ['type', 'type', ({ type }) => type ?? ''],
  ['eventTime', 'eventTime', ({ eventTime }) => goMicroTime(eventTime)],
  ['action', 'action', ({ action }) => action ?? ''],
  ['related', 'related', ({ related }) => related && goReference(related)],
  ['reportingController', 'reportingController', ({ reportingController }) => reportingController ?? ''],
  ['reportingInstance', 'reportingInstance', ({ reportingInstance }) => reportingInstance ?? ''],
]

/** Validates an update, which may change only metadata and the series. */
export function validateEventUpdate(next: Event, old: Event): readonly Issue[] {
  const series = jsonEqual(next.series, old.series) ? [] : validateSeries(next)
  return [
    ...series,
    ...FIXED.flatMap(([field, member, print]) =>
      jsonEqual(formOf(next, member), old[member]) ? [] : [immutable(field, print(next))],
    ),
  ]
}
