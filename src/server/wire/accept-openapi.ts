import { parseAccept } from './accept-clauses.js'

const PROTOBUF = /^application\/com\.github\.proto-openapi\.spec\.v2[@.]v1\.0\+protobuf$/

/**
 * Returns the preferred format of an OpenAPI document; undefined if none of the requested ones is supported. The only
 * binary format is that of version 2.
 */
export function openApiMedia(accept: string | null): 'json' | 'protobuf' | undefined {
  if (!accept || accept === 'application/json') return 'json'
  for (const { type } of parseAccept(accept)) {
    if (type === '*/*' || type === 'application/*' || type === 'application/json') return 'json'
    if (PROTOBUF.test(type)) return 'protobuf'
  }
  return undefined
}
