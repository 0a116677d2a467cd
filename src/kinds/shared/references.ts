import type { GoText } from '../../base/go/printable.js'
import type { ObjectReference as Reference } from '../../model/generated/types/core-v1.js'
import type { Unchecked } from '../struct/unchecked.js'
import { goStruct } from './go-struct.js'
import { runsAtLeast } from '../../model/registry/kubernetes-version.js'
import { type Issue, invalid, required } from '../../base/errors/issue.js'
import { dns1123Subdomain, pathSegmentName } from '../../base/rules/names.js'

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

type LocalReference = { readonly apiGroup?: string | null; readonly kind?: string; readonly name?: string }

/** Validates a reference from an ingress or an IngressClass to an object (validateIngressTypedLocalObjectReference). */
export const validateLocalReference = ({ apiGroup, kind, name }: LocalReference, at: string): readonly Issue[] => [
  // An unset apiGroup may be null, where it is always serialized.
  ...(typeof apiGroup === 'string'
    ? dns1123Subdomain(apiGroup).map((detail) => invalid(`${at}.apiGroup`, apiGroup, detail))
    : []),
  ...(kind
    ? pathSegmentName(kind).map((detail) => invalid(`${at}.kind`, kind, detail))
    : [required(`${at}.kind`, runsAtLeast('1.34') ? undefined : 'kind is required')]),
  ...(name
    ? pathSegmentName(name).map((detail) => invalid(`${at}.name`, name, detail))
    : [required(`${at}.name`, runsAtLeast('1.34') ? undefined : 'name is required')]),
]
