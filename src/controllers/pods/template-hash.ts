import { safeText } from './safe-text.js'

/** The label by which the pods and ReplicaSets of one template of a Deployment are told from those of others. */
export const TEMPLATE_HASH = 'pod-template-hash'

/**
 * What tells a template, or any JSON, from others in a name: up to ten of a real server's letters, the same wherever it
 * is computed, whatever the order of members. Where two got the same, `collisions` counts on.
 */
export function templateHash(value: unknown, collisions?: number): string {
  return safeText(String(fnv(`${canonical(value)}${collisions === undefined ? '' : ` ${collisions}`}`)))
}

/** JSON with the members of each object in order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}

/** FNV-1a, 32 bits. */
function fnv(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
