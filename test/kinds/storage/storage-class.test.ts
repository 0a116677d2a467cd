import { expect, test } from 'vitest'
import { openServer, wordsOf } from '../asking.js'

const CLASSES = '/apis/storage.k8s.io/v1/storageclasses'

type Table = { readonly rows?: readonly { readonly cells: readonly unknown[] }[] }

test.each([
  ['storageclass.kubernetes.io/is-default-class', 'true', 'fast (default)'],
  ['storageclass.beta.kubernetes.io/is-default-class', 'true', 'fast (default)'],
  ['storageclass.kubernetes.io/is-default-class', 'false', 'fast'],
])('a table tells a default class by the annotation %s: %s', async (key, value, want) => {
  const ask = openServer()
  const metadata = { name: 'fast', annotations: { [key]: value } }
  await ask('POST', CLASSES, { metadata, provisioner: 'disk.example.io' })
  const { body } = await ask('GET', CLASSES, undefined, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' })
  expect((body as Table).rows?.[0]?.cells[0]).toBe(want)
})

test.each([
  ['1.36', 'parameters: Invalid value: null: field is immutable, provisioner: '],
  ['1.37', 'provisioner: Invalid value: null: field is immutable, parameters: '],
] as const)('a change of several members in v%s is refused in the order %s', async (kubernetesVersion, words) => {
  const ask = openServer({ kubernetesVersion })
  await ask('POST', CLASSES, { metadata: { name: 'a' }, provisioner: 'disk.example.io' })
  const changed = { provisioner: 'other.example.io', parameters: { a: 'b' } }
  const told = String(wordsOf(await ask('PATCH', `${CLASSES}/a`, changed)))
  expect(told.replaceAll(/Invalid value: .*?: field/g, 'Invalid value: null: field')).toContain(words)
})
