/** Every subresource a kind may have. */
export const subresourceNames = [
  'status',
  'finalize',
  'scale',
  'binding',
  'ephemeralcontainers',
  'eviction',
  'resize',
] as const
