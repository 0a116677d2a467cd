import { utf8Length } from '../../../base/utf8.js'
import { type Issue, forbidden, invalid, required, tooLong } from '../../../base/issue.js'
import { isLonger } from '../../../base/rules/texts.js'
import type { VolumeAttachment as Struct, VolumeError as ErrorStruct } from '../../generated/types/storage-v1.js'
import { validateInlineVolume } from '../../core/persistent-volume/persistent-volume-rules.js'
import { subdomainName } from '../../struct/struct-kind.js'
import type { Unchecked, UncheckedObject } from '../../struct/unchecked.js'

/** A VolumeAttachment as its rules see it. */
export type VolumeAttachment = UncheckedObject<Struct>
/** Why a volume could not be attached or detached. */
export type VolumeError = Unchecked<ErrorStruct>

const MOST_METADATA = 256 * 1024
const LONGEST_MESSAGE = 1024
const MOST_CODE = 2 ** 31 - 1

/** The rules of what is to be attached. */
export const validateSpec = ({ attacher, source, nodeName = '' }: VolumeAttachment['spec'] = {}): readonly Issue[] => [
  ...(attacher ? [] : [required('spec.attacher')]),
  ...validateSource(source ?? {}, 'spec.source'),
  ...subdomainName(nodeName, false).map((detail) => invalid('spec.nodeName', nodeName, detail)),
]

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

/** The rules of what has become of it. */
export function validateStatus(status: VolumeAttachment['status'] = {}): readonly Issue[] {
  const { attachmentMetadata = {}, attachError, detachError } = status
  const size = Object.entries(attachmentMetadata).reduce((all, [key, value]) => all + utf8Length(key + value), 0)
  return [
    ...(size > MOST_METADATA ? [tooLong('status.attachmentMetadata', MOST_METADATA)] : []),
    ...validateError(attachError, 'status.attachError'),
    ...validateError(detachError, 'status.detachError'),
  ]
}

function validateError({ message = '', errorCode = 0 }: VolumeError = {}, at: string): readonly Issue[] {
  return [
    // The server tells the limit of the metadata.
    ...(isLonger(message, LONGEST_MESSAGE) ? [tooLong(`${at}.message`, MOST_METADATA)] : []),
    ...(errorCode < 0 ? [invalid(`${at}.errorCode`, errorCode, `must be between 0 and ${MOST_CODE}, inclusive`)] : []),
  ]
}
