import { expect, test } from 'vitest'
import { refusal } from '../../asking.js'

const COST = 'controller.kubernetes.io/pod-deletion-cost'

const create = (cost: string) =>
  refusal('/api/v1/namespaces/default/pods', {
    metadata: { name: 'a', annotations: { [COST]: cost } },
    spec: { containers: [{ name: 'c', image: 'i' }] },
  })

test.each(['0', '12', '-12', '-0', '-012', '2147483647', '-2147483648'])('%s is a deletion cost', async (cost) => {
  expect(await create(cost)).toBe(201)
})

test.each(['', '+1', '012', '1.5', '-', '1e3', ' 1', '2147483648', '-2147483649'])(
  '"%s" is no deletion cost',
  async (cost) => {
    expect(await create(cost)).toBe(`metadata.annotations[${COST}]: Invalid value: "${cost}": must be a 32bit integer`)
  },
)
