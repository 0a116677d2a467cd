import { expect, test } from 'vitest'
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
