import { parseAccept } from './accept-clauses.js'

/** The aggregated form a client prefers over the plain one, undefined where it does not ask for any it could be given. */
export function aggregatedVersion(accept: string | null | undefined): 'v2' | 'v2beta1' | undefined {
  if (!accept?.includes('apidiscovery')) return undefined
  for (const { type, parameters } of parseAccept(accept)) {
    if (type !== 'application/json') continue
    if (parameters.get('as') === undefined) return undefined
    const version = parameters.get('v')
    if (
      parameters.get('as') === 'APIGroupDiscoveryList' &&
      parameters.get('g') === 'apidiscovery.k8s.io' &&
      (version === 'v2' || version === 'v2beta1')
    )
      return version
  }
  return undefined
}
