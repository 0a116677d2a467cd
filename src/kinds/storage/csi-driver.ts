import { jsonEqual } from '../../base/json/json.js'
import { createLateLibrary } from '../../base/turns/late-library.js'
import { type Column, docOf } from '../../model/registry/column.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'
import { withObjectMeta, withObjectMetaUpdate } from '../../model/registry/rule-context.js'
import { type KubernetesVersion, atLeast } from '../../model/registry/kubernetes-version.js'
import { structFiller } from '../struct/struct-defaults.js'
import { defineStructKind, objectReplies } from '../struct/struct-kind.js'
import type { CSIDriver } from './csi-rules.js'

// Loaded on demand: only writes of a CSIDriver need its rules.
const rules = createLateLibrary(() => import('./csi-rules.js'))

const DEFAULTS = {
  attachRequired: true,
  podInfoOnMount: false,
  volumeLifecycleModes: ['Persistent'],
  storageCapacity: false,
  fsGroupPolicy: 'ReadWriteOnceWithFSType',
  requiresRepublish: false,
  seLinuxMount: false,
}

const fillWithoutLimits = structFiller({ 'storage.v1.CSIDriverSpec': DEFAULTS })
const fillWithLimits = structFiller({
  'storage.v1.CSIDriverSpec': { ...DEFAULTS, preventPodSchedulingIfMissing: false },
})

/** Tells whether drivers decide what becomes of pods without them (the gate VolumeLimitScaling, on since 1.37). */
const limits = (version: KubernetesVersion): boolean => atLeast(version, '1.37')

/** Drops the field of that gate while it is off, unless the stored object has it. */
function withoutLimits(object: CSIDriver, version: KubernetesVersion, old?: CSIDriver): CSIDriver {
  if (limits(version) || old?.spec?.preventPodSchedulingIfMissing !== undefined || !object.spec) return object
  const { preventPodSchedulingIfMissing: _, ...spec } = object.spec
  return { ...object, spec }
}

const IN_SECRETS =
  'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes'

/** Warns of tokens that drivers may log (the gate CSIServiceAccountTokenSecrets, on since 1.35). */
function tokenWarnings({ spec }: CSIDriver, version: KubernetesVersion, old?: CSIDriver): readonly string[] {
  if (!atLeast(version, '1.35') || spec?.serviceAccountTokenInSecrets !== undefined) return []
  const { tokenRequests = [] } = spec ?? {}
  return tokenRequests.length > 0 && !jsonEqual(tokenRequests, old?.spec?.tokenRequests) ? [IN_SECRETS] : []
}

/** CSIDriver: what a CSI driver of the cluster needs and supports. */
export const csiDriver = defineStructKind<CSIDriver>('storage.v1.CSIDriver', ({ version }) => ({
  group: 'storage.k8s.io',
  scope: 'Cluster',
  names: { kind: 'CSIDriver', plural: 'csidrivers' },
  schema: {
    ready: rules.load,
    defaults: (object) => (limits(version) ? fillWithLimits : fillWithoutLimits)('storage.v1.CSIDriver', object),
  },
  create: {
    prepare: (object) => withoutPeriod(withoutLimits(object, version), version),
    warnings: (object) => tokenWarnings(object, version),
    validate: withObjectMeta((object) => [...rules.needed().validateSpec(object)]),
  },
  update: {
    allowUnconditional: false,
    prepare: (next, old) => withCounted(withoutPeriod(withoutLimits(next, version, old), version, old), old),
    warnings: (next, old) => tokenWarnings(next, version, old),
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

/**
 * Drops nodeAllocatableUpdatePeriodSeconds while its feature gate is off (MutableCSINodeAllocatableCount, on since
 * 1.35), unless the stored driver has it.
 */
function withoutPeriod(next: CSIDriver, version: KubernetesVersion, old?: CSIDriver): CSIDriver {
  if (atLeast(version, '1.35')) return next
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
