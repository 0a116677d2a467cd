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

test('since v1.37 only a list tells the default class, which is the newest of those marked', async () => {
  const ask = openServer({ kubernetesVersion: '1.37' })
  const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' }
  for (const name of ['b', 'a', 'c'])
    await ask('POST', CLASSES, {
      metadata: { name, ...(name === 'c' ? {} : { annotations }) },
      provisioner: 'disk.example.io',
    })
  const names = async (path: string) => {
    const { body } = await ask('GET', path, undefined, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' })
    return (body as Table).rows?.map(({ cells }) => cells[0])
  }
  expect(await names(CLASSES)).toEqual(['a (default)', 'b', 'c'])
  expect(await names(`${CLASSES}/a`)).toEqual(['a'])
})

test('since v1.36 a table tells which IngressClass is marked as default', async () => {
  const classes = '/apis/networking.k8s.io/v1/ingressclasses'
  const annotations = { 'ingressclass.kubernetes.io/is-default-class': 'true' }
  const nameIn = async (kubernetesVersion: '1.35' | '1.36') => {
    const ask = openServer({ kubernetesVersion })
    await ask('POST', classes, { metadata: { name: 'a', annotations }, spec: { controller: 'example.com/c' } })
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io'
    return ((await ask('GET', `${classes}/a`, undefined, { accept })).body as Table).rows?.[0]?.cells[0]
  }
  expect([await nameIn('1.35'), await nameIn('1.36')]).toEqual(['a', 'a (default)'])
})
