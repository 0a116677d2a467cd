import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { templateHash } from '../../../src/controllers/pods/template-hash.js'
import { createCluster } from '../../../src/cluster/cluster.js'

type Sample = { readonly template: object; readonly collisions?: number; readonly hash: string }

/** Random templates, with every field, and their hashes from `tools/generate/template-hashes`. */
const samples = gunzipSync(readFileSync(new URL('template-hashes.ndjson.gz', import.meta.url)))
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Sample) // as that program writes them

test('the hashes of templates are those of the real controllers', () => {
  expect(samples.map(({ template, collisions }) => templateHash(template, '1.33', collisions))).toEqual(
    samples.map(({ hash }) => hash),
  )
})

test('the order of members, empty lists and null do not change the hash of a template', () => {
  const hash = templateHash(
    { metadata: { labels: { app: 'a', b: 'c' } }, spec: { containers: [{ name: 'c' }] } },
    '1.33',
  )
  const again = {
    spec: { volumes: [], containers: [{ command: [], name: 'c' }] },
    metadata: { creationTimestamp: null, annotations: {}, labels: { b: 'c', app: 'a' } },
  }
  expect(templateHash(again, '1.33')).toBe(hash)
  expect(templateHash(again, '1.33', 0)).not.toBe(hash)
})

// With an integer that is no float64, keys that JavaScript orders as numbers, and amounts of all sizes.
const spec = {
  selector: { matchLabels: { app: 'rich' } },
  template: {
    metadata: { labels: { app: 'rich', '10': 'x', '9': 'y' }, annotations: { a: '<&> \u2028é' } },
    spec: {
      terminationGracePeriodSeconds: 9007199254740993n,
      tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 0 }],
      volumes: [
        { name: 'e', emptyDir: { sizeLimit: '1.5Gi' } },
        { name: 's', secret: { secretName: 'x', optional: true, items: [] } },
        {
          name: 'q',
          ephemeral: {
            volumeClaimTemplate: {
              spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '100Ti' } } },
            },
          },
        },
      ],
      containers: [
        {
          name: 'c',
          image: 'nginx',
          args: [''],
          env: [{ name: 'B', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } }],
          ports: [{ containerPort: 80 }],
          resources: { limits: { cpu: 0.5, memory: 1073741824 }, requests: { cpu: '0' } },
          livenessProbe: { httpGet: { port: 'http', httpHeaders: [{ name: 'a', value: 'b' }] } },
        },
      ],
    },
  },
}

test('ReplicaSets and ControllerRevisions have the names that a real control plane gives them', async () => {
  const cluster = createCluster({ profile: 'kubernetes', controllers: ['deployments', 'daemon-sets', 'stateful-sets'] })
  const create = async (kind: string, more = {}) =>
    void (await cluster.create(kind, { metadata: { name: 'rich' }, spec: { ...spec, ...more } }))
  await create('Deployment')
  await create('DaemonSet')
  await create('StatefulSet', { serviceName: 'x' })
  const namesOf = async (kind: string) => (await cluster.list(kind)).items.map(({ metadata }) => metadata.name)
  expect(await namesOf('ReplicaSet')).toEqual(['rich-5f4ff77f5'])
  expect(await namesOf('ControllerRevision')).toEqual(['rich-5f4ff77f5', 'rich-794887b6b6'])
})
