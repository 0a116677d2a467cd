import { expect, test } from 'vitest'
import { type Answer, type Ask, openServer } from '../../kinds/asking.js'

const MAPS = '/api/v1/namespaces/default/configmaps'

async function openMaps(): Promise<Ask> {
  const ask = openServer()
  for (const name of ['a', 'b', 'c']) await ask('POST', MAPS, { metadata: { name } })
  return ask
}

const told = ({ code, body }: Answer) => [code, body['message']]

test('a list with metadata.name selected has no continue token', async () => {
  const ask = await openMaps()
  const { body } = await ask('GET', `${MAPS}?limit=1&fieldSelector=metadata.name%3Da`)
  expect(body).toMatchObject({ items: [{ metadata: { name: 'a' } }] })
  expect(body['metadata']).not.toHaveProperty('continue')
  const other = await ask('GET', `${MAPS}?limit=1&fieldSelector=metadata.name!%3Da`)
  expect(other.body['metadata']).toHaveProperty('continue')
})

test('an empty selector excludes nothing: remainingItemCount is set', async () => {
  const ask = await openMaps()
  const { body } = await ask('GET', `${MAPS}?limit=1&fieldSelector=,`)
  expect(body['metadata']).toMatchObject({ remainingItemCount: 2 })
})

test.each(['limit=1&resourceVersion=999999', 'resourceVersion=999999&resourceVersionMatch=Exact'])(
  '%s: a future revision is an error',
  async (query) => {
    expect(told(await openServer()('GET', `${MAPS}?${query}`))).toEqual([
      500,
      'etcdserver: mvcc: required revision is a future revision',
    ])
  },
)

test('a future resourceVersion without resourceVersionMatch is a timeout (504)', async () => {
  expect(told(await openServer()('GET', `${MAPS}?resourceVersion=999999`))[0]).toBe(504)
})

test('timeoutSeconds of a list is parsed before limit', async () => {
  const { body } = await openServer()('GET', `${MAPS}?limit=99999999999999999999&timeoutSeconds=x`)
  expect(body['message']).toBe('strconv.ParseInt: parsing "x": invalid syntax')
})
