import { parseAccept } from './accept-clauses.js'
import { PROTOBUF } from './body.js'

/** A format of aggregated discovery. */
type AggregatedFormat = { readonly version: 'v2' | 'v2beta1'; readonly media: 'json' | 'protobuf' }

/**
 * Returns the format of aggregated discovery that a client requests; undefined if it requests none that is supported.
 * Aggregated discovery takes precedence over plain discovery, whatever the qualities.
 */
export function aggregatedFormat(accept: string | null | undefined): AggregatedFormat | undefined {
  if (!accept?.includes('apidiscovery')) return undefined
  for (const { type, parameters } of parseAccept(accept)) {
    if (type !== 'application/json' && type !== PROTOBUF) continue
    const version = parameters.get('v')
    if (
      parameters.get('as') === 'APIGroupDiscoveryList' &&
      parameters.get('g') === 'apidiscovery.k8s.io' &&
      (version === 'v2' || version === 'v2beta1')
    )
      return { version, media: type === PROTOBUF ? 'protobuf' : 'json' }
  }
  return undefined
}

const OPENAPI_PROTOBUF = {
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
    if (OPENAPI_PROTOBUF[version].test(type)) return 'protobuf'
  }
  return undefined
}
