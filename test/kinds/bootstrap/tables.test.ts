import { expect, test } from 'vitest'
import { exampleProfile } from '../../../src/model/registry/profile.js'
import { kubernetesProfile } from '../../profiles.js'
import { seedObjects } from '../../../src/kinds/bootstrap/tables.js'

const namespace = (name: string) => ({ kind: 'Namespace', apiVersion: 'v1', metadata: { name } })

test('a server with profile example starts with the namespace default', () => {
  expect(seedObjects(exampleProfile)).toEqual([namespace('default')])
})

test('a server with profile kubernetes starts with its namespaces', () => {
  expect(seedObjects(kubernetesProfile)).toEqual(
    ['default', 'kube-system', 'kube-public', 'kube-node-lease'].map(namespace),
  )
})
