import type { ObjectOf } from '../../kinds/object-types.js'
import { identityOf } from '../../schema/object.js'
import { SLICE_KEEPER, serviceOf } from './slice-labels.js'
import type { Controller } from '../runtime/types.js'
import { SERVICE, concernedServices } from './services.js'

/** Maintains the EndpointSlices of Services with a selector. */
export const endpointSlices: Controller<'Service' | 'Pod' | 'Node' | 'EndpointSlice'> = {
  name: 'endpoint-slices',
  user: 'system:serviceaccount:kube-system:endpointslice-controller',
  retries: { first: 1000, most: 15 },
  watches: {
    Service: 'own',
    Pod: concernedServices,
    // Pods may have waited for a new node; its zone, CPU and readiness determine topology hints.
    *Node({ prev, next, heartbeat }, world) {
      if (!heartbeat && sharesOf(prev) !== sharesOf(next)) yield nodesKey
      if (prev || !next) return
      for (const pod of world.podsOn(next.metadata.name ?? ''))
        yield* concernedServices({ prev: undefined, next: pod }, world)
    },
    *EndpointSlice({ prev, next }) {
      const slice = next ?? prev
      const name = slice && serviceOf(slice, SLICE_KEEPER)
      if (slice && name !== undefined) yield { ...identityOf(slice), ...SERVICE, name }
    },
  },
  load: () => import('./sync-endpoint-slices.js'),
}

/** The key of all nodes together. */
const nodesKey = { apiVersion: 'v1', kind: 'Node', namespace: '', name: '' }

/** Returns the properties of a node that topology hints depend on. */
function sharesOf(node: ObjectOf<'Node'> | undefined): string {
  const ready = node?.status?.conditions?.find(({ type }) => type === 'Ready')?.status
  return JSON.stringify([
    node?.metadata.labels?.['topology.kubernetes.io/zone'],
    node?.status?.allocatable?.['cpu'],
    ready,
  ])
}

/** Maintains the Endpoints of Services with a selector. */
export const serviceEndpoints: Controller<'Service' | 'Pod' | 'Endpoints'> = {
  name: 'endpoints',
  user: 'system:serviceaccount:kube-system:endpoint-controller',
  retries: { most: 15 },
  watches: {
    Service: 'own',
    Pod: concernedServices,
    Endpoints: ({ prev, next }) => (prev && !next ? [{ ...identityOf(prev), ...SERVICE }] : []),
  },
  load: () => import('./sync-endpoints.js'),
}
