import { expect, test } from 'vitest'
import { hasMany, isBare, namesOf, noteCount } from '../../src/base/names.js'
import { createCluster } from '../../src/index.js'

const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i)

/** How many turns of the event loop others have while a request is answered. */
async function turnsOf(path: string, body: object): Promise<{ readonly turns: number; readonly status: number }> {
  const cluster = createCluster({ seed: 1 })
  let turns = 0
  let next: ReturnType<typeof setImmediate>
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  next = setImmediate(count)
  const { status } = await cluster.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  clearImmediate(next)
  return { turns, status }
}

const containers = (length: number) => range(length).map((i) => ({ name: `c${i}`, image: 'a' }))
const pod = (length: number) => ({ metadata: { name: 'a' }, spec: { containers: containers(length) } })
const map = (length: number) => ({
  metadata: { name: 'a' },
  data: Object.fromEntries(range(length).map((i) => [`k${i}`, 'value of some length'])),
})

test('parsing, reading, finding owners and writing of a long body are turns of their own', async () => {
  const short = await turnsOf('/api/v1/namespaces/default/pods', pod(10))
  const long = await turnsOf('/api/v1/namespaces/default/pods', pod(5000))
  expect([short.status, long.status]).toEqual([201, 201])
  expect(long.turns).toBeGreaterThanOrEqual(short.turns + 4)
  const members = await turnsOf('/api/v1/namespaces/default/configmaps', map(60_000))
  expect(members.status).toBe(422)
  expect(members.turns).toBeGreaterThanOrEqual(short.turns + 3)
})

test('a long body is answered as a short one is', async () => {
  const cluster = createCluster({ seed: 1 })
  const create = async (body: string) => {
    const reply = await cluster.fetch('/api/v1/namespaces/default/pods?fieldManager=a', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const { metadata, spec, message } = (await reply.json()) as {
      readonly message?: string
      readonly metadata: { readonly name: string; readonly managedFields?: readonly { readonly fieldsV1: object }[] }
      readonly spec?: object
    }
    const { status, headers } = reply
    return { status, warning: headers.get('warning'), message, spec, fields: metadata.managedFields?.[0]?.fieldsV1 }
  }
  const text = (name: string, spaces: number, more: object = {}) =>
    JSON.stringify({ metadata: { name }, spec: { containers: [{ name: 'c', image: 'a' }] }, more }) + ' '.repeat(spaces)
  const [short, long] = [await create(text('s', 0)), await create(text('l', 200_000))]
  expect(short).toMatchObject({ status: 201, warning: expect.stringContaining('unknown field') as unknown })
  const { spec: _, ...told } = short
  expect(long).toMatchObject(told)
  const [wrong, alsoWrong] = ['[]', `[]${' '.repeat(200_000)}`]
  expect((await create(alsoWrong)).status).toBe((await create(wrong)).status)
  const misfit = '{"metadata":{"name":"x"},"spec":{"containers":5}}'
  const [first, second] = [await create(misfit), await create(misfit + ' '.repeat(200_000))]
  expect(first).toMatchObject({ status: 400 })
  expect(second).toEqual(first)
})

test('the names of a frozen object of thousands are found once', () => {
  const open: Record<string, unknown> = Object.fromEntries(range(2000).map((i) => [`k${i}`, i]))
  expect(namesOf(open)).not.toBe(namesOf(open))
  open['more'] = 1
  expect(namesOf(open)).toContain('more')
  const frozen = Object.freeze({ ...open })
  expect(namesOf(frozen)).toBe(namesOf(frozen))
  expect(namesOf(frozen)).toEqual(Object.keys(open))
  expect([hasMany(frozen), hasMany({}), hasMany(range(2000)), hasMany([])]).toEqual([true, false, true, false])
  const noted = Object.freeze({})
  noteCount(noted, 5000)
  expect([isBare({}), isBare(frozen), isBare(noted)]).toEqual([true, false, false])
})
