// A signed number, as those that follow from it: V8 would keep an unsigned one apart, for each byte.
const OFFSET = 0x811c9dc5 | 0
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
  // For…of takes twice as long before V8 has optimized it.
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), PRIME)
  return hash >>> 0
}
