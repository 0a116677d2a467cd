import type { KindDef } from '../../src/registry/kind-def.js'
import type { KubeObject } from '../../src/schema/object.js'

/** `leases.coordination.example.io`: the resource as messages name it. */
export const resourceText = ({ group, plural }: KindDef): string => (group ? `${plural}.${group}` : plural)

/** A Status of failure. */
export const failure = (code: number, reason: string, message: string, details?: object): object => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message,
  reason,
  ...(details ? { details } : {}),
  code,
})

/** A Status of failure that concerns one object. */
export const failureOf = (
  def: KindDef,
  name: string,
  code: number,
  reason: string,
  message: string,
  more: object = {},
): object =>
  failure(code, reason, message, { name, ...(def.group ? { group: def.group } : {}), kind: def.plural, ...more })

/** 409 of an object. */
export const conflictOf = (def: KindDef, name: string, why: string): object =>
  failureOf(def, name, 409, 'Conflict', `Operation cannot be fulfilled on ${resourceText(def)} "${name}": ${why}`)

/** 409 of a write that was based on an older revision. */
export const staleOf = (def: KindDef, name: string): object =>
  conflictOf(def, name, 'the object has been modified; please apply your changes to the latest version and try again')

/** 404 of an object. */
export const missing = (def: KindDef, name: string): object =>
  failureOf(def, name, 404, 'NotFound', `${resourceText(def)} "${name}" not found`)

/** The Status a deletion is answered with. */
export const deleted = (def: KindDef, { metadata: { name, uid } }: KubeObject): object => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  details: { name, ...(def.group ? { group: def.group } : {}), kind: def.plural, uid },
})

/** A list as answered: its items carry neither kind nor apiVersion. */
export const listOf = (def: KindDef, metadata: object, objects: readonly KubeObject[]): object => ({
  kind: def.names.listKind,
  apiVersion: def.apiVersion,
  metadata,
  items: objects.map(itemOf),
})

/** An object as an item of a list. */
export const itemOf = ({ kind: _, apiVersion: __, ...item }: KubeObject): object => item

/** The resourceVersion so many writes after an object's. */
export const after = ({ metadata }: KubeObject, writes = 1): string => String(Number(metadata.resourceVersion) + writes)

/** An object with other metadata, at the revision so many writes later. */
export const changed = (object: KubeObject, metadata: object, writes = 1): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, ...metadata, resourceVersion: after(object, writes) },
})

/** An object with labels added, one write later. */
export const labelled = (object: KubeObject, labels: Readonly<Record<string, string>>, writes = 1): KubeObject =>
  changed(object, { labels: { ...object.metadata.labels, ...labels }, ...generationOf(object) }, writes)

// The generation of a slice counts its labels too.
const generationOf = ({ kind, metadata: { generation = 0 } }: KubeObject) =>
  kind === 'EndpointSlice' ? { generation: generation + 1 } : {}
