import type { KindDef } from '../../registry/kind-def.js'
import { always, array, boolean, int32, int64, pointer, string, struct } from '../../schema/builders.js'
import type { Schema } from '../../schema/types.js'
import { META } from './names.js'

// A list that says nothing of how it merges.
const plainList = (items: Schema): Schema => ({ type: 'array', items })

const listMeta = struct(`${META}.ListMeta`, {
  continue: string(),
  remainingItemCount: pointer(int64()),
  resourceVersion: string(),
  selfLink: string(),
})

const CONVENTIONS = 'More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md'

/**
 * The list of a kind; that of a custom resource is told in the words of apiextensions-apiserver's builder of documents.
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

/** Body of a DELETE. */
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

/** Reply of whatever has no object to show. */
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

/** Body of a PATCH; its form follows from the media type. */
export const patch: Schema = {
  type: 'object',
  component: `${META}.Patch`,
}

const rawExtension: Schema = { type: 'object', component: 'io.k8s.apimachinery.pkg.runtime.RawExtension' }

/** A line of a watch. */
export const watchEvent = struct(
  `${META}.WatchEvent`,
  { object: pointer(rawExtension), type: always(string()) },
  { required: ['type', 'object'] },
)
