import { validateQualifiedFinalizers } from '../../model/registry/metadata-rules.js'
import { dns1123Subdomain, maskTrailingDash } from '../../base/rules/names.js'
import { defineKind } from '../../model/registry/define.js'
import type { Selectable } from '../../model/registry/kind-def.js'
import { eventColumns } from './columns.js'
import { validateEvent, validateEventUpdate, validateLegacyEvent } from './rules.js'
import { type Event, eventMembers } from './schema.js'

/**
 * Event: something that happened to an object. The server stores it as a core Event, whose name and fields appear in
 * errors.
 */
export const event = defineKind(eventMembers, (profile) => ({
  group: profile.group('events'),
  version: 'v1',
  scope: 'Namespaced',
  names: { kind: 'Event', plural: 'events', shortNames: ['ev'] },
  schema: {
    component: 'io.k8s.api.events.v1.Event',
  },
  metadata: {
    finalizers: validateQualifiedFinalizers,
    name: (name, prefix) => dns1123Subdomain(prefix ? maskTrailingDash(name) : name),
  },
  create: {
    validate: (event, { validateObjectMeta }) => [
      ...validateLegacyEvent(event),
      ...validateObjectMeta(event),
      ...validateEvent(event),
    ],
  },
  update: {
    allowCreate: true,
    allowUnconditional: true,
    validate: (next, old, { validateObjectMetaUpdate }) => [
      ...validateLegacyEvent(next),
      ...validateObjectMetaUpdate(next, old),
      ...validateEventUpdate(next, old),
    ],
  },
  delete: { garbageCollection: 'unsupported' },
  storage: { watchCache: false, group: '' },
  selectable,
  table: { columns: eventColumns },
  example: {
    metadata: { name: 'web.scheduled', namespace: 'default' },
    eventTime: '2024-05-01T10:00:00.000000Z',
    reportingController: 'example.io/scheduler',
    reportingInstance: 'scheduler-0',
    action: 'Binding',
    reason: 'Scheduled',
    regarding: { kind: 'PersistentVolumeClaim', namespace: 'default', name: 'data', apiVersion: 'v1' },
    note: 'bound to disk-1',
    type: 'Normal',
  },
}))

const selectable: Selectable<Event> = {
  fields: {
    reason: ({ reason }) => reason ?? '',
    type: ({ type }) => type ?? '',
    reportingController: ({ reportingController }) => reportingController ?? '',
    'regarding.kind': ({ regarding }) => regarding?.kind ?? '',
    'regarding.namespace': ({ regarding }) => regarding?.namespace ?? '',
    'regarding.name': ({ regarding }) => regarding?.name ?? '',
    'regarding.uid': ({ regarding }) => regarding?.uid ?? '',
    'regarding.apiVersion': ({ regarding }) => regarding?.apiVersion ?? '',
    'regarding.resourceVersion': ({ regarding }) => regarding?.resourceVersion ?? '',
    'regarding.fieldPath': ({ regarding }) => regarding?.fieldPath ?? '',
  },
  conversion: 'own',
}
