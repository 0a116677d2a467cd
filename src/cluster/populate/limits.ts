import { resourceListOf } from '../../base/numbers/quantities.js'
import { formatTime } from '../../base/time/time.js'
import type { ResourceQuota } from '../../kinds/core/resource-quota.js'
import { evaluatorsOf, recount } from '../../kinds/quota/recount.js'
import { withDisruptionAllowed } from '../../model/registry/disruption-allowed.js'
import type { KubeObject } from '../../schema/object.js'
import type { Deployed } from './deployments.js'
import type { PopulateContext, Draft } from './populate-context.js'
import type { Home } from './namespaces.js'
import { labelsOf, selectorOf } from './templates.js'

const MANAGER = 'kube-controller-manager'

/** Stores the PodDisruptionBudget of a Deployment: one pod may be unavailable. */
export function storeBudget({ store, now }: PopulateContext, { app, pods, fate }: Deployed): void {
  if (pods.length < 2 || fate !== 'fine') return
  const at = app.home.at + 120_000
  const counts = {
    observedGeneration: 1,
    disruptionsAllowed: 1,
    currentHealthy: pods.length,
    desiredHealthy: pods.length - 1,
    expectedPods: pods.length,
  }
  store(
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: app.name, namespace: app.home.namespace, labels: labelsOf(app), generation: 1 },
      spec: { maxUnavailable: 1, selector: { matchLabels: selectorOf(app) } },
      status: withDisruptionAllowed(counts, 1, formatTime(at)),
    },
    { by: 'helm', at, status: { by: MANAGER, at: now - 3_600_000 } },
  )
}

/** Stores the ResourceQuota of a namespace; about half of it is used. */
export function storeQuota(
  making: PopulateContext,
  { namespace, at }: Home,
  objects: (resource: string) => Iterable<KubeObject>,
): void {
  const { context, now, store } = making
  const spec = { hard: limitsFor(0) }
  const quota: Draft = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'team', namespace }, spec }
  const limits = quota as ResourceQuota // by its kind
  const used = resourceListOf(
    recount(limits, evaluatorsOf(limits), ({ group, resource }) => (group === '' ? objects(resource) : undefined), {
      now,
      featureGates: context.featureGates,
    }),
  )
  const hard = limitsFor(Number(used['pods']))
  store({ ...quota, spec: { hard }, status: { hard, used } }, { by: 'terraform', at, status: { by: MANAGER, at: now } })
}

/** Returns the limits of a namespace with a number of pods: room for as many again. */
function limitsFor(pods: number) {
  const most = Math.max(100, Math.ceil(pods / 50) * 100)
  return {
    'count/configmaps': '500',
    pods: String(most),
    'requests.cpu': String(most),
    'requests.memory': `${most * 2}Gi`,
    services: '200',
  }
}
