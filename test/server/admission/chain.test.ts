import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { defineAdmissionPlugin, refused } from '../../../src/server/admission/define.js'
import { imitatedPlugins, pluginNames } from '../../../src/server/admission/plugin-names.js'
import { builtInPlugins } from '../../../src/server/admission/plugins.js'
import { fromBundle } from '../../../src/cluster/bundles.js'
import { messageOf } from './message.js'
import type { AdmissionAttributes } from '../../../src/server/admission/types.js'
import type { KubeObject } from '../../../src/schema/object.js'

const onConfigMaps = ({ resource }: { readonly resource: string }) => resource === 'configmaps'

const labelled = (object: KubeObject, label: string): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, labels: { ...object.metadata.labels, [label]: 'yes' } },
})

test('built-in plug-ins are in the order of the real chain', () => {
  const order = builtInPlugins.map(({ name }) => pluginNames.findIndex((each) => each === name))
  expect(order).not.toContain(-1)
  expect(order).toEqual([...order].sort((a, b) => a - b))
  expect(builtInPlugins.map(({ name }) => name)).toEqual(imitatedPlugins)
})

describe('a custom plug-in', () => {
  test('admits before admit hooks, and validates the object that will be stored', async () => {
    const said: string[] = []
    const say = (phase: string, { operation, name, object, oldObject, dryRun }: AdmissionAttributes) =>
      said.push(`${phase} ${operation} ${name} ${object.metadata.name} ${oldObject !== undefined} ${dryRun}`)
    const plugin = defineAdmissionPlugin({
      name: 'Labels',
      handles: onConfigMaps,
      admit(attributes) {
        say('admit', attributes)
        return attributes.operation === 'create' ? labelled(attributes.object, 'admitted') : attributes.object
      },
      validate: (attributes) => say('validate', attributes),
    })
    const cluster = createCluster({ seed: 1, controllers: 'none', admissionPlugins: [plugin] })
    cluster.hooks.admit({ client: 'test', kind: 'ConfigMap', verb: 'create' }, (_, next) => {
      expect(next.metadata.labels).toEqual({ admitted: 'yes' })
      said.push('hook')
    })
    const made = await cluster.create('ConfigMap', { metadata: { generateName: 'map-' } })
    const { name = '' } = made.metadata
    expect(made.metadata.labels).toEqual({ admitted: 'yes' })
    await cluster.patch('ConfigMap', { name }, { data: { a: 'b' } }, { dryRun: true })
    await cluster.delete('ConfigMap', { name })
    expect(said).toEqual([
      `admit create map- ${name} false false`,
      'hook',
      `validate create ${name} ${name} false false`,
      `admit update ${name} ${name} true true`,
      `validate update ${name} ${name} true true`,
      `admit delete ${name} ${name} true false`,
      `validate delete ${name} ${name} true false`,
    ])
  })

  test('can refuse, warn, read, and write a status in the same transaction', async () => {
    const plugin = defineAdmissionPlugin({
      name: 'Counts',
      handles: (target) => target.operation === 'create' && onConfigMaps(target),
      validate(attributes, { get, list, warn, writeStatus }) {
        const quota = get<KubeObject & { status?: object }>('/resourcequotas', 'maps', attributes.namespace)
        if (!quota) throw refused(attributes, 'there is no quota')
        const used = String(list('/configmaps', attributes.namespace).length + 1)
        writeStatus({ ...quota, status: { used: { configmaps: used } } })
        warn(`that makes ${used}`)
      },
    })
    const cluster = createCluster({ seed: 1, controllers: 'none', admissionPlugins: [plugin] })
    await expect(cluster.create('ConfigMap', { metadata: { name: 'one' } })).rejects.toMatchObject({
      status: { code: 403, message: 'configmaps "one" is forbidden: there is no quota' },
    })
    await cluster.create('ResourceQuota', { metadata: { name: 'maps' } })
    const reply = await cluster.fetch('/api/v1/namespaces/default/configmaps', {
      method: 'POST',
      body: JSON.stringify({ metadata: { name: 'one' } }),
      headers: { 'content-type': 'application/json' },
    })
    expect(reply.headers.get('warning')).toContain('that makes 1')
    const used = async () => (await cluster.get('ResourceQuota', { name: 'maps' })).status?.used
    expect(await used()).toEqual({ configmaps: '1' })
    await cluster.create('ConfigMap', { metadata: { name: 'two' } }, { dryRun: true })
    expect(await used()).toEqual({ configmaps: '1' })
    await expect(cluster.create('ConfigMap', { metadata: { name: 'one' } })).rejects.toMatchObject({
      status: { code: 409 },
    })
    expect(await used(), 'a write that fails leaves nothing behind').toEqual({ configmaps: '1' })
  })

  test('without a name or handles is refused', () => {
    expect(() => defineAdmissionPlugin({ name: 'None' } as never)).toThrow(
      'an admission plug-in has a name and says what it handles: there is no "handles"',
    )
    expect(() => createCluster({ admissionPlugins: [{}] as never })).toThrow(
      'createCluster: admissionPlugins[0]: must be a plug-in, such as defineAdmissionPlugin makes, not a map',
    )
  })
})

test('disableAdmissionPlugins switches a plug-in off, and refuses unknown names', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none', disableAdmissionPlugins: ['NamespaceLifecycle'] })
  await cluster.create('ConfigMap', { metadata: { name: 'one', namespace: 'nowhere' } })
  expect(() => createCluster({ disableAdmissionPlugins: ['NamespaceLifecycel'] as never })).toThrow(
    'no such word as "NamespaceLifecycel"; did you mean "NamespaceLifecycle"?',
  )
})

test('enableAdmissionPlugins switches a plug-in on that is off by default, and refuses those that are not imitated', async () => {
  const service = { metadata: { name: 'web' }, spec: { ports: [{ port: 80 }], externalIPs: ['203.0.113.9'] } }
  await createCluster({ seed: 1, controllers: 'none' }).create('Service', service)
  const cluster = createCluster({
    ...{ seed: 1, controllers: 'none' },
    enableAdmissionPlugins: ['DenyServiceExternalIPs', 'NamespaceLifecycle'],
  })
  const said = 'services "web" is forbidden: Use of external IPs is denied by admission control'
  expect(await messageOf(cluster.create('Service', service))).toBe(said)
  const again = await fromBundle(await cluster.bundle())
  expect(await messageOf(again.create('Service', service)), 'a Bundle has it too').toBe(said)
  expect(() => createCluster({ enableAdmissionPlugins: ['NamespaceLifecycel'] as never })).toThrow(
    'no such word as "NamespaceLifecycel"; did you mean "NamespaceLifecycle"?',
  )
  expect(() => createCluster({ enableAdmissionPlugins: ['PodNodeSelector'] })).toThrow(
    'enableAdmissionPlugins[0]: PodNodeSelector is not imitated; of the plug-ins that are off by default these are: LimitPodHardAntiAffinityTopology, NodeRestriction,',
  )
  expect(() =>
    createCluster({ enableAdmissionPlugins: ['NodeRestriction'], disableAdmissionPlugins: ['NodeRestriction'] }),
  ).toThrow('createCluster: admission plug-ins cannot be both enabled and disabled: NodeRestriction')
})

test('a plug-in that acts by stored objects is called only while there are any', async () => {
  const asked: string[] = []
  const plugin = defineAdmissionPlugin({
    name: 'ByLeases',
    configuredBy: ['coordination.k8s.io/leases'],
    handles: onConfigMaps,
    validate: ({ operation }) => void asked.push(operation),
  })
  const cluster = createCluster({ seed: 1, controllers: 'none', admissionPlugins: [plugin] })
  await cluster.create('ConfigMap', { metadata: { name: 'a' } })
  await cluster.create('Lease', { metadata: { name: 'l' } })
  await cluster.patch('ConfigMap', { name: 'a' }, { data: { a: 'b' } })
  await cluster.delete('Lease', { name: 'l' })
  await cluster.delete('ConfigMap', { name: 'a' })
  expect(asked).toEqual(['update'])
})
