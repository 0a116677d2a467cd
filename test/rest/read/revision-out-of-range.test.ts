import { expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'

const TOO_LARGE = '18446744073709551616'

test.each([
  ['', 400, 'invalid resource version: '],
  ['/a', 500, ''],
  ['', 400, 'invalid resource version: ', '&limit=1'],
  ['', 400, 'invalid resource version: ', '&resourceVersionMatch=Exact'],
])('a resourceVersion beyond uint64 is malformed (GET configmaps%s)', async (path, code, prefix, and = '') => {
  const cluster = createCluster()
  const response = await cluster.fetch(
    `/api/v1/namespaces/default/configmaps${path}?resourceVersion=${TOO_LARGE}${and}`,
  )
  const { message } = (await response.json()) as { readonly message: string }
  expect([response.status, message]).toEqual([
    code,
    `${prefix}resourceVersion: Invalid value: "${TOO_LARGE}": strconv.ParseUint: parsing "${TOO_LARGE}": value out of range`,
  ])
})
