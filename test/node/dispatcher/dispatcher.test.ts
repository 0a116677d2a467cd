import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import {
  type DispatchController,
  type DispatchHandler,
  createDispatcher,
} from '../../../src/node/dispatcher/dispatcher.js'

const NAMESPACE = { origin: 'http://cluster.local', path: '/api/v1/namespaces/default', method: 'GET' }

let cluster: Cluster
beforeEach(() => {
  cluster = createCluster({ seed: 1 })
})
afterEach(() => cluster.close())

/**
 * Dispatches a request and returns what its handler noted. `handlerOf` makes the handler, given a function that takes notes and one
 * that ends the exchange.
 */
function heard(
  handlerOf: (note: (...words: readonly unknown[]) => void, end: () => void) => DispatchHandler,
  options: object = {},
): Promise<readonly unknown[]> {
  const notes: unknown[] = []
  return new Promise((resolve) => {
    const note = (...words: readonly unknown[]) => void notes.push(words)
    createDispatcher(cluster).dispatch(
      { ...NAMESPACE, ...options },
      handlerOf(note, () => resolve(notes)),
    )
  })
}

const newer = (
  note: (...words: readonly unknown[]) => void,
  end: () => void,
  onStart?: (controller: DispatchController) => void,
): DispatchHandler => ({
  onRequestStart: (controller) => onStart?.(controller),
  onResponseStart: (_, status, headers) => note('start', status, headers['content-type']),
  onResponseData: (_, chunk) => note('data', JSON.parse(chunk.toString()).kind),
  onResponseEnd() {
    note('end')
    end()
  },
  onResponseError(controller, error) {
    note('error', error.message, controller.aborted)
    end()
  },
})

const older = (
  note: (...words: readonly unknown[]) => void,
  end: () => void,
  onStart?: (abort: (reason?: Error) => void) => void,
): DispatchHandler => {
  let resume = () => {}
  return {
    onConnect: (abort) => onStart?.(abort),
    onHeaders(status, headers, goOn) {
      const texts = headers.map((each) => each.toString())
      note('start', status, texts[texts.indexOf('content-type') + 1])
      resume = goOn
      return true
    },
    onData(chunk) {
      note('data', JSON.parse(chunk.toString()).kind)
      queueMicrotask(() => {
        note('resumed')
        resume()
      })
      return false
    },
    onComplete() {
      note('end')
      end()
    },
    onError(error) {
      note('error', error.message)
      end()
    },
  }
}

test('a handler of the newer interface receives a reply', async () => {
  expect(await heard(newer)).toEqual([['start', 200, 'application/json'], ['data', 'Namespace'], ['end']])
})

test('a handler of the older interface receives a reply with backpressure', async () => {
  expect(await heard(older)).toEqual([['start', 200, 'application/json'], ['data', 'Namespace'], ['resumed'], ['end']])
})

test('a request can be aborted before it is sent; a second abort does nothing', async () => {
  const twice = (abort: (reason?: Error) => void) => {
    abort(new Error('first'))
    abort(new Error('second'))
  }
  expect(await heard((note, end) => newer(note, end, ({ abort }) => twice(abort)))).toEqual([['error', 'first', true]])
  expect(await heard((note, end) => older(note, end, twice))).toEqual([['error', 'first']])
  expect(cluster.journal.requests()).toEqual([])
})

test('an error that a handler throws ends the exchange', async () => {
  const faulty = (note: (...words: readonly unknown[]) => void, end: () => void): DispatchHandler => ({
    ...newer(note, end),
    onResponseStart() {
      throw new Error('a fault')
    },
  })
  expect(await heard(faulty)).toEqual([['error', 'a fault', false]])
})

test.each([
  ['an object', { accept: 'application/yaml' }],
  ['pairs', [['accept', 'application/yaml']]],
  ['a flat list', ['accept', 'application/yaml']],
  ['a Headers', new Headers({ accept: 'application/yaml' })],
])('takes headers as %s', async (_, headers) => {
  const [start] = await heard((note, end) => ({ ...newer(note, end), onResponseData: () => {} }), { headers })
  expect(start).toEqual(['start', 200, 'application/yaml'])
})
