import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { askedOf } from '../../src/node/asked.js'

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

describe('a request for the API', () => {
  test.each([
    '/api',
    '/api/v1/nodes?labelSelector=a%3Db&limit=5',
    '/apis/apps/v1/namespaces/default/deployments/a.b/scale?fieldManager=x',
  ])('%s needs no Request around it', (url) => {
    const asked = askedOf(incomingOf(url, { host: 'localhost:8080', accept: 'application/json' }), 'http')!
    expect([asked.method, asked.url, asked.headers.get('accept'), asked.headers.get('user-agent')]).toEqual([
      'GET',
      `http://localhost:8080${url}`,
      'application/json',
      null,
    ])
  })

  test('is told of in the scheme it came by', () => {
    expect(askedOf(incomingOf('/api'), 'https')!.url).toBe('https://127.0.0.1:8080/api')
  })

  test.each([
    ['another path', '/version'],
    ['a part that means the one above', '/api/v1/../../version'],
    ['a part that means itself', '/api/./v1'],
    ['escapes', '/api/v1/%6eodes'],
    ['a character that is escaped', '/api/v1/nodes?labelSelector=a"b'],
    ['a backslash', '/api\\v1'],
    ['a whole URL', 'http://elsewhere/api'],
  ])('with %s does', (_, url) => {
    expect(askedOf(incomingOf(url), 'http')).toBe(undefined)
  })

  test.each([
    ['no host', {}],
    ['a host in capitals', { host: 'LocalHost' }],
    ['an address in brackets', { host: '[::1]:8080' }],
    ['a host that is none', { host: 'a b' }],
  ])('with %s does too', (_, headers) => {
    expect(askedOf(incomingOf('/api', headers as Record<string, string>), 'http')).toBe(undefined)
  })
})
