import type { GoText } from '../../base/go-print.js'
import { atomic, string, struct } from '../../schema/builders.js'
import { described } from '../../schema/described.js'
import type { Infer } from '../../schema/types.js'
import { goStruct } from './go-struct.js'

/** A reference to any object, or a part of one. */
export const objectReference = atomic(
  struct(
    'io.k8s.api.core.v1.ObjectReference',
    described(
      {
        kind: string(),
        namespace: string(),
        name: string(),
        uid: string('types.UID'),
        apiVersion: string(),
        resourceVersion: string(),
        fieldPath: string(),
      },
      {
        kind: 'Kind of the object.',
        namespace: 'Namespace of the object.',
        name: 'Name of the object.',
        uid: 'Uid of the object.',
        apiVersion: 'Group and version of the object.',
        resourceVersion: 'The version of the object that is meant.',
        fieldPath: 'The part of the object that is meant, as in `spec.containers[0]`.',
      },
    ),
  ),
)

/** The TypeScript type of a reference. */
export type ObjectReference = Infer<typeof objectReference>

/** A reference as messages print it. */
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
