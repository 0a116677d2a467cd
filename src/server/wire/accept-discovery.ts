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
