import { parseAccept } from './accept-clauses.js'

const PROTOBUF = {
  2: /^application\/com\.github\.proto-openapi\.spec\.v2[@.]v1\.0\+protobuf$/,
  3: /^application\/com\.github\.proto-openapi\.spec\.v3[@.]v1\.0\+protobuf$/,
} as const

/**
 * Returns the preferred format of an OpenAPI document of version 2 or 3, each of which has a binary format of its own;
 * undefined if none of the requested ones is supported.
 */
export function openApiMedia(accept: string | null, version: 2 | 3): 'json' | 'protobuf' | undefined {
  if (!accept || accept === 'application/json') return 'json'
  for (const { type } of parseAccept(accept)) {
    if (type === '*/*' || type === 'application/*' || type === 'application/json') return 'json'
    if (PROTOBUF[version].test(type)) return 'protobuf'
  }
  return undefined
}
