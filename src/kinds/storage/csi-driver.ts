import { jsonEqual } from '../../base/json/json.js'
import { createLateLibrary } from '../../base/turns/late-library.js'
import { type Column, docOf } from '../../model/registry/column.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'
import { withObjectMeta, withObjectMetaUpdate } from '../../model/registry/rule-context.js'
import { structFiller } from '../struct/struct-defaults.js'
import { defineStructKind, objectReplies } from '../struct/struct-kind.js'
import type { CSIDriver } from './csi-driver-rules.js'

// Loaded on demand: only writes of a CSIDriver need its rules.
const rules = createLateLibrary(() => import('./csi-driver-rules.js'))

const fill = structFiller({
  'storage.v1.CSIDriverSpec': {
    attachRequired: true,
    podInfoOnMount: false,
    volumeLifecycleModes: ['Persistent'],
    storageCapacity: false,
    fsGroupPolicy: 'ReadWriteOnceWithFSType',
    requiresRepublish: false,
    seLinuxMount: false,
  },
})

/** CSIDriver: what a CSI driver of the cluster needs and supports. */
export const csiDriver = defineStructKind<CSIDriver>('storage.v1.CSIDriver', () => ({
  group: 'storage.k8s.io',
  scope: 'Cluster',
  names: { kind: 'CSIDriver', plural: 'csidrivers' },
  schema: { ready: rules.load, defaults: (object) => fill('storage.v1.CSIDriver', object) },
  create: {
    prepare: (object) => withoutPeriod(object),
    validate: withObjectMeta((object) => [...rules.needed().validateSpec(object)]),
  },
  update: {
    allowUnconditional: false,
    prepare: (next, old) => withCounted(withoutPeriod(next, old), old),
    validate: withObjectMetaUpdate((next, old) => rules.needed().validateChanged(next, old)),
  },
  delete: { replies: objectReplies },
  table: { columns },
  example: { metadata: { name: 'disk.example.io' }, spec: {} },
}))

const columns: readonly Column<CSIDriver>[] = [
  nameColumn,
  {
    name: 'AttachRequired',
    type: 'boolean',
    description: docOf('storage.v1.CSIDriverSpec', 'attachRequired'),
    cell: ({ spec }) => spec?.attachRequired ?? true,
  },
  {
    name: 'PodInfoOnMount',
    type: 'boolean',
    description: docOf('storage.v1.CSIDriverSpec', 'podInfoOnMount'),
    cell: ({ spec }) => spec?.podInfoOnMount ?? false,
  },
  {
    name: 'StorageCapacity',
    type: 'boolean',
    description: docOf('storage.v1.CSIDriverSpec', 'storageCapacity'),
    cell: ({ spec }) => spec?.storageCapacity ?? false,
  },
  {
    name: 'TokenRequests',
    description: docOf('storage.v1.CSIDriverSpec', 'tokenRequests'),
    cell: audiencesText,
  },
  {
    name: 'RequiresRepublish',
    type: 'boolean',
    description: docOf('storage.v1.CSIDriverSpec', 'requiresRepublish'),
    cell: ({ spec }) => spec?.requiresRepublish ?? false,
  },
  {
    name: 'Modes',
    description: docOf('storage.v1.CSIDriverSpec', 'volumeLifecycleModes'),
    cell: ({ spec }) => spec?.volumeLifecycleModes?.join(',') || '<none>',
  },
  ageColumn,
]

function audiencesText({ spec }: CSIDriver): string {
  return spec?.tokenRequests?.map(({ audience = '' }) => audience).join(',') ?? '<unset>'
}

/** Drops nodeAllocatableUpdatePeriodSeconds, whose feature gate is off, unless the stored driver has it. */
function withoutPeriod(next: CSIDriver, old?: CSIDriver): CSIDriver {
  if (next.spec?.nodeAllocatableUpdatePeriodSeconds === undefined) return next
  if (old?.spec?.nodeAllocatableUpdatePeriodSeconds !== undefined) return next
  const { nodeAllocatableUpdatePeriodSeconds: _, ...spec } = next.spec
  return { ...next, spec }
}

// Counts the generation: a new driver has none, and its first change is 1.
function withCounted(next: CSIDriver, old: CSIDriver): CSIDriver {
  if (jsonEqual(next.spec, old.spec)) return next
  return { ...next, metadata: { ...next.metadata, generation: (old.metadata.generation ?? 0) + 1 } }
}
