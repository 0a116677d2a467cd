import type { KindDef } from '../../src/model/registry/kind-def.js'
import type { KubeObject } from '../../src/schema/object.js'

/** The resource as error messages name it: `leases.coordination.example.io`. */
export const resourceText = ({ group, plural }: KindDef): string => (group ? `${plural}.${group}` : plural)

/** A Status of a failure. */
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

/** A Status of a failure about one object. */
export const failureOf = (
  def: KindDef,
  name: string,
  code: number,
  reason: string,
  message: string,
  more: object = {},
): object =>
  failure(code, reason, message, { name, ...(def.group ? { group: def.group } : {}), kind: def.plural, ...more })

/** The 409 Conflict of an object. */
export const conflictOf = (def: KindDef, name: string, why: string): object =>
  failureOf(def, name, 409, 'Conflict', `Operation cannot be fulfilled on ${resourceText(def)} "${name}": ${why}`)

/** The 409 Conflict of a write with an outdated resourceVersion. */
export const staleOf = (def: KindDef, name: string): object =>
  conflictOf(def, name, 'the object has been modified; please apply your changes to the latest version and try again')

/** The 404 NotFound of an object. */
export const missing = (def: KindDef, name: string): object =>
  failureOf(def, name, 404, 'NotFound', `${resourceText(def)} "${name}" not found`)

/** The Status in the reply to a DELETE. */
export const deleted = (def: KindDef, { metadata: { name, uid } }: KubeObject): object => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  details: { name, ...(def.group ? { group: def.group } : {}), kind: def.plural, uid },
})

/** A list as replied: its items have neither kind nor apiVersion. */
export const listOf = (def: KindDef, metadata: object, objects: readonly KubeObject[]): object => ({
  kind: def.names.listKind,
  apiVersion: def.apiVersion,
  metadata,
  items: objects.map(itemOf),
})

/** An object as an item of a list. */
export const itemOf = ({ kind: _, apiVersion: __, ...item }: KubeObject): object => item

/** The resourceVersion `writes` after that of an object. */
export const after = ({ metadata }: KubeObject, writes = 1): string => String(Number(metadata.resourceVersion) + writes)

/** An object with changed metadata, `writes` later. */
export const changed = (object: KubeObject, metadata: object, writes = 1): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, ...metadata, resourceVersion: after(object, writes) },
})

/** An object with labels added, by default one write later. */
export const labelled = (object: KubeObject, labels: Readonly<Record<string, string>>, writes = 1): KubeObject =>
  changed(object, { labels: { ...object.metadata.labels, ...labels }, ...generationOf(object) }, writes)

// The generation of an EndpointSlice counts changes of its labels too.
const generationOf = ({ kind, metadata: { generation = 0 } }: KubeObject) =>
  kind === 'EndpointSlice' ? { generation: generation + 1 } : {}
