import type { KindDef } from '../../../model/registry/kind-def.js'
import { always, array, boolean, int32, int64, pointer, string, struct } from '../../../schema/builders.js'
import type { Schema } from '../../../schema/types.js'
import { META } from './names.js'

// A list without a list type.
const plainList = (items: Schema): Schema => ({ type: 'array', items })

const listMeta = struct(`${META}.ListMeta`, {
  continue: string(),
  remainingItemCount: pointer(int64()),
  resourceVersion: string(),
  selfLink: string(),
})

const CONVENTIONS = 'More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md'

/**
 * Returns the schema of a kind's list; that of a custom resource has the descriptions of apiextensions-apiserver's
 * builder.
 */
export const listOf = ({ component, kind, names, plural, schema }: KindDef): Schema =>
  struct(
    `${component}List`,
    {
      apiVersion: string(),
      items: { ...plainList(schema), description: `List of ${plural}. ${CONVENTIONS}` },
      kind: string(),
      metadata: schema.structural
        ? { ...pointer(listMeta), description: `Standard list metadata. ${CONVENTIONS}#types-kinds` }
        : always(listMeta),
    },
    { required: ['items'], description: `${names.listKind} is a list of ${kind}` },
  )

const preconditions = struct(`${META}.Preconditions`, { resourceVersion: pointer(string()), uid: pointer(string()) })

/** The body of a DELETE. */
export const deleteOptions = struct(`${META}.DeleteOptions`, {
  apiVersion: string(),
  dryRun: array(string()),
  gracePeriodSeconds: pointer(int64()),
  ignoreStoreReadErrorWithClusterBreakingPotential: pointer(boolean()),
  kind: string(),
  orphanDependents: pointer(boolean()),
  preconditions: pointer(preconditions),
  propagationPolicy: pointer(string()),
})

const statusCause = struct(`${META}.StatusCause`, { field: string(), message: string(), reason: string() })

const statusDetails = struct(`${META}.StatusDetails`, {
  causes: array(statusCause),
  group: string(),
  kind: string(),
  name: string(),
  retryAfterSeconds: int32(),
  uid: string(),
})

/** The reply when there is no object to return. */
export const status = struct(`${META}.Status`, {
  apiVersion: string(),
  code: int32(),
  details: { ...pointer(statusDetails), 'x-kubernetes-list-type': 'atomic' },
  kind: string(),
  message: string(),
  metadata: always(listMeta),
  reason: string(),
  status: string(),
})

/** The body of a PATCH; its format depends on the media type. */
export const patch: Schema = {
  type: 'object',
  component: `${META}.Patch`,
}

const rawExtension: Schema = { type: 'object', component: 'io.k8s.apimachinery.pkg.runtime.RawExtension' }

/** A watch event. */
export const watchEvent = struct(
  `${META}.WatchEvent`,
  { object: pointer(rawExtension), type: always(string()) },
  { required: ['type', 'object'] },
)
