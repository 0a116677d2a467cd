import type { Identified } from '../../model/registry/account-tokens.js'

/** Returns the node whose kubelet a user is: undefined for other users, empty if the name tells no node. */
export function nodeOf({ name, groups }: Identified): string | undefined {
  if (!groups.includes('system:nodes')) return undefined
  return name.startsWith('system:node:') ? name.slice('system:node:'.length) : ''
}
