import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { badRequest, internalError, plainError } from '../../src/base/errors/status.js'
import { type Cluster, createCluster } from '../../src/index.js'
import { createBase } from '../fuzz/cluster.js'
import { anyRequest } from '../fuzz/requests.js'
import { others, tryOther } from '../fuzz/others.js'
import { play } from '../fuzz/play.js'

// `npm run fuzz` runs far more of these.
let base: Cluster
beforeAll(async () => {
  base = await createBase()
})

const REQUEST = { method: 'GET', path: '/api/v1/nodes', headers: {} }

/** The base cluster, with forks that answer each request with the given response. */
const answering = (answer: () => Response): Cluster => ({
  ...base,
  fork: () => ({ ...base.fork(), fetch: () => new Promise((resolve) => resolve(answer())) }),
})

test('play reports a thrown error and a 500 of our own, and no other reply', async () => {
  const fails = answering(() => {
    throw new Error('a defect')
  })
  const says = (status: object) => answering(() => Response.json(status, { status: 500 }))
  expect((await play(fails, [REQUEST]))?.what).toContain('a defect')
  expect((await play(says(internalError('x').status), [REQUEST]))?.what).toContain('500: ')
  expect((await play(says(plainError('Cannot read properties of undefined').status), [REQUEST]))?.what).toContain(
    '500: ',
  )
  expect(await play(says(plainError('unexpected EOF').status), [REQUEST])).toBeUndefined()
  const written = (text: string) => answering(() => new Response(text, { status: 500 }))
  const yaml = 'apiVersion: v1\ncode: 500\nkind: Status\nmessage: unexpected EOF\nmetadata: {}\n'
  expect(await play(written(yaml), [REQUEST])).toBeUndefined()
  expect((await play(written(`${yaml}reason: InternalError\n`), [REQUEST]))?.what).toContain('500: ')
  const protobuf = (reason: string) =>
    `k8s\0\n\f\n\x02v1\x12\x06Status\x12\x20\n\x06\x12\x07Failure\x1a\x01x"${String.fromCharCode(reason.length)}${reason}0\xf4\x03`
  expect(await play(written(protobuf('')), [REQUEST])).toBeUndefined()
  expect((await play(written(protobuf('InternalError')), [REQUEST]))?.what).toContain('500: ')
  expect(
    await play(
      answering(() => Response.json(badRequest('x').status, { status: 400 })),
      [REQUEST],
    ),
  ).toBeUndefined()
})

test('a request that a script delays is given up without a report', async () => {
  const script = [{ before: { verb: 'list' }, then: { delay: '2s' } }]
  const hook = { method: 'POST', path: '/_fakecluster/hooks', headers: {}, body: JSON.stringify(script) }
  expect(await play(base, [hook, REQUEST])).toBeUndefined()
})

test('tryOther finds no defect by any way in, and reports one that is planted', async () => {
  const tried = fc.sample(await others(), { numRuns: 60, seed: 1 })
  expect(new Set(tried.map(({ way }) => way)).size).toBe(5)
  for (const each of tried) expect({ each, found: await tryOther(base, each) }).toEqual({ each, found: undefined })
  const defect = createCluster()
  Object.assign(defect, {
    fork: () => ({ ...defect, close: () => undefined, populate: () => Promise.reject(new Error('x')) }),
  })
  expect(await tryOther(defect, { way: 'options', given: {} })).toMatchObject({ at: 'x' })
})

test('many generated requests pass the first checks', async () => {
  const codes = new Map<number, number>()
  const paths = new Set<string>()
  for (const { method, path, headers, body } of fc.sample(anyRequest, { numRuns: 400, seed: 1 })) {
    const reply = await base
      .fork()
      .fetch(new Request(`http://localhost${path}`, { method, headers, ...(body === undefined ? {} : { body }) }))
      .catch(() => Response.error())
    await reply.body?.cancel()
    codes.set(reply.status, (codes.get(reply.status) ?? 0) + 1)
    paths.add(path.split('?')[0] ?? '')
  }
  // Enough requests succeed to reach the code behind the first checks.
  expect((codes.get(200) ?? 0) + (codes.get(201) ?? 0)).toBeGreaterThan(60)
  for (const code of [400, 404, 415, 422]) expect(codes.get(code) ?? 0).toBeGreaterThan(0)
  expect(paths.size).toBeGreaterThan(100)
})
