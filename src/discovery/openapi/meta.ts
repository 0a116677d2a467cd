import type { KindDef } from '../../registry/kind-def.js'
import { always, array, boolean, int32, int64, pointer, string, struct } from '../../schema/builders.js'
import type { Schema } from '../../schema/types.js'
import { described } from '../../schema/described.js'
import { META } from './names.js'

const KIND = 'The kind of this object.'
const API_VERSION = 'The version of the API this object is written in.'

// A list that says nothing of how it merges.
const plainList = (items: Schema): Schema => ({ type: 'array', items })

const listMeta = struct(
  `${META}.ListMeta`,
  described(
    { continue: string(), remainingItemCount: pointer(int64()), resourceVersion: string(), selfLink: string() },
    {
      continue: 'Token that asks for the next page; empty on the last one.',
      remainingItemCount: 'Objects after this page, where that is known.',
      resourceVersion: 'Version of the list; a watch may start after it.',
      selfLink: 'Deprecated; never set.',
    },
  ),
)

/** The list of a kind. */
export const listOf = ({ component, kind, schema }: KindDef): Schema =>
  struct(
    `${component}List`,
    described(
      {
        apiVersion: string(),
        items: plainList(schema),
        kind: string(),
        metadata: schema.structural ? pointer(listMeta) : always(listMeta),
      },
      { apiVersion: API_VERSION, items: 'The objects.', kind: KIND, metadata: 'Of the list as a whole.' },
    ),
    { required: ['items'], description: `A list of objects of kind ${kind}.` },
  )

const preconditions = struct(
  `${META}.Preconditions`,
  described(
    { resourceVersion: pointer(string()), uid: pointer(string()) },
    { resourceVersion: 'The version the object must have.', uid: 'The uid the object must have.' },
  ),
)

/** Body of a DELETE. */
export const deleteOptions = struct(
  `${META}.DeleteOptions`,
  described(
    {
      apiVersion: string(),
      dryRun: array(string()),
      gracePeriodSeconds: pointer(int64()),
      ignoreStoreReadErrorWithClusterBreakingPotential: pointer(boolean()),
      kind: string(),
      orphanDependents: pointer(boolean()),
      preconditions: pointer(preconditions),
      propagationPolicy: pointer(string()),
    },
    {
      apiVersion: API_VERSION,
      dryRun: '`All` checks the request and removes nothing.',
      gracePeriodSeconds: 'Seconds until the object is removed; zero removes it at once.',
      ignoreStoreReadErrorWithClusterBreakingPotential: 'Deletes an object even where it can no longer be read.',
      kind: KIND,
      orphanDependents: 'Deprecated: use propagationPolicy.',
      preconditions: 'What must hold for the object to be deleted; otherwise 409.',
      propagationPolicy: 'What becomes of the objects this one owns: `Orphan`, `Background` or `Foreground`.',
    },
  ),
  { description: 'How to delete.' },
)

const statusCause = struct(
  `${META}.StatusCause`,
  described(
    { field: string(), message: string(), reason: string() },
    {
      field: 'The member that is wrong, as in `spec.cidrs[0]`.',
      message: 'What is wrong, for people.',
      reason: 'What is wrong, for machines.',
    },
  ),
)

const statusDetails = struct(
  `${META}.StatusDetails`,
  described(
    {
      causes: array(statusCause),
      group: string(),
      kind: string(),
      name: string(),
      retryAfterSeconds: int32(),
      uid: string(),
    },
    {
      causes: 'Each thing that is wrong.',
      group: 'Group of the object concerned.',
      kind: 'Kind or resource of the object concerned.',
      name: 'Name of the object concerned.',
      retryAfterSeconds: 'Seconds to wait before trying again.',
      uid: 'Uid of the object concerned.',
    },
  ),
)

/** Reply of whatever has no object to show. */
export const status = struct(
  `${META}.Status`,
  described(
    {
      apiVersion: string(),
      code: int32(),
      details: { ...pointer(statusDetails), 'x-kubernetes-list-type': 'atomic' },
      kind: string(),
      message: string(),
      metadata: always(listMeta),
      reason: string(),
      status: string(),
    },
    {
      apiVersion: API_VERSION,
      code: 'The HTTP status code.',
      details: 'What the reply is about.',
      kind: KIND,
      message: 'What happened, for people.',
      metadata: 'Of the list a request was about.',
      reason: 'What happened, in one word for machines.',
      status: '`Success` or `Failure`.',
    },
  ),
  { description: 'What came of a request.' },
)

/** Body of a PATCH; its form follows from the media type. */
export const patch: Schema = {
  type: 'object',
  component: `${META}.Patch`,
  description: 'A change, in the form the media type names.',
}

const rawExtension: Schema = { type: 'object', component: 'io.k8s.apimachinery.pkg.runtime.RawExtension' }

/** A line of a watch. */
export const watchEvent = struct(
  `${META}.WatchEvent`,
  described(
    { object: pointer(rawExtension), type: always(string()) },
    {
      object: 'The object as it is now, as it was when deleted, or a Status.',
      type: '`ADDED`, `MODIFIED`, `DELETED`, `BOOKMARK` or `ERROR`.',
    },
  ),
  { required: ['type', 'object'], description: 'A change of an object that is watched.' },
)
