import { identityOf, changedObject } from '../../schema/object.js'
import { type Candidate, timeOf } from './candidates.js'
import type { Controller, Key, WorldInSteps } from '../runtime/types.js'

/**
 * Elects the holders of Leases among their LeaseCandidates (coordinated leader election, if the feature gate
 * CoordinatedLeaderElection is on): pings the candidates, chooses the best, and deletes expired ones.
 */
export const elections: Controller = {
  name: 'elections',
  user: 'system:apiserver',
  manager: 'kube-apiserver',
  watches: {
    *LeaseCandidate({ prev, next }, world) {
      if (!world.featureGates.CoordinatedLeaderElection) return
      const candidate = (next ?? prev) as Candidate // the kind that is watched
      const { spec } = candidate
      const key = identityOf(candidate)
      yield key
      // While a ping is unanswered there is nothing new for the lease.
      if (!(timeOf(spec?.pingTime) > timeOf(spec?.renewTime)))
        yield leaseKey(world, key.namespace, spec?.leaseName ?? '')
    },
    Lease({ prev, next }, world) {
      if (!world.featureGates.CoordinatedLeaderElection) return NOTHING
      const { namespace = '', name = '' } = changedObject({ prev, next }).metadata
      return [leaseKey(world, namespace, name)]
    },
  },
  load: () => import('./elect.js'),
}

const NOTHING: readonly Key[] = []

const leaseKey = ({ profile }: Pick<WorldInSteps, 'profile'>, namespace: string, name: string): Key => ({
  apiVersion: `${profile.group('coordination')}/v1`,
  kind: 'Lease',
  namespace,
  name,
})
