const OFFSET = 0x811c9dc5
const PRIME = 0x01000193

/** FNV-1 of bytes, 32 bits (Go's fnv.New32). */
export function fnv1(bytes: Uint8Array): number {
  let hash = OFFSET
  for (const byte of bytes) hash = Math.imul(hash, PRIME) ^ byte
  return hash >>> 0
}

/** FNV-1a of bytes, 32 bits (Go's fnv.New32a). */
export function fnv1a(bytes: Uint8Array): number {
  let hash = OFFSET
  for (const byte of bytes) hash = Math.imul(hash ^ byte, PRIME)
  return hash >>> 0
}
