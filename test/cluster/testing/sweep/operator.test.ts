import { expect, test } from 'vitest'
import { sweepFaults } from '../../../../src/cluster/testing/sweep/faults.js'
import { formatFindings } from '../../../../src/cluster/testing/sweep/format.js'
import { sweep } from '../../../../src/cluster/testing/sweep/sweep.js'
import { openingOf, shopCluster } from './shop-operator.js'

test('an operator that survives each fault has no findings, whatever names, ids and times its cluster makes', async () => {
  const report = await sweep(await shopCluster(), openingOf())
  expect(report.requests.length).toBeGreaterThan(30)
  expect(formatFindings(report)).toBe('')
}, 300_000)

test('an operator that does something only once is found, by the object that is missing', async () => {
  const faults = sweepFaults.filter(({ name }) => ['internal-error', 'cut-after-commit'].includes(name))
  const { findings } = await sweep(await shopCluster(), openingOf({ receipts: true }), { faults })
  expect(
    formatFindings({ findings })
      .replaceAll(/ at #\d+ admin/g, '')
      .split('\n'),
  ).toEqual([
    'cut-after-commit: PATCH /apis/example.com/v1/namespaces/default/shops/new: ConfigMap default/receipt-new-* is not there in the end',
    'internal-error: POST /api/v1/namespaces/default/configmaps: ConfigMap default/receipt-new-* is not there in the end',
  ])
}, 300_000)
