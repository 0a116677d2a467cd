import type { Steps } from '../../base/turns/steps.js'
import { METRICS_API } from '../../model/registry/metrics-api.js'
import { startsAgent } from '../agents/starts-agent.js'
import type { Controller, Key, WorldInSteps } from '../runtime/types.js'

/** The only key. */
const registration: Key = { apiVersion: 'v1', kind: 'APIService', namespace: '', name: 'metrics' }

/**
 * Registers the APIService of metrics-server once there is a node with an agent. It does so only once: if the
 * APIService is deleted, there are no metrics.
 */
export const metricsServer: Controller<'Node'> = {
  name: 'metrics-server',
  user: 'system:serviceaccount:kube-system:metrics-server',
  isTrusted: true,
  manager: 'metrics-server',
  watches: {
    *Node({ next, stated, heartbeat }, world) {
      if (next && !heartbeat && startsAgent(next, stated === true, world)) yield registration
    },
  },
  *reconcileInSteps(_key, world) {
    if (world.memory !== undefined || !world.profile.bootstrap) return
    yield* register(world)
    world.remember('registered')
  },
}

function* register(world: WorldInSteps): Steps<void> {
  const { group: prefix, ...spec } = METRICS_API
  const group = world.profile.group(prefix)
  const name = `${spec.version}.${group}`
  if (!world.get('APIService', { name }))
    yield* world.create('APIService', { metadata: { name }, spec: { group, ...spec } })
}
