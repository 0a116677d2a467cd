import type { ObjectMeta } from '../../schema/metadata.js'
import type { KubeObject } from '../../schema/object.js'

type Template = { readonly metadata?: ObjectMeta | undefined; readonly spec?: object | undefined }

// Keyed by the containers, which stay the same value when other fields of a pod spec are added.
const templates = new WeakMap<object, KubeObject>()

/**
 * Records the pod template of a stored owner. An object created from it shares values with it that have been decoded
 * already and need not be decoded again.
 */
export function noteTemplate(owner: KubeObject, { metadata = {}, spec }: Template): void {
  const containers = containersOf(spec)
  const { template } = (owner['spec'] ?? {}) as { readonly template?: Template } // if its kind has one
  // Templates restored from a ControllerRevision hold arbitrary data that was never decoded as a pod template.
  const isRead = Object.isFrozen(owner) && template?.spec === spec
  if (containers && isRead) templates.set(containers, { apiVersion: 'v1', kind: 'PodTemplate', metadata, spec })
}

/** Returns the recorded template that an object was made from, in the object's own form; undefined for most objects. */
export function templateOf(object: object): KubeObject | undefined {
  const { spec } = object as { readonly spec?: Spec } // if it has one
  const containers = containersOf(spec)
  if (containers) return templates.get(containers)
  const within = containersOf(spec?.template?.spec)
  const template = within && templates.get(within)
  return template && { ...template, metadata: {}, spec: { template } }
}

type Spec = { readonly template?: { readonly spec?: unknown } | null } | null

function containersOf(spec: unknown): object | undefined {
  if (typeof spec !== 'object' || spec === null) return undefined
  const { containers } = spec as { readonly containers?: unknown } // if it has any
  return typeof containers === 'object' && containers !== null ? containers : undefined
}
