/** The collection that most cases are measured on. */
export const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'

/** The path of a list of `count` leases, in a namespace of its own. */
export const listPath = (count: number): string => `/apis/coordination.k8s.io/v1/namespaces/list-${count}/leases`

/** The name of a lease; all names have the same length. */
export const leaseName = (i: number): string => `lease-${String(i).padStart(6, '0')}`

/** A Lease as a controller would send it. */
export const lease = (i: number, namespace = 'default') => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { name: leaseName(i), namespace, labels: { app: 'worker', 'app.kubernetes.io/part-of': 'bench' } },
  spec: {
    holderIdentity: `worker-${i % 10}`,
    leaseDurationSeconds: 15,
    acquireTime: '2024-01-01T00:00:00.000000Z',
    renewTime: '2024-01-01T00:00:10.000000Z',
  },
})

/** A patch that changes a Lease if its number differs from the one before. */
export const leasePatch = (i: number) => ({ spec: { leaseTransitions: i + 1 } })

/** A collection of objects that no controller watches. */
export const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'

/** A ConfigMap as a client would send it. */
export const configMap = (i: number) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: `settings-${String(i).padStart(6, '0')}`, namespace: 'default', labels: { app: 'worker' } },
  data: { level: 'debug', zone: `zone-${i % 3}` },
})

/** The collection that pods are measured on. */
export const PODS = '/api/v1/namespaces/default/pods'

/** The path of a list of `count` pods, in a namespace of its own. */
export const podListPath = (count: number): string => `/api/v1/namespaces/list-${count}/pods`

/** The name of a pod; all names have the same length. */
export const podName = (i: number): string => `pod-${String(i).padStart(6, '0')}`

/** A Pod as a client would send it. */
export const pod = (i: number, namespace = 'default') => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: podName(i), namespace, labels: { app: 'worker', 'app.kubernetes.io/part-of': 'bench' } },
  spec: {
    containers: [
      {
        name: 'worker',
        image: 'registry.example.com/worker:1.2.3',
        args: ['--verbose'],
        env: [{ name: 'ZONE', value: `zone-${i % 3}` }],
        ports: [{ name: 'http', containerPort: 8080 }],
        resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '128Mi' } },
        readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
      },
    ],
  },
})
