import { type JsonObject, isObject, withMembers } from '../../base/json.js'
import { inWireOrder } from '../../schema/order.js'
import type { Schema } from '../../schema/types.js'
import { type ByStruct, byStruct } from './by-struct.js'
import { structOf } from '../../registry/struct-schema.js'

type Given = { readonly [member: string]: unknown }

const MODE = { defaultMode: 0o644 }
const CONTAINER: Given = {
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
  imagePullPolicy: ({ image }: JsonObject) =>
    tagOf((image as string | undefined) ?? '') === 'latest' ? 'Always' : 'IfNotPresent', // the schema has it so
}

/** What a struct leaves open is filled with (pkg/apis/core/v1/defaults.go); a function makes it of the struct, undefined for nothing. */
const DEFAULTS: { readonly [struct: string]: Given } = {
  'core.v1.ConfigMapVolumeSource': MODE,
  'core.v1.Container': CONTAINER,
  'core.v1.DownwardAPIVolumeSource': MODE,
  'core.v1.EphemeralContainer': CONTAINER,
  'core.v1.GRPCAction': { service: '' },
  'core.v1.HTTPGetAction': { path: '/', scheme: 'HTTP' },
  'core.v1.HostPathVolumeSource': { type: '' },
  'core.v1.ObjectFieldSelector': { apiVersion: 'v1' },
  'core.v1.PersistentVolumeClaimSpec': { volumeMode: 'Filesystem' },
  'core.v1.PersistentVolumeSpec': { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' },
  'core.v1.PodSpec': {
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    serviceAccountName: ({ serviceAccount }: JsonObject) => serviceAccount,
    serviceAccount: ({ serviceAccountName }: JsonObject) => serviceAccountName,
    securityContext: {},
    schedulerName: 'default-scheduler',
  },
  'core.v1.Probe': { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 },
  'core.v1.ProjectedVolumeSource': MODE,
  'core.v1.SecretVolumeSource': MODE,
  'core.v1.ServiceAccountTokenProjection': { expirationSeconds: 3600 },
  'core.v1.Volume': { emptyDir: (volume: JsonObject) => (Object.keys(volume).length === 1 ? {} : undefined) },
}

/** Fills what a struct, and the structs in it, leave open; what is full is shared. */
type Fill = <T extends object>(struct: string, value: T) => T

/** What is given by a table of structs where nothing is said: values, or functions that make them of the struct. */
export function fillerOf(table: { readonly [struct: string]: Given }): Fill {
  const defaults = byStruct(table)
  return <T extends object>(struct: string, value: T) => fill(defaults, structOf(struct), value) as T // filling keeps the struct
}

/** Fills what the structs of the core group leave open. */
export const fillStruct: Fill = fillerOf(DEFAULTS)

function fill(defaults: ByStruct<Given>, schema: Schema, value: unknown): unknown {
  if (!defaults.concerns(schema)) return value
  if (Array.isArray(value)) {
    const { items = {} } = schema
    const filled = value.map((item) => fill(defaults, items, item))
    return filled.every((item, i) => item === value[i]) ? value : filled
  }
  if (!isObject(value)) return value
  const { properties = {} } = schema
  const made: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(value)) {
    const filled = fill(defaults, properties[key] ?? {}, member)
    if (filled !== member) made[key] = filled
  }
  for (const [key, given] of Object.entries(defaults.of(schema) ?? {})) {
    if (!isOpen(properties[key], value[key])) continue
    const filled = typeof given === 'function' ? (given as (struct: JsonObject) => unknown)(value) : given // as the table has it
    if (filled !== undefined) made[key] = filled
  }
  return Object.keys(made).length > 0 ? inWireOrder(schema, withMembers(value, made), 0) : value
}

// What is no pointer cannot tell its zero value from none.
const isOpen = (member: Schema | undefined, value: unknown) =>
  (value ?? null) === null || (member?.empty !== 'keep' && (value === '' || value === 0))

// What a registry takes (github.com/distribution/reference); a first part in capitals, or with a dot or a port, is a host.
const PART = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*'
const HOST = '(?:(?=[^/]*[.:A-Z])[a-zA-Z0-9][a-zA-Z0-9.-]*(?::[0-9]+)?|localhost)'
const IMAGE = new RegExp(
  `^(?:${HOST}/)?${PART}(?:/${PART})*(?::([\\w][\\w.-]{0,127}))?(@[a-zA-Z0-9+._-]+:[0-9a-fA-F]{32,})?$`,
)

/** The tag an image is asked for by; none where a digest says which, or where nobody could tell. */
function tagOf(image: string): string {
  const found = IMAGE.exec(image)
  if (!found) return ''
  const [, tag, digest] = found
  return tag ?? (digest ? '' : 'latest')
}
