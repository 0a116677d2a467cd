import { parseAccept } from './accept-clauses.js'
import { PROTOBUF } from './body.js'

/** An aggregated form, and what it is written in. */
type AggregatedFormat = { readonly version: 'v2' | 'v2beta1'; readonly media: 'json' | 'protobuf' }

/**
 * The aggregated form a client asks for, undefined where it asks for none it could be given. It goes before the plain
 * one, whatever their qualities.
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
