import { GoText } from '../../../base/go-print.js'
import { type Issue, immutable, invalid } from '../../../base/issue.js'
import { jsonEqual } from '../../../base/json.js'
import { ageColumn, nameColumn } from '../../../registry/columns.js'
import { withObjectMeta } from '../../../registry/rule-context.js'
import { goStruct } from '../../shared/go-struct.js'
import { VOLUME_DEFAULTS } from '../../core/pod/pod-struct-defaults.js'
import { structFiller } from '../../struct/struct-defaults.js'
import {
  defineStructKind,
  mainSubresource,
  objectReplies,
  statusOnly,
  subdomainName,
} from '../../struct/struct-kind.js'
import { validateDriverName } from '../csi-driver-name.js'
import { type VolumeAttachment, type VolumeError, validateSpec, validateStatus } from './volume-attachment-rules.js'

const fill = structFiller(VOLUME_DEFAULTS)

/** VolumeAttachment: that a volume is to be attached to a node. */
export const volumeAttachment = defineStructKind<VolumeAttachment>('storage.v1.VolumeAttachment', () => ({
  group: 'storage.k8s.io',
  scope: 'Cluster',
  names: { kind: 'VolumeAttachment', plural: 'volumeattachments' },
  schema: { defaults: (object) => fill('storage.v1.VolumeAttachment', object) },
  subresources: { main: mainSubresource, status: statusOnly },
  create: {
    resetFields: ['status'],
    prepare: (object) => ({ ...object, status: { attached: false } }),
    validate: (object, context) => [...validateAttachment(object, context), ...validateNew(object)],
  },
  update: {
    allowUnconditional: false,
    prepare: (next, old, { subresource }) => (subresource === 'status' ? withoutCodes(next, old) : next),
    validate: (next, old, context) => {
      // A server asks the rules of a new object twice, and those of the status with them.
      const whole = validateAttachment(next, context)
      const kept = jsonEqual(next.spec, old.spec) ? [] : [immutable('spec', goSpec(next))]
      return [...whole, ...whole, ...kept]
    },
  },
  delete: { replies: objectReplies },
  table: {
    columns: [
      nameColumn,
      {
        name: 'Attacher',
        format: 'name',
        description:
          'attacher indicates the name of the volume driver that MUST handle this request. This is the name returned by GetPluginName().',
        cell: ({ spec }) => spec?.attacher ?? '',
      },
      {
        name: 'PV',
        description: 'persistentVolumeName represents the name of the persistent volume to attach.',
        cell: ({ spec }) => spec?.source?.persistentVolumeName ?? '',
      },
      {
        name: 'Node',
        description: 'nodeName represents the node that the volume should be attached to.',
        cell: ({ spec }) => spec?.nodeName ?? '',
      },
      {
        name: 'Attached',
        type: 'boolean',
        description:
          'attached indicates the volume is successfully attached. This field must only be set by the entity completing the attach operation, i.e. the external-attacher.',
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

const validateAttachment = withObjectMeta(({ spec, status }: VolumeAttachment) => [
  ...validateSpec(spec),
  ...validateStatus(status),
])

/** What is asked of new attachments only (ValidateVolumeAttachmentV1); paths are one word there. */
function validateNew({ spec: { attacher = '', source = {} } = {} }: VolumeAttachment): readonly Issue[] {
  const name = source.persistentVolumeName
  return [
    ...validateDriverName(attacher, 'spec.attacher'),
    ...(name === undefined
      ? []
      : subdomainName(name, false).map((detail) => invalid('spec.source.persistentVolumeName', name, detail))),
  ]
}

/** Error codes are behind a gate that is off; where one is, it may stay. */
function withoutCodes(next: VolumeAttachment, old: VolumeAttachment): VolumeAttachment {
  const { attachError, detachError } = next.status ?? {}
  if (attachError?.errorCode === undefined && detachError?.errorCode === undefined) return next
  return {
    ...next,
    status: {
      ...next.status,
      ...(attachError ? { attachError: withoutCode(attachError, old.status?.attachError) } : {}),
      ...(detachError ? { detachError: withoutCode(detachError, old.status?.detachError) } : {}),
    },
  }
}

function withoutCode({ errorCode, ...error }: VolumeError, old: VolumeError | undefined): VolumeError {
  return errorCode === undefined || old?.errorCode === undefined ? error : { ...error, errorCode }
}

const goSpec = ({ spec: { attacher, source, nodeName } = {} }: VolumeAttachment): GoText =>
  goStruct('storage.VolumeAttachmentSpec', {
    Attacher: attacher,
    Source: goStruct('storage.VolumeAttachmentSource', {
      PersistentVolumeName: new GoText(
        `(*string)(${source?.persistentVolumeName === undefined ? 'nil' : '0xc000000000'})`,
      ),
      InlineVolumeSpec: new GoText(
        `(*core.PersistentVolumeSpec)(${source?.inlineVolumeSpec ? '0xc000000000' : 'nil'})`,
      ),
    }),
    NodeName: nodeName,
  })
