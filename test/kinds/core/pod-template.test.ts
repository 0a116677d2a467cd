import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { podTemplate } from '../../../src/kinds/core/pod-template.js'
import { causes, cells } from '../causes.js'
import { template } from '../templates.js'

test.each([
  [template({ containers: [] }), ['template.spec.containers: Required value']],
  [
    template({}, { labels: { a: 'b c' }, annotations: { 'a b': '' } }),
    [
      expect.stringContaining('template.labels: Invalid value: "b c"'),
      expect.stringContaining('template.annotations: Invalid value: "a b"'),
    ],
  ],
  [template({ restartPolicy: 'Never' }), []],
])('validates the template %j', (given, expected) => {
  expect(causes(podTemplate, { template: given })).toEqual(expected)
})

test('generation counts changes of the template, and DELETE answers with the PodTemplate', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const made = await cluster.create('PodTemplate', { metadata: { name: 'a' }, template: template() })
  expect(made.metadata.generation).toBe(1)
  const named = { name: 'a' }
  const labelled = await cluster.patch('PodTemplate', named, { metadata: { labels: { a: 'b' } } })
  expect(labelled.metadata.generation).toBe(1)
  const changed = await cluster.patch('PodTemplate', named, { template: { spec: { hostNetwork: true } } })
  expect(changed.metadata.generation).toBe(2)
  const reply = await cluster.fetch('/api/v1/namespaces/default/podtemplates/a', { method: 'DELETE' })
  const { kind, metadata } = (await reply.json()) as typeof made
  expect(kind).toBe('PodTemplate')
  expect(Number(metadata.resourceVersion)).toBe(Number(changed.metadata.resourceVersion) + 1)
})

test('prints its table row', () => {
  expect(cells(podTemplate, { metadata: { name: 'a' }, template: template() })).toEqual([
    'a',
    'web',
    'example.io/web:1',
    'app=web',
  ])
})
