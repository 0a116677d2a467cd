import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { kubernetesVersions } from '../../../src/model/registry/kubernetes-version.js'

test.each(kubernetesVersions)(
  'v%s: an apply whose metadata is null makes nothing, and changes nothing',
  async (version) => {
    const cluster = createCluster({ kubernetesVersion: version, controllers: 'none' })
    const apply = async (body: object) => {
      const reply = await cluster.fetch(
        'http://cluster.local/api/v1/namespaces/default/configmaps/prices?fieldManager=shop',
        {
          method: 'PATCH',
          headers: { 'content-type': 'application/apply-patch+yaml' },
          body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', ...body }),
        },
      )
      return [reply.status, await reply.text()]
    }
    expect(await apply({ metadata: null })).toEqual([
      400,
      expect.stringContaining('the name of the object (prices based on URL) was undeterminable: name must be provided'),
    ])
    const before = await cluster.create('ConfigMap', { metadata: { name: 'prices', labels: { team: 'a' } } })
    expect(await apply({ metadata: null })).toEqual([200, expect.any(String)])
    expect((await cluster.get('ConfigMap', { name: 'prices' })).metadata).toMatchObject({
      name: 'prices',
      uid: before.metadata.uid,
      labels: { team: 'a' },
    })
  },
)
