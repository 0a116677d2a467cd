import { once } from 'node:events'
import { IncomingMessage, request } from 'node:http'
import { Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { Incoming, NodeRequest, urlSent } from '../../../src/node/server/incoming.js'
import { serve } from '../../../src/node/server/serve-cluster.js'

function incomingOf(
  url: string,
  headers: Readonly<Record<string, string>> = { host: '127.0.0.1:8080' },
): IncomingMessage {
  const incoming = new IncomingMessage(new Socket())
  incoming.method = 'GET'
  incoming.url = url
  Object.assign(incoming.headers, headers)
  return incoming
}

const sent = (url: string, headers?: Readonly<Record<string, string>>) =>
  urlSent(incomingOf(url, headers), 'http', 'cluster.local')

describe('the URL of a request', () => {
  test.each([
    '/api',
    '/api/v1/nodes?labelSelector=a%3Db&limit=5',
    '/api/v1/../../version',
    '/api/./v1//',
    '/api/v1/%2e%2E',
    '/api/v1/nodes?labelSelector=a"b',
    '//api/v1',
  ])('keeps the target %s as it was sent', (target) => {
    expect(sent(target)).toBe(`http://127.0.0.1:8080${target}`)
  })

  test.each([
    ['a backslash', '/api\\v1', '/api%5Cv1'],
    ['what would begin a fragment', '/api#v1?a#b', '/api%23v1?a%23b'],
    ['bytes beyond ASCII', '/api/\xc3\xa9', '/api/%c3%a9'],
    ['the server itself', '*', '/*'],
  ])('has %s escaped', (_, target, path) => {
    expect(sent(target)?.toLowerCase()).toBe(`http://127.0.0.1:8080${path.toLowerCase()}`)
  })

  test.each([
    ['http://elsewhere/api/../v1?a=b', 'http://elsewhere/api/../v1?a=b'],
    ['HTTPS://elsewhere', 'http://elsewhere/'],
    ['http://elsewhere?a', 'http://elsewhere/?a'],
  ])('has the host of the whole URL %s', (target, url) => {
    expect(sent(target)).toBe(url)
  })

  test.each(['version', '?a', '\\version', 'ftp://elsewhere/api', ''])('is undefined for the target %j', (target) => {
    expect(sent(target)).toBe(undefined)
  })

  test.each([
    [{}, 'http://cluster.local/api'],
    [{ host: 'LocalHost' }, 'http://LocalHost/api'],
    [{ host: '[::1]:8080' }, 'http://[::1]:8080/api'],
    [{ host: 'a b' }, undefined],
    [{ host: 'a/b' }, undefined],
    [{ host: 'a@b' }, undefined],
  ])('for the headers %j is %s', (headers, url) => {
    expect(sent('/api', headers as Record<string, string>)).toBe(url)
  })

  test('has the scheme that it was received with', () => {
    expect(urlSent(incomingOf('/api'), 'https', '')).toBe('https://127.0.0.1:8080/api')
  })
})

test('a request has the headers of the incoming one, and null for others', () => {
  const asked = new NodeRequest(incomingOf('/api', { host: 'a', accept: 'application/json' }), 'http://a/api')
  expect([asked.method, asked.url, asked.get('accept'), asked.get('user-agent')]).toEqual([
    'GET',
    'http://a/api',
    'application/json',
    null,
  ])
})

test('each value of a repeated header is told apart, also one with a comma', async () => {
  const users = [{ name: 'admin', groups: ['system:masters'], token: 'admin' }]
  await using server = await serve(createCluster({ users, controllers: 'none' }))
  const groups = ['a, b', 'c']
  const sent = request(`${server.url}/apis/authentication.k8s.io/v1/selfsubjectreviews`, {
    method: 'POST',
    headers: {
      ...{ authorization: 'Bearer admin', 'content-type': 'application/json' },
      ...{ 'impersonate-user': 'bob', 'impersonate-group': groups },
    },
  })
  const replied = once(sent, 'response') as Promise<[IncomingMessage]>
  sent.end('{}')
  const { status } = (await json((await replied)[0])) as { readonly status: { readonly userInfo: object } }
  expect(status.userInfo).toEqual({ username: 'bob', groups: [...groups, 'system:authenticated'] })
})

describe('a body', () => {
  const arriving = (headers: Readonly<Record<string, string>>) => {
    const incoming = new Incoming(new Socket())
    Object.assign(incoming.headers, headers)
    const asked = new NodeRequest(incoming, 'http://a/api')
    return { incoming, read: () => asked.readBody(100, () => new Error('too large')) }
  }
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

  test.each<[string, Readonly<Record<string, string>>]>([
    ['with a length', { 'content-length': '4' }],
    ['without a length', {}],
  ])('%s is taken as it arrives, or read as a stream if it has begun to', async (_, headers) => {
    const early = arriving(headers)
    const body = early.read()
    for (const piece of [Buffer.from('ab'), Buffer.from('cd'), null]) early.incoming.push(piece)
    expect(text(await body)).toBe('abcd')
    expect(early.incoming.listenerCount('data')).toBe(0)

    const late = arriving(headers)
    late.incoming.push(Buffer.from('ab'))
    const rest = late.read()
    for (const piece of [Buffer.from('cd'), null]) late.incoming.push(piece)
    expect(text(await rest)).toBe('abcd')
    expect(late.incoming.listenerCount('data')).toBe(1)
  })

  test('whose client goes away before its end is not read', async () => {
    const { incoming, read } = arriving({ 'content-length': '4' })
    const body = read()
    incoming.push(Buffer.from('ab'))
    incoming.destroy(new Error('gone'))
    await expect(body).rejects.toThrow('gone')
  })

  test('that is too large is refused, and the rest of it discarded', async () => {
    const { incoming, read } = arriving({})
    const body = read()
    for (const piece of [Buffer.alloc(101), Buffer.alloc(101), null]) incoming.push(piece)
    await expect(body).rejects.toThrow('too large')
  })

  test('that a get has not is empty', async () => {
    const { incoming } = arriving({})
    incoming.method = 'GET'
    const asked = new NodeRequest(incoming, 'http://a/api')
    incoming.push(null)
    expect(asked.body).toBe(null)
    expect(text(await asked.readBody(100, () => new Error('too large')))).toBe('')
    expect(incoming.readableEnded).toBe(false)
  })
})
