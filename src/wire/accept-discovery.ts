import { parseAccept } from './accept-clauses.js'

/** Tells whether a client prefers the aggregated form over the plain one; a v1.33 server has that of v2 alone. */
export function prefersAggregated(accept: string | null | undefined): boolean {
  if (!accept?.includes('apidiscovery')) return false
  for (const { type, parameters } of parseAccept(accept)) {
    if (type !== 'application/json') continue
    if (parameters.get('as') === undefined) return false
    if (parameters.get('as') === 'APIGroupDiscoveryList' && parameters.get('g') === 'apidiscovery.k8s.io' && parameters.get('v') === 'v2') return true
  }
  return false
}
