import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { defineController } from '../../../src/controllers/runtime/define.js'
import { optionalPlugins } from '../../../src/server/admission/plugin-names.js'
import type { ClusterOptions } from '../../../src/cluster/options.js'

const ACCOUNT = 'system:serviceaccount:kube-system'

/** A bit of everything that controllers work on. */
const WORLD = `
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: fast, annotations: { storageclass.kubernetes.io/is-default-class: 'true' } }
provisioner: example.com/disks
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: default }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template: { metadata: { labels: { app: web } }, spec: { containers: [{ name: c, image: web }] } }
---
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: db, namespace: default }
spec:
  replicas: 1
  serviceName: db
  selector: { matchLabels: { app: db } }
  template: { metadata: { labels: { app: db } }, spec: { containers: [{ name: c, image: db }] } }
  volumeClaimTemplates:
  - metadata: { name: data }
    spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
---
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent, namespace: default }
spec:
  selector: { matchLabels: { app: agent } }
  template: { metadata: { labels: { app: agent } }, spec: { containers: [{ name: c, image: agent }] } }
---
apiVersion: batch/v1
kind: CronJob
metadata: { name: report, namespace: default }
spec:
  schedule: '* * * * *'
  successfulJobsHistoryLimit: 1
  jobTemplate:
    spec:
      ttlSecondsAfterFinished: 5
      template:
        spec: { restartPolicy: Never, containers: [{ name: c, image: report, command: [sleep, '1'] }] }
---
apiVersion: v1
kind: Service
metadata: { name: web, namespace: default }
spec: { selector: { app: web }, ports: [{ port: 80 }] }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: web, namespace: default }
spec: { minAvailable: 1, selector: { matchLabels: { app: web } } }
---
apiVersion: v1
kind: ResourceQuota
metadata: { name: all, namespace: default }
spec: { hard: { pods: '20' } }
---
apiVersion: networking.k8s.io/v1
kind: ServiceCIDR
metadata: { name: more }
spec: { cidrs: [10.200.0.0/24] }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: all }
aggregationRule: { clusterRoleSelectors: [{ matchLabels: { part: of-all } }] }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: part, labels: { part: of-all } }
rules: [{ apiGroups: [''], resources: [pods], verbs: [get] }]
`

async function lived(options: ClusterOptions) {
  const cluster = createCluster({ seed: 1, nodes: 2, ...options })
  await cluster.create('Namespace', { metadata: { name: 'shop' } })
  for (const object of WORLD.split('---\n')) await cluster.load(object)
  await cluster.clock.advance('3m')
  await cluster.patch('Deployment', { name: 'web' }, { spec: { template: { metadata: { labels: { v: '2' } } } } })
  await cluster.clock.advance('1m')
  await cluster.delete('StatefulSet', { name: 'db' })
  await cluster.delete('PersistentVolumeClaim', { name: 'data-db-0' })
  await cluster.delete('ServiceCIDR', { name: 'more' })
  await cluster.delete('Deployment', { name: 'web' }, { propagationPolicy: 'Foreground' })
  await cluster.delete('Namespace', { name: 'shop' })
  await cluster.clock.advance('2m')
  await cluster.settled()
  return cluster
}

/** The number of objects by kind. */
const summary = async (cluster: Awaited<ReturnType<typeof lived>>) =>
  [...(await cluster.dump()).matchAll(/^    kind: (.*)$/gm)].map(([, kind]) => kind).sort()

// One that limits events does not start without limits.
const unconfigured = optionalPlugins.filter((name) => name !== 'EventRateLimit')

test('controllers work with the roles that every server has, each as its own account', async () => {
  const [allowed, authorized] = [await lived({}), await lived({ authorization: 'rbac' })]
  const restricted = await lived({ authorization: 'rbac', enableAdmissionPlugins: unconfigured })
  for (const cluster of [authorized, restricted]) {
    expect(cluster.access.refused()).toEqual([])
    expect(await summary(cluster)).toEqual(await summary(allowed))
  }
  const refused = restricted.journal.requests({ via: 'controller' }).filter(({ code }) => code === 403)
  expect(refused, 'plug-ins that restrict owners and nodes let them pass').toEqual([])
  const users = new Set(authorized.journal.requests({ via: 'controller' }).map(({ user }) => user))
  for (const name of [
    'deployment',
    'replicaset',
    'statefulset',
    'daemon-set',
    'job',
    'cronjob',
    'namespace',
    'disruption',
  ])
    expect(users).toContain(`${ACCOUNT}:${name}-controller`)
  expect(users).toContain('system:node:node-1')
  expect(users).toContain('system:kube-scheduler')
})

test('a controller without its binding is refused, and goes on once it has it', async () => {
  const name = 'system:controller:deployment-controller'
  const cluster = createCluster({ seed: 1, authorization: 'rbac', journal: 100_000 })
  const binding = await cluster.get('ClusterRoleBinding', { name })
  await cluster.delete('ClusterRoleBinding', { name })
  await cluster.load(WORLD.split('---\n')[1] ?? '')
  expect(await cluster.list('ReplicaSet')).toMatchObject({ items: [] })
  expect(cluster.access.refused()).toContainEqual(
    expect.objectContaining({
      user: `${ACCOUNT}:deployment-controller`,
      request: expect.objectContaining({ resource: 'replicasets' }),
    }),
  )
  const { resourceVersion: _, uid: __, ...metadata } = binding.metadata
  await cluster.create('ClusterRoleBinding', { ...binding, metadata })
  await cluster.clock.advance('1m')
  expect((await cluster.list('ReplicaSet')).items).toHaveLength(1)
})

test('without the authorizer of nodes, simulated kubelets work nevertheless', async () => {
  const cluster = createCluster({ seed: 1, nodes: 1, authorization: { modes: ['RBAC'] } })
  await cluster.create('Pod', { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'web' }] } })
  await cluster.clock.advance('5s')
  expect((await cluster.get('Pod', { name: 'p' })).status?.phase).toBe('Running')
})

test('a controller in code needs the rights of its user; without one it may do everything', async () => {
  const greeter = (user?: string) =>
    defineController({
      name: 'greeter',
      ...(user === undefined ? {} : { user }),
      watches: { ConfigMap: 'own' },
      reconcile({ name, namespace }, world) {
        if (name === 'asked' && !world.get('ConfigMap', { name: 'answer', namespace }))
          world.create('ConfigMap', { metadata: { name: 'answer', namespace } })
      },
    })
  const answered = async (user?: string) => {
    const cluster = createCluster({ seed: 1, authorization: 'rbac', controllers: [greeter(user)] })
    await cluster.create('ConfigMap', { metadata: { name: 'asked' } })
    return {
      answers: (await cluster.list('ConfigMap')).items.filter(({ metadata }) => metadata.name === 'answer').length,
      refused: cluster.access.refused(),
    }
  }
  expect(await answered()).toEqual({ answers: 1, refused: [] })
  const { answers, refused } = await answered(`${ACCOUNT}:greeter`)
  expect(answers).toBe(0)
  expect(refused).toMatchObject([{ user: `${ACCOUNT}:greeter`, request: { verb: 'create', resource: 'configmaps' } }])
})
