import type { GoText } from '../../base/go/printable.js'
import type { ObjectReference as Reference } from '../../model/generated/types/core-v1.js'
import type { Unchecked } from '../struct/unchecked.js'
import { goStruct } from './go-struct.js'

/** A reference to an object or a part of one. */
type ObjectReference = Unchecked<Reference>

/** Formats a reference like Go's `%#v`, for messages. */
export const goReference = (ref: ObjectReference): GoText =>
  goStruct('core.ObjectReference', {
    Kind: ref.kind,
    Namespace: ref.namespace,
    Name: ref.name,
    UID: ref.uid,
    APIVersion: ref.apiVersion,
    ResourceVersion: ref.resourceVersion,
    FieldPath: ref.fieldPath,
  })
