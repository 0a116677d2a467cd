import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import {
  type KubernetesVersion,
  type Lifetime,
  isThere,
  kubernetesVersions,
} from '../../src/model/registry/kubernetes-version.js'

const definition = (rule: string) => ({
  metadata: { name: 'lists.shop.example.com' },
  spec: {
    group: 'shop.example.com',
    scope: 'Namespaced' as const,
    names: { plural: 'lists', kind: 'List' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              items: { type: 'array', maxItems: 9, items: { type: 'string', maxLength: 9 } },
            },
            'x-kubernetes-validations': [{ rule }],
          },
        },
      },
    ],
  },
})

/** Returns what a server of a version says of a rule. */
async function said(kubernetesVersion: KubernetesVersion, rule: string): Promise<string | undefined> {
  const cluster = createCluster({ kubernetesVersion, controllers: 'none' })
  try {
    await cluster.create('CustomResourceDefinition', definition(rule))
    return undefined
  } catch (error) {
    return /(?:undeclared|unsupported|found no) [^\n|]*?'[^\n']+'/.exec(String(error))?.[0]
  }
}

// A library may be used by new expressions from the version after the one that brought it. What cel-go itself has
// changes with its version.
test.each([
  ['self.items.all(i, semver(i).major() == 1)', "undeclared reference to 'semver'", { since: '1.34' }],
  ['self.items.sort() == self.items', "undeclared reference to 'sort'", { since: '1.35' }],
  ['self.items.sortBy(i, -size(i)) == self.items', "undeclared reference to 'sortBy'", { since: '1.35' }],
  ['has(self.`items`)', "unsupported syntax: '`'", { since: '1.37' }],
  ['self.?`items`.hasValue()', "unsupported syntax: '`'", { since: '1.37' }],
  ['duration(1) < duration(2)', "found no matching overload for 'duration'", { until: '1.37' }],
] satisfies readonly (readonly [string, string, Lifetime])[])(
  '%s is understood in some versions',
  async (rule, refused, lifetime) => {
    const found = await Promise.all(kubernetesVersions.map(async (version) => [version, await said(version, rule)]))
    expect(found).toEqual(
      kubernetesVersions.map((version) => [version, isThere(lifetime, version) ? undefined : refused]),
    )
  },
)

test('rules of later libraries hold, also in a fork, and of a policy', async () => {
  const cluster = createCluster({ kubernetesVersion: '1.37', controllers: 'none' })
  await cluster.create('CustomResourceDefinition', definition('self.items.sort() == self.items'))
  const fork = cluster.fork()
  const list = (...items: readonly string[]) => ({ metadata: { generateName: 'a-' }, items })
  for (const each of [cluster, fork]) {
    await expect(each.create('shop.example.com/v1/List', list('b', 'a'))).rejects.toThrow('failed rule')
    await each.create('shop.example.com/v1/List', list('a', 'b'))
  }
  await cluster.create('ValidatingAdmissionPolicy', {
    metadata: { name: 'versions' },
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
      },
      validations: [{ expression: "semver(object.data.version).compareTo(semver('1.2.0')) >= 0" }],
    },
  })
  await cluster.create('ValidatingAdmissionPolicyBinding', {
    metadata: { name: 'versions' },
    spec: { policyName: 'versions', validationActions: ['Deny'] },
  })
  await expect(cluster.create('ConfigMap', { metadata: { name: 'a' }, data: { version: '1.1.9' } })).rejects.toThrow(
    'failed expression',
  )
  await cluster.create('ConfigMap', { metadata: { name: 'b' }, data: { version: '1.2.0' } })
})
