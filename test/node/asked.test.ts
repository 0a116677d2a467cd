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

describe('an incoming API request', () => {
  test.each([
    '/api',
    '/api/v1/nodes?labelSelector=a%3Db&limit=5',
    '/apis/apps/v1/namespaces/default/deployments/a.b/scale?fieldManager=x',
  ])('for %s needs no web Request object', (url) => {
    const asked = askedOf(incomingOf(url, { host: 'localhost:8080', accept: 'application/json' }), 'http')!
    expect([asked.method, asked.url, asked.headers.get('accept'), asked.headers.get('user-agent')]).toEqual([
      'GET',
      `http://localhost:8080${url}`,
      'application/json',
      null,
    ])
  })

  test('has the scheme it was received with in its URL', () => {
    expect(askedOf(incomingOf('/api'), 'https')!.url).toBe('https://127.0.0.1:8080/api')
  })

  test.each([
    ['another path', '/version'],
    ['a ".." segment', '/api/v1/../../version'],
    ['a "." segment', '/api/./v1'],
    ['percent-encoding in the path', '/api/v1/%6eodes'],
    ['a character that URLs escape', '/api/v1/nodes?labelSelector=a"b'],
    ['a backslash', '/api\\v1'],
    ['an absolute URL', 'http://elsewhere/api'],
  ])('with %s needs a Request', (_, url) => {
    expect(askedOf(incomingOf(url), 'http')).toBe(undefined)
  })

  test.each([
    ['no Host header', {}],
    ['a Host with uppercase letters', { host: 'LocalHost' }],
    ['a bracketed IPv6 address as Host', { host: '[::1]:8080' }],
    ['an invalid Host', { host: 'a b' }],
  ])('with %s needs a Request too', (_, headers) => {
    expect(askedOf(incomingOf('/api', headers as Record<string, string>), 'http')).toBe(undefined)
  })
})
