import type { Bundle, BundleChange, BundleKind, BundleObject, BundleRequest } from '../../src/cluster/bundle/types.js'
import type { KubeObject } from '../../src/schema/object.js'

const column = (name: string, type: string, priority: number) => ({ name, type, priority, format: '', description: '' })

/** The kind of all objects in these tests. */
export const POD: BundleKind = {
  apiVersion: 'v1',
  kind: 'Pod',
  resource: 'pods',
  table: '/pods',
  namespaced: true,
  shortNames: ['po'],
  columns: [
    column('Name', 'string', 0),
    column('Restarts', 'integer', 0),
    column('Age', 'string', 0),
    column('IP', 'string', 1),
  ],
}

/** A pod at a revision. */
export const pod = (name: string, revision: number, metadata: Partial<KubeObject['metadata']> = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace: 'default',
    uid: `uid-${name}`,
    resourceVersion: String(revision),
    creationTimestamp: '2024-01-01T00:00:00Z',
    ...metadata,
  },
})

/** A pod with the cells of its table row. */
export const listed = (object: KubeObject, restarts = 0): BundleObject => ({
  object,
  cells: [object.metadata.name ?? '', restarts, '0s', '10.0.0.1'],
})

/** A change of a pod. */
export const change = (
  revision: number,
  type: BundleChange['type'],
  name: string,
  more: Partial<BundleChange> = {},
): BundleChange => ({
  ...{ revision, type, name, apiVersion: 'v1', kind: 'Pod', namespace: 'default', time: revision * 1000 },
  ...(type === 'removed' ? {} : listed(pod(name, revision))),
  ...more,
})

/** A request without a reply so far. */
export const asked = (sequence: number, more: Partial<BundleRequest> = {}): BundleRequest => ({
  ...{ sequence, time: sequence * 1000, via: 'http', method: 'PATCH', path: '/api/v1/namespaces/default/pods/a' },
  ...{
    userAgent: 'kubectl/v1.33.1 (linux/amd64)',
    user: 'system:admin',
    manager: 'kubectl',
    apiVersion: 'v1',
    kind: 'Pod',
  },
  ...{
    resource: 'pods',
    namespace: 'default',
    name: 'a',
    subresource: '',
    dryRun: false,
    reason: '',
    revisions: [],
    hooks: [],
  },
  ...more,
})

/** A request with its reply. */
export const request = (sequence: number, more: Partial<BundleRequest> = {}): BundleRequest =>
  asked(sequence, { duration: 0, code: 200, ...more })

/** A bundle of pods. */
export const bundle = (more: Partial<Bundle> = {}): Bundle => ({
  format: 1,
  versions: { fakecluster: '0.0.0', kubernetes: 'v1.33.13' },
  made: Date.parse('2024-01-01T00:05:00Z'),
  secrets: 'masked',
  profile: 'kubernetes',
  clock: 'virtual',
  controllers: [],
  kinds: [POD],
  from: 1,
  to: 1,
  start: [],
  changes: [],
  requests: [],
  dropped: 0,
  hooks: [],
  told: [],
  watches: [],
  ...more,
})
