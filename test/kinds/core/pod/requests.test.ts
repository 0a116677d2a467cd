import { expect, test } from 'vitest'
import { refusal } from '../../asking.js'

const AT = 'spec.containers[0].resources'

const refused = async (resources: object) =>
  String(
    await refusal('/api/v1/namespaces/default/pods', { spec: { containers: [{ name: 'c', image: 'i', resources }] } }),
  )

test('a resource that cannot be overcommitted needs a limit, even if its name is invalid', async () => {
  expect(await refused({ requests: { 'a/b/c': '1' } })).toMatch(
    /doesn't follow extended resource name standard, spec\.containers\[0\]\.resources\.limits: Required value: Limit must be set for non overcommitable resources\]$/,
  )
})

test('reports a missing limit of huge pages before a wrong multiple', async () => {
  const words = await refused({ requests: { cpu: '1', 'hugepages-2Mi': '-1' } })
  expect(words.match(/spec[^:]*: (?:Required|Invalid)[^,\]]*/g)).toEqual([
    `${AT}.requests[hugepages-2Mi]: Invalid value: "-1": must be greater than or equal to 0`,
    `${AT}.limits: Required value: Limit must be set for non overcommitable resources`,
    `${AT}.requests[hugepages-2Mi]: Invalid value: "-1": -1 is not positive integer multiple of hugepages-2Mi`,
  ])
})
