import { docOf } from '../../../model/registry/column.js'
import { createLateLibrary } from '../../../base/turns/late-library.js'
import { ageColumn, nameColumn } from '../../../model/registry/columns.js'
import { VOLUME_DEFAULTS } from '../../core/pod/pod-struct-defaults.js'
import { structFiller } from '../../struct/struct-defaults.js'
import { defineStructKind, mainSubresource, objectReplies, statusOnly } from '../../struct/struct-kind.js'
import type { VolumeAttachment } from './volume-attachment-rules.js'

// Loaded on demand: attachments are rarely written by clients.
const rules = createLateLibrary(() => import('./volume-attachment-rules.js'))

const fill = structFiller(VOLUME_DEFAULTS)

/** VolumeAttachment: the intent to attach a volume to a node. */
export const volumeAttachment = defineStructKind<VolumeAttachment>('storage.v1.VolumeAttachment', () => ({
  group: 'storage.k8s.io',
  scope: 'Cluster',
  names: { kind: 'VolumeAttachment', plural: 'volumeattachments' },
  schema: { ready: rules.load, defaults: (object) => fill('storage.v1.VolumeAttachment', object) },
  subresources: { main: mainSubresource, status: statusOnly },
  create: {
    resetFields: ['status'],
    prepare: (object) => ({ ...object, status: { attached: false } }),
    validate: (object, context) => [...context.validateObjectMeta(object), ...rules.needed().validateNew(object)],
  },
  update: {
    allowUnconditional: false,
    prepare: (next, old, { subresource }) => (subresource === 'status' ? rules.needed().withoutCodes(next, old) : next),
    validate: (next, old, context) => rules.needed().validateChanged(next, old, context.validateObjectMeta(next)),
  },
  delete: { replies: objectReplies },
  table: {
    columns: [
      nameColumn,
      {
        name: 'Attacher',
        format: 'name',
        description: docOf('storage.v1.VolumeAttachmentSpec', 'attacher'),
        cell: ({ spec }) => spec?.attacher ?? '',
      },
      {
        name: 'PV',
        description: docOf('storage.v1.VolumeAttachmentSource', 'persistentVolumeName'),
        cell: ({ spec }) => spec?.source?.persistentVolumeName ?? '',
      },
      {
        name: 'Node',
        description: docOf('storage.v1.VolumeAttachmentSpec', 'nodeName'),
        cell: ({ spec }) => spec?.nodeName ?? '',
      },
      {
        name: 'Attached',
        type: 'boolean',
        description: docOf('storage.v1.VolumeAttachmentStatus', 'attached'),
        cell: ({ status }) => status?.attached ?? false,
      },
      ageColumn,
    ],
  },
  example: {
    metadata: { name: 'disk-1-worker-1' },
    spec: { attacher: 'disk.example.io', nodeName: 'worker-1', source: { persistentVolumeName: 'disk-1' } },
  },
}))
