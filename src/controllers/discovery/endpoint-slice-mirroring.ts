import { identityOf } from '../../schema/object.js'
import { MIRROR, isMirrored, serviceOf } from './slice-labels.js'
import type { Controller, Key } from '../runtime/types.js'

const ENDPOINTS = { apiVersion: 'v1', kind: 'Endpoints' } as const

/** Mirrors custom Endpoints of Services without a selector to EndpointSlices. */
export const endpointSliceMirroring: Controller<'Endpoints' | 'Service' | 'EndpointSlice'> = {
  name: 'endpoint-slice-mirroring',
  user: 'system:serviceaccount:kube-system:endpointslicemirroring-controller',
  retries: { first: 1000, last: 100_000, most: 15 },
  watches: {
    *Endpoints({ prev, next }) {
      const object = next ?? prev
      if (object && [prev, next].some((each) => each && isMirrored(each))) yield identityOf(object)
    },
    *Service({ prev, next }): Iterable<Key> {
      const service = next ?? prev
      const selectors = [prev, next].map((each) => each && each.spec?.selector === undefined)
      if (service && (prev && next ? selectors[0] !== selectors[1] : selectors.includes(true)))
        yield { ...identityOf(service), ...ENDPOINTS }
    },
    *EndpointSlice({ prev, next }): Iterable<Key> {
      const slice = next ?? prev
      const name = slice && serviceOf(slice, MIRROR)
      if (slice && name !== undefined) yield { ...identityOf(slice), ...ENDPOINTS, name }
    },
  },
  load: () => import('./sync-mirror.js'),
}
