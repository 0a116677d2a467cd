import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'
import type { KubeObject } from '../../../src/schema/object.js'
import { definitionOf, versionOf } from '../../suites/definition.js'

const cluster = () => createCluster({ controllers: 'none' })

async function finalizersAfter(on: ReturnType<typeof cluster>, path: string, options: object): Promise<unknown> {
  const init = { method: 'DELETE', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(options) }
  const { metadata } = (await (await on.fetch(`http://cluster.local${path}`, init)).json()) as KubeObject
  return metadata.finalizers
}

// registry/core/namespace/storage: shouldHaveDeleteDependentsFinalizer.
test.each([
  [{ orphanDependents: false }, ['foregroundDeletion']],
  [{ orphanDependents: true }, ['orphan']],
  [{ propagationPolicy: 'Background' }, undefined],
])('the deletion of a namespace with %j leaves the finalizers %j', async (options, finalizers) => {
  const on = cluster()
  await on.create('Namespace', { metadata: { name: 'a' } })
  expect(await finalizersAfter(on, '/api/v1/namespaces/a', options)).toEqual(finalizers)
})

// apiextensions-apiserver: registry/customresourcedefinition.
test.each([{ propagationPolicy: 'Foreground' }, { propagationPolicy: 'Orphan' }, { orphanDependents: false }, {}])(
  'the deletion of a definition ignores the propagation policy of %j',
  async (options) => {
    const on = cluster()
    await on.create(
      'CustomResourceDefinition',
      definitionOf('widgets.example.com', 'Widget', [versionOf({ type: 'object' })]),
    )
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.com'
    expect(await finalizersAfter(on, path, options)).toEqual(['customresourcecleanup.apiextensions.k8s.io'])
  },
)

describe('what can be read is not deleted only if it cannot be, since v1.37', () => {
  const ASKED = { ignoreStoreReadErrorWithClusterBreakingPotential: true }
  const NOT_READ = 'unsafe deletion is not allowed because the object is decodable from storage'

  async function replyTo(path: string, options?: object, version: '1.36' | '1.37' = '1.37'): Promise<[number, string]> {
    const on = createCluster({ controllers: 'none', profile: 'kubernetes', kubernetesVersion: version })
    await on.create('ConfigMap', { metadata: { name: 'a', namespace: 'default' } })
    const body = options ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(options) } : {}
    const init = { method: 'DELETE', ...body }
    const reply = await on.fetch(`http://cluster.local${path}`, init)
    expect(reply.headers.get('warning')).toBeNull()
    const { message = '' } = (await reply.json()) as { message?: string } // a Status or an object
    return [reply.status, message]
  }
  const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'

  test.each([
    [
      `${CONFIG_MAPS}/a`,
      409,
      `Key: /registry/configmaps/default/a, ResourceVersion: 0, AdditionalErrorMsg: ${NOT_READ}`,
    ],
    ['/apis/batch/v1/namespaces/default/jobs/none', 404, 'jobs.batch "none" not found'],
    [`${CONFIG_MAPS}/none`, 404, 'configmaps "none" not found'],
    [
      CONFIG_MAPS,
      422,
      'Invalid value: true: is not allowed with DELETECOLLECTION, try again after removing the option',
    ],
    ['/api/v1/namespaces/default', 500, 'no unsafe deleter provided'],
    ['/apis/rbac.authorization.k8s.io/v1/clusterroles/none', 500, 'no unsafe deleter provided'],
  ])('%s: %d', async (path, code, message) => {
    const [status, text] = await replyTo(path, ASKED)
    expect(status).toBe(code)
    expect(text).toContain(message)
    // A query asks for the same; all but `false` and `0` is true there.
    expect(await replyTo(`${path}?ignoreStoreReadErrorWithClusterBreakingPotential=x`)).toEqual([status, text])
  })

  test('and with no option that tells how to delete it', async () => {
    const [status, text] = await replyTo(`${CONFIG_MAPS}/a`, {
      ...ASKED,
      gracePeriodSeconds: 0,
      preconditions: { uid: 'u' },
    })
    expect(status).toBe(422)
    expect(text).toContain('true: cannot be set together with .gracePeriodSeconds')
    expect(text).toContain('true: cannot be set together with .preconditions')
  })

  test('before, the option means nothing', async () => {
    expect(await replyTo(`${CONFIG_MAPS}/a`, { ...ASKED, gracePeriodSeconds: 0 }, '1.36')).toEqual([200, ''])
  })
})
