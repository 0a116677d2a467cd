import { afterEach, expect, test } from 'vitest'
import { keepInJest } from '../../../src/node/testing/jest-keeping.js'
import { reportCluster } from '../../../src/node/testing/keeper.js'

type State = {
  currentlyRunningTest: { errors: unknown[] } | null
  rootDescribeBlock: { hooks: { fn: unknown }[] }
}
const symbol = Symbol('JEST_STATE_SYMBOL')
const globals = globalThis as { [symbol]?: State } // a symbol that nothing else uses
afterEach(() => void delete globals[symbol])

/** Stands in for Jest: the test runs the hooks that the setup file registers. */
function fakeJest(state: State) {
  globals[symbol] = state
  let first = () => undefined as void
  let last = () => Promise.resolve()
  keepInJest({
    beforeAll: (hook) => void (first = hook),
    afterEach(hook) {
      last = hook
      state.rootDescribeBlock.hooks.push({ fn: hook })
    },
    expect: { getState: () => ({ currentTestName: 'group test' }) },
  })
  return { first: () => first(), last: () => last(), fn: () => last }
}

const kept: string[] = []
const cluster = {
  keep: (name: string) => {
    kept.push(name)
    return Promise.resolve(`kept/${name}.html`)
  },
}

test('the Bundle of a failing test is written, and an error of the test names the file', async () => {
  const state: State = { currentlyRunningTest: { errors: [] }, rootDescribeBlock: { hooks: [] } }
  const jest = fakeJest(state)
  reportCluster(cluster)
  await jest.last()
  expect(kept).toEqual([])
  reportCluster(cluster)
  state.currentlyRunningTest = { errors: [new Error('a')] }
  await expect(jest.last()).rejects.toMatchObject({
    message: 'what happened: kept/group test.html',
    stack: 'what happened: kept/group test.html',
  })
  expect(kept).toEqual(['group test'])
})

test('its afterEach hook is moved after those of the file', () => {
  const state: State = { currentlyRunningTest: null, rootDescribeBlock: { hooks: [] } }
  const jest = fakeJest(state)
  const own = { fn: () => undefined }
  state.rootDescribeBlock.hooks.push(own)
  jest.first()
  expect(state.rootDescribeBlock.hooks).toEqual([own, { fn: jest.fn() }])
})

test('registers no hooks in a runner without the state of Jest', () => {
  const refused = () => expect.fail('registered')
  keepInJest({ beforeAll: refused, afterEach: refused, expect: { getState: () => ({}) } })
})
