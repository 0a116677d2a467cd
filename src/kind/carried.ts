import type { EndpointName, KindDef } from './define.js'

/** The kind of the bodies an endpoint takes and replies with. */
export function carriedKind(def: KindDef, endpoint: EndpointName): KindDef {
  const { view, act } = def.endpoints[endpoint]!
  return view?.def ?? act?.def ?? def
}
