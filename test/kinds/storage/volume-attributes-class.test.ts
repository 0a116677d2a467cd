import { expect, test } from 'vitest'
import { openServer, wordsOf } from '../asking.js'

const pathIn = (version: string) => `/apis/storage.k8s.io/${version}/volumeattributesclasses`
const runtimeConfig = { 'storage.k8s.io/v1beta1': true }
const GOLD = { metadata: { name: 'gold' }, driverName: 'disk.example.io', parameters: { iops: '100' } }

test('is stable since v1.34, and has no beta version since v1.37', async () => {
  const codes = (['1.33', '1.34', '1.36', '1.37'] as const).map(async (kubernetesVersion) => {
    const ask = openServer({
      kubernetesVersion,
      ...(kubernetesVersion === '1.37' ? {} : { runtimeConfig }),
    })
    const answers = await Promise.all(['v1', 'v1beta1'].map((version) => ask('GET', pathIn(version))))
    return answers.map(({ code }) => code)
  })
  expect(await Promise.all(codes)).toEqual([
    [404, 200],
    [200, 200],
    [200, 200],
    [200, 404],
  ])
})

test('the same objects are in both versions, and a server warns of the beta version', async () => {
  const ask = openServer({ kubernetesVersion: '1.35', runtimeConfig })
  const made = await ask('POST', pathIn('v1beta1'), GOLD)
  expect(made).toMatchObject({ code: 201, body: { apiVersion: 'storage.k8s.io/v1beta1' } })
  expect(made.warning).toContain(
    'storage.k8s.io/v1beta1 VolumeAttributesClass is deprecated in v1.34+, unavailable in v1.37+; use storage.k8s.io/v1 VolumeAttributesClass',
  )
  const read = await ask('GET', `${pathIn('v1')}/gold`)
  expect(read).toMatchObject({ code: 200, warning: null, body: { apiVersion: 'storage.k8s.io/v1', ...GOLD } })
  const patched = await ask('PATCH', `${pathIn('v1')}/gold`, { metadata: { labels: { a: 'b' } } })
  expect(patched).toMatchObject({ code: 200, body: { apiVersion: 'storage.k8s.io/v1' } })
  const { body } = await ask('GET', `${pathIn('v1beta1')}/gold`)
  expect(body).toMatchObject({ apiVersion: 'storage.k8s.io/v1beta1', metadata: { labels: { a: 'b' } } })
})

const TWICE = 'driverName: Required value, parameters: Required value: must contain at least one key/value pair'
const CHANGED = 'driverName: Forbidden: updates to driverName are forbidden., parameters: Forbidden: updates to'

test.each([
  ['1.34', `[${TWICE}, ${CHANGED} parameters are forbidden.]`],
  ['1.35', `[${CHANGED} parameters are forbidden., ${TWICE}]`],
] as const)('an update in v%s is refused with %s', async (kubernetesVersion, words) => {
  const ask = openServer({ kubernetesVersion })
  await ask('POST', pathIn('v1'), GOLD)
  const emptied = { ...GOLD, driverName: '', parameters: null }
  expect(wordsOf(await ask('PATCH', `${pathIn('v1')}/gold`, emptied))).toBe(words)
})
