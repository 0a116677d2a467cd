import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { utf8Length } from '../../../base/bytes/utf8.js'
import type { GoText } from '../../../base/go/printable.js'
import { jsonEqual } from '../../../base/json/json.js'
import { goPointer, goStruct } from '../../shared/go-struct.js'
import { validateDriverName, validateTaggedDriver } from '../csi-driver-name.js'
import {
  type Issue,
  declaredImmutable,
  forbidden,
  invalid,
  required,
  tooLong,
  declaredRequired,
} from '../../../base/errors/issue.js'
import { isLonger } from '../../../base/rules/texts.js'
import type {
  VolumeAttachment as Struct,
  VolumeError as ErrorStruct,
} from '../../../model/generated/types/storage-v1.js'
import { validateInlineVolume } from '../../core/persistent-volume/persistent-volume-rules.js'
import type { Unchecked, UncheckedObject } from '../../struct/unchecked.js'
import { subdomainName } from '../../../base/rules/names.js'

/** A VolumeAttachment before validation. */
export type VolumeAttachment = UncheckedObject<Struct>
/** The error of an attach or detach operation. */
type VolumeError = Unchecked<ErrorStruct>

const MOST_METADATA = 256 * 1024
const LONGEST_MESSAGE = 1024
const MOST_CODE = 2 ** 31 - 1

/** Validates the spec: what to attach, and where. */
function* validateSpec(
  { attacher, source, nodeName = '' }: VolumeAttachment['spec'] = {},
  validateDriver: typeof validateDriverName,
): Iterable<Issue> {
  if (!attacher) yield declaredRequired('spec.attacher')
  else if (runsAtLeast('1.36')) yield* validateDriver(attacher, 'spec.attacher')
  yield* validateSource(source ?? {}, 'spec.source')
  yield* subdomainName(nodeName, false).map((detail) => invalid('spec.nodeName', nodeName, detail))
}

type Source = NonNullable<NonNullable<VolumeAttachment['spec']>['source']>

function validateSource({ inlineVolumeSpec, persistentVolumeName: name }: Source, field: string): readonly Issue[] {
  const one = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'
  if (!inlineVolumeSpec)
    return name === undefined
      ? [required(field, one)]
      : name === ''
        ? [required(`${field}.persistentVolumeName`, 'must specify non empty persistentVolumeName')]
        : []
  return name === undefined
    ? validateInlineVolume(inlineVolumeSpec, `${field}.inlineVolumeSpec`)
    : [forbidden(field, one)]
}

/** Validates the status. */
function* validateStatus(status: VolumeAttachment['status'] = {}): Iterable<Issue> {
  const { attachmentMetadata = {}, attachError, detachError } = status
  const size = Object.entries(attachmentMetadata).reduce((all, [key, value]) => all + utf8Length(key + value), 0)
  if (size > MOST_METADATA) yield tooLong('status.attachmentMetadata', MOST_METADATA)
  yield* validateError(attachError, 'status.attachError')
  yield* validateError(detachError, 'status.detachError')
}

function validateError({ message = '', errorCode = 0 }: VolumeError = {}, at: string): readonly Issue[] {
  return [
    // As on the server, the limit of the metadata was told until v1.37.
    ...(isLonger(message, LONGEST_MESSAGE)
      ? [tooLong(`${at}.message`, runsAtLeast('1.37') ? LONGEST_MESSAGE : MOST_METADATA)]
      : []),
    ...(errorCode < 0 ? [invalid(`${at}.errorCode`, errorCode, `must be between 0 and ${MOST_CODE}, inclusive`)] : []),
  ]
}

const validateWhole = ({ spec, status }: VolumeAttachment, validateDriver = validateTaggedDriver) => [
  ...validateSpec(spec, validateDriver),
  ...validateStatus(status),
]

/** Validates an updated attachment; `metadata` are the issues of its metadata. */
export function validateChanged(
  next: VolumeAttachment,
  old: VolumeAttachment,
  metadata: readonly Issue[],
): readonly Issue[] {
  // Until 1.35 a real server runs the rules of a create twice, with those of the status.
  const kept = jsonEqual(next.spec, old.spec) ? [] : [declaredImmutable('spec', goSpec(next))]
  // The tag of a spec that may not change stops that of its attacher.
  const checked = validateWhole(next, kept.length > 0 ? validateDriverName : validateTaggedDriver)
  const whole = [...metadata, ...checked, ...(runsAtLeast('1.36') ? validateNames(next) : [])]
  return [...whole, ...(runsAtLeast('1.35') ? [] : whole), ...kept]
}

/** Validates a new attachment. */
export const validateNew = (object: VolumeAttachment): readonly Issue[] => [
  ...validateWhole(object),
  ...validateNames(object),
]

/** Validates what only creates were validated by until 1.36 (ValidateVolumeAttachmentV1). */
function* validateNames({ spec: { attacher = '', source = {} } = {} }: VolumeAttachment): Iterable<Issue> {
  // Since then it is told of in its place, and a missing one once.
  if (!runsAtLeast('1.36')) yield* validateTaggedDriver(attacher, 'spec.attacher')
  const name = source.persistentVolumeName
  if (name !== undefined)
    for (const detail of subdomainName(name, false)) yield invalid('spec.source.persistentVolumeName', name, detail)
}

/** Drops error codes until 1.35, unless the stored status has them (MutableCSINodeAllocatableCount). */
export function withoutCodes(next: VolumeAttachment, old: VolumeAttachment): VolumeAttachment {
  if (runsAtLeast('1.35')) return next
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
      PersistentVolumeName: goPointer('string', source?.persistentVolumeName),
      InlineVolumeSpec: goPointer('core.PersistentVolumeSpec', source?.inlineVolumeSpec),
    }),
    NodeName: nodeName,
  })
