import { beforeAll, expect, test } from 'vitest'
import type { Steps } from '../../../../src/base/turns/steps.js'
import { loadLibrary } from '../../../../src/cel/library.js'
import { compiledMutations, compiledPolicy } from '../../../../src/server/admission/policies/compiled-policy.js'

beforeAll(() => loadLibrary())

const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i)
const policy = (length: number) => ({ validations: range(length).map((i) => ({ expression: `object.a != ${i}` })) })

/** Does works by turns; returns how many steps they took together, and what they made. */
function alternately<T>(...works: readonly Steps<T>[]) {
  const made = new Map<Steps<T>, T>()
  let steps = 0
  while (made.size < works.length)
    for (const work of works) {
      if (made.has(work)) continue
      const { done, value } = work.next()
      if (done) made.set(work, value)
      else steps++
    }
  return { steps, made: works.map((work) => made.get(work)) }
}

test('a policy of a few expressions is compiled at once, and one of many over several turns', () => {
  expect(alternately(compiledPolicy(policy(10))).steps).toBe(0)
  const many = policy(300)
  const { steps, made } = alternately(compiledPolicy(many))
  expect(steps).toBeGreaterThan(20)
  expect(made[0]?.validations.map(({ program }) => typeof program)).toEqual(range(300).map(() => 'function'))
  expect(alternately(compiledPolicy(many))).toEqual({ steps: 0, made })
  const variables = range(300).map((i) => ({ name: `v${i}`, expression: i > 0 ? `variables.v${i - 1} + 1` : '1' }))
  const withVariables = alternately(
    compiledPolicy({ variables, validations: [{ expression: 'variables.v299 == 300' }] }),
  )
  expect(withVariables.steps).toBeGreaterThan(20)
  expect(withVariables.made[0]?.variables.size).toBe(300)
  const jsonPatch = (i: number) => ({ expression: `[JSONPatch{op: "add", path: "/data/k${i}", value: "v"}]` })
  const mutations = range(300).map((i) => ({ patchType: 'JSONPatch', jsonPatch: jsonPatch(i) }))
  expect(alternately(compiledMutations({ mutations })).steps).toBeGreaterThan(20)
})

test('requests that need a policy meanwhile go on with its compilation, and get the same', () => {
  const alone = alternately(compiledPolicy(policy(300))).steps
  const many = policy(300)
  const { steps, made } = alternately(compiledPolicy(many), compiledPolicy(many), compiledPolicy(many))
  expect(steps).toBeLessThan(alone + 3)
  expect(made[1]).toBe(made[0])
  expect(made[2]).toBe(made[0])
})
