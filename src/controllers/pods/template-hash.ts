import { safeText } from './safe-text.js'

/** The label with the template's hash on the pods and ReplicaSets of a Deployment. */
export const TEMPLATE_HASH = 'pod-template-hash'

/**
 * Returns a hash of a template, or of any JSON, for use in names: up to ten characters of the real server's alphabet,
 * independent of the order of members. `collisions` is incremented on a hash collision.
 */
export function templateHash(value: unknown, collisions?: number): string {
  return safeText(String(fnv(`${canonical(value)}${collisions === undefined ? '' : ` ${collisions}`}`)))
}

/** Serializes JSON with sorted members. */
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
