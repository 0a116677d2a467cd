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

const WIDE_OFFSET = 0xcbf29ce484222325n
const WIDE_PRIME = 0x100000001b3n

/** FNV-1 of bytes, 64 bits as bytes (Go's fnv.New64). */
export function fnv1Wide(bytes: Uint8Array): Uint8Array {
  let hash = WIDE_OFFSET
  for (const byte of bytes) hash = BigInt.asUintN(64, hash * WIDE_PRIME) ^ BigInt(byte)
  const sum = new DataView(new ArrayBuffer(8))
  sum.setBigUint64(0, hash)
  return new Uint8Array(sum.buffer)
}
