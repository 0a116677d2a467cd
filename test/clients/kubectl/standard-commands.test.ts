import { expect } from 'vitest'
import { printed } from '../support/manifests.js'
import { type World, scenario } from '../support/scenario.js'

const deleted = ({ minor }: World, what: string) =>
  printed(`${what} deleted${minor < 34 ? '' : ' from default namespace'}\n`)
const node = { metadata: { name: 'worker-1' } }
const claim = {
  metadata: { name: 'data' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
}

scenario('21', async ({ kubectl, cluster }) => {
  await cluster.create('Node', node)
  expect(await kubectl('drain worker-1')).toEqual(printed('node/worker-1 cordoned\nnode/worker-1 drained\n'))
  const spec = { nodeName: 'worker-1', containers: [{ name: 'web', image: 'example.io/web:1' }] }
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: '1', controller: true }
  await cluster.create('Pod', { metadata: { name: 'web', ownerReferences: [owner] }, spec })
  const { code, stdout } = await kubectl('drain worker-1 --force --grace-period=0')
  expect({ code, lines: stdout.split('\n').filter((line) => /evict/.test(line)) }).toEqual({
    code: 0,
    lines: ['evicting pod default/web', 'pod/web evicted'],
  })
  expect((await cluster.list('Pod')).items).toEqual([])
})

scenario('33', async ({ kubectl, group }) => {
  expect(await kubectl(`auth can-i create leases.${group('coordination')}`)).toEqual(printed('yes\n'))
  const { code, stdout } = await kubectl('auth can-i --list')
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^\*\.\* +\[\] +\[\] +\[\*\]$/m)])
  expect(await kubectl(['auth', 'whoami', '-o', 'jsonpath={.status.userInfo.username}'])).toEqual(printed('admin'))
})

scenario('K', async ({ kubectl, url }) => {
  const { code, stdout } = await kubectl('cluster-info')
  expect([code, stdout.replaceAll(/\u001b\[[\d;]*m/g, '').split('\n')[0]]).toEqual([
    0,
    `Kubernetes control plane is running at ${url}`,
  ])
})

scenario('L', async (world) => {
  const { kubectl, cluster } = world
  expect(await kubectl('create deployment web --image=example.io/web:1 --replicas=2')).toEqual(
    printed('deployment.apps/web created\n'),
  )
  expect(await kubectl('scale deployment web --current-replicas=2 --replicas=5')).toEqual(
    printed('deployment.apps/web scaled\n'),
  )
  expect((await cluster.get('Deployment', { name: 'web' }))['spec']).toMatchObject({ replicas: 5 })
  expect(await kubectl('set image deployment/web web=example.io/web:2')).toEqual(
    printed('deployment.apps/web image updated\n'),
  )
  expect(await kubectl('expose deployment web --port=80')).toEqual(printed('service/web exposed\n'))
  expect(
    (await kubectl('get all')).stdout.split('\n').map((line) => line.replace(/ +\S+$/, '').replaceAll(/ +/g, ' ')),
  ).toEqual([
    'NAME TYPE CLUSTER-IP EXTERNAL-IP PORT(S)',
    ...(world.profile === 'kubernetes' ? ['service/kubernetes ClusterIP 10.0.0.1 <none> 443/TCP'] : []),
    'service/web ClusterIP 10.0.0.2 <none> 80/TCP',
    '',
    'NAME READY UP-TO-DATE AVAILABLE',
    'deployment.apps/web 0/5 0 0',
    '',
  ])
  expect(await kubectl('delete deployment web')).toEqual(deleted(world, 'deployment.apps "web"'))
})

scenario('M', async (world) => {
  const { kubectl, cluster } = world
  expect(await kubectl('create secret generic s --from-literal=a=b')).toEqual(printed('secret/s created\n'))
  expect(await kubectl('create configmap c --from-literal=a=b')).toEqual(printed('configmap/c created\n'))
  expect(await kubectl('create serviceaccount robot')).toEqual(printed('serviceaccount/robot created\n'))
  const token = await kubectl('create token robot')
  expect([token.code, token.stdout]).toEqual([0, expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+\n?$/)])
  expect(await kubectl('create quota q --hard=pods=3')).toEqual(printed('resourcequota/q created\n'))
  expect([
    (await cluster.get('Secret', { name: 's' }))['data'],
    (await cluster.get('ResourceQuota', { name: 'q' }))['spec'],
  ]).toEqual([{ a: 'Yg==' }, { hard: { pods: '3' } }])
  expect((await kubectl('get secret,cm,sa,quota -o name')).stdout).toBe(
    'secret/s\nconfigmap/c\nserviceaccount/robot\nresourcequota/q\n',
  )
  expect(await kubectl('delete secret s')).toEqual(deleted(world, 'secret "s"'))
})

scenario('N', async ({ kubectl, cluster, group }) => {
  await cluster.create('Node', node)
  const { metadata } = await cluster.create('PersistentVolumeClaim', claim)
  await cluster.create('Event', {
    metadata: { name: 'data.1' },
    eventTime: '2024-05-01T10:00:00.000000Z',
    reportingController: 'example.io/binder',
    reportingInstance: 'binder-0',
    action: 'Binding',
    reason: 'Waiting',
    type: 'Normal',
    note: 'no volume yet',
    regarding: {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      namespace: 'default',
      name: 'data',
      uid: metadata.uid!,
    },
  })
  const described = await kubectl('describe pvc data')
  expect({ code: described.code, stderr: described.stderr }).toEqual({ code: 0, stderr: '' })
  expect(described.stdout).toMatch(/^ +Normal +Waiting .*no volume yet$/m)
  expect(described.stdout).toMatch(/^Used By: +<none>$/m)
  const ofNode = await kubectl('describe node worker-1')
  expect([ofNode.code, ofNode.stdout]).toEqual([0, expect.stringMatching(/^Non-terminated Pods: +\(0 in total\)$/m)])
  expect((await kubectl('get events')).stdout).toMatch(/Normal +Waiting +persistentvolumeclaim\/data +no volume yet/)
  expect((await kubectl(`get events.${group('events')} -o name`)).stdout).toBe(`event.${group('events')}/data.1\n`)
})

scenario('O', async (world) => {
  const { kubectl } = world
  expect(await kubectl('run web --image=example.io/web:1')).toEqual(printed('pod/web created\n'))
  expect((await kubectl('get pods --field-selector=status.phase=Pending,spec.nodeName=')).stdout).toMatch(
    /^web +0\/1 +Pending +0 +\d+s$/m,
  )
  expect((await kubectl('describe pod web')).code).toBe(0)
  expect(await kubectl('delete pod web')).toEqual(deleted(world, 'pod "web"'))
})
