import type { Issue } from '../../base/errors/issue.js'
import { eventColumns } from '../events/columns.js'
import { validateLegacyEvent } from '../events/rules.js'
import { defineStructKind } from '../struct/struct-kind.js'
import { type CoreEvent, eventConversion, eventOf } from './event-conversion.js'

/** The core group's Event: the objects of the events group, under the field names most clients know. */
export const coreEvent = defineStructKind<CoreEvent>('core.v1.Event', (profile) => ({
  group: '',
  scope: 'Namespaced',
  names: { kind: 'Event', plural: 'events', shortNames: ['ev'] },
  // For old clients, metadata is validated by the generic rules only (ValidateEventCreate, ValidateEventUpdate).
  create: { validate },
  update: { allowCreate: true, validate },
  delete: { garbageCollection: 'unsupported' },
  storage: {
    watchCache: false,
    conversion: eventConversion(`${profile.group('events')}/v1`),
  },
  selectable: {
    fields: {
      'involvedObject.kind': ({ involvedObject }) => involvedObject?.kind ?? '',
      'involvedObject.namespace': ({ involvedObject }) => involvedObject?.namespace ?? '',
      'involvedObject.name': ({ involvedObject }) => involvedObject?.name ?? '',
      'involvedObject.uid': ({ involvedObject }) => involvedObject?.uid ?? '',
      'involvedObject.apiVersion': ({ involvedObject }) => involvedObject?.apiVersion ?? '',
      'involvedObject.resourceVersion': ({ involvedObject }) => involvedObject?.resourceVersion ?? '',
      'involvedObject.fieldPath': ({ involvedObject }) => involvedObject?.fieldPath ?? '',
      reason: ({ reason }) => reason ?? '',
      reportingComponent: ({ reportingComponent }) => reportingComponent ?? '',
      source: ({ source, reportingComponent }) => source?.component || (reportingComponent ?? ''),
      type: ({ type }) => type ?? '',
    },
  },
  table: {
    columns: eventColumns.map((column) => ({
      ...column,
      cell: (object, now) => column.cell(eventOf(object, ''), now),
    })),
  },
  example: {
    metadata: { name: 'web.scheduled', namespace: 'default' },
    involvedObject: { kind: 'PersistentVolumeClaim', namespace: 'default', name: 'data', apiVersion: 'v1' },
    reason: 'Bound',
    message: 'bound to disk-1',
    type: 'Normal',
    source: { component: 'example.io/binder' },
  },
}))

function validate(object: CoreEvent): readonly Issue[] {
  return validateLegacyEvent(eventOf(object, '')).map((issue) =>
    issue.field === 'reportingController' ? { ...issue, field: 'reportingComponent' } : issue,
  )
}
