import type { ObjectMeta } from '../schema/metadata.js'
import type { KubeObject } from '../schema/object.js'

type Template = { readonly metadata?: ObjectMeta | undefined; readonly spec?: object | undefined }

// By their containers, which whoever adds to a spec leaves as they are.
const templates = new WeakMap<object, KubeObject>()

/**
 * Notes the template that a stored owner makes pods of, or has others make: what they share with it was read before,
 * and is not read again.
 */
export function noteTemplate(owner: KubeObject, { metadata = {}, spec }: Template): void {
  const containers = containersOf(spec)
  const { template } = (owner['spec'] ?? {}) as { readonly template?: Template } // of a kind that has one
  // Of revisions, which hold what anybody may have written, templates are made that were never read.
  const isRead = Object.isFrozen(owner) && template?.spec === spec
  if (containers && isRead) templates.set(containers, { apiVersion: 'v1', kind: 'PodTemplate', metadata, spec })
}

/** The template that an object is made of, in the form of it; undefined of most. */
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
