import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chromium, startChromium } from './chromium.js'
import { type FileServer, serveFiles } from './files.js'

let chromium: Chromium
let files: FileServer
beforeAll(async () => {
  ;[chromium, files] = await Promise.all([startChromium(), serveFiles({ texts: { '/own.json': '{"own":1}' } })])
})
afterAll(async () => {
  await Promise.all([chromium?.close(), files?.close()])
})

/** Runs a module in a new page, where `asked(url, options)` records all events of an XMLHttpRequest. */
async function play(module: string): Promise<unknown> {
  const visit = await chromium.open(files.origin)
  const result = await visit.run(
    `import { createCluster, intercept } from '${files.origin}/dist/browser.js'
     const cluster = createCluster({ seed: 1, clock: 'virtual' })
     const Platform = XMLHttpRequest
     const interception = intercept(cluster, { hosts: ['cluster.local'] })
     const at = (path) => 'http://cluster.local/api/v1/namespaces/default/' + path
     const EVENTS = ['readystatechange', 'loadstart', 'progress', 'load', 'error', 'timeout', 'abort', 'loadend']
     const asked = (url, { method = 'GET', headers = {}, body, make = () => new XMLHttpRequest(), ready = () => {}, on = () => {} } = {}) => {
       const request = make()
       const heard = []
       for (const type of EVENTS) request.addEventListener(type, (event) => {
         heard.push(type === 'readystatechange' ? request.readyState : type)
         on(event, request)
       })
       const ended = new Promise((resolve) => request.addEventListener('loadend', () => resolve()))
       request.open(method, url)
       for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
       ready(request)
       request.send(body)
       return { request, heard, ended }
     }
     const whole = async (...given) => { const told = asked(...given); await told.ended; return told }
     ${module}`,
  )
  await visit.close()
  return result
}

describe('a request to a host of the cluster', () => {
  test('writes and reads, with headers of request and reply', async () => {
    const result = await play(
      `const made = await whole(at('configmaps'), {
         method: 'POST',
         headers: { 'Content-Type': 'application/json' },
         body: JSON.stringify({ metadata: { name: 'a' }, data: { b: 'c' } }),
       })
       const read = await whole(at('configmaps/a'), { ready: (request) => { request.responseType = 'json' } })
       const { data } = await cluster.get('ConfigMap', { name: 'a' })
       const { request } = made
       export const result = [
         request.status, JSON.parse(request.responseText).data, request.response === request.responseText, request.responseURL,
         request.getResponseHeader('content-TYPE'), request.getResponseHeader('x-none'),
         request.getAllResponseHeaders().includes('content-type: application/json\\r\\n'),
         read.request.response.data, data, request instanceof XMLHttpRequest, request instanceof Platform, XMLHttpRequest.DONE, XMLHttpRequest.name,
       ]`,
    )
    const url = 'http://cluster.local/api/v1/namespaces/default/configmaps'
    const data = { b: 'c' }
    expect(result).toEqual([
      ...[201, data, true, url, 'application/json', null, true],
      ...[data, data, true, true, 4, 'XMLHttpRequest'],
    ])
  })

  test('fires the events of the platform, in the same order', async () => {
    const look = `(request) => [request.readyState, request.status, request.responseURL, request.getAllResponseHeaders(), request.getResponseHeader('Content-Type'), request.responseText]`
    const result = (await play(
      `const look = ${look}
       const follow = async (url, make) => {
         const early = []
         const { heard, request } = await whole(url, { make, ready: (request) => early.push(look(request)) })
         // The number of chunks depends on the network.
         const order = heard.filter((word, i) => word !== heard[i - 2] || word !== (heard[i] === 3 ? 3 : 'progress'))
         return { early, order, done: request.readyState }
       }
       const states = (order) => order.filter((word, i) => order.indexOf(word) === i)
       const [own, ours] = [await follow('/own.json', () => new Platform()), await follow(at('configmaps'))]
       const passed = await follow('/own.json')
       export const result = [own, ours, passed].map(({ early, order, done }) => ({ early, order: states(order), done }))`,
    )) as readonly unknown[]
    const [own, ours, passed] = result
    expect(own).toMatchObject({ order: [1, 'loadstart', 2, 3, 'progress', 4, 'load', 'loadend'], done: 4 })
    expect(ours).toEqual(own)
    expect(passed).toEqual(own)
  })

  test('returns the reply as responseType says', async () => {
    const result = await play(
      `const as = async (type) => (await whole(at('configmaps'), { ready: (request) => { request.responseType = type } })).request
       const [text, bytes, blob, page] = [await as('text'), await as('arraybuffer'), await as('blob'), await as('document')]
       const thrown = (run) => { try { run() } catch (error) { return error.name } }
       const odd = await whole('http://cluster.local/healthz', { ready: (request) => { request.responseType = 'json' } })
       export const result = [
         JSON.parse(text.response).kind, JSON.parse(new TextDecoder().decode(bytes.response)).kind,
         JSON.parse(await blob.response.text()).kind, blob.response.type, page.response, page.responseXML, odd.request.status, odd.request.response,
         thrown(() => bytes.responseText), thrown(() => bytes.responseXML), thrown(() => { bytes.responseType = 'json' }),
       ]`,
    )
    const list = 'ConfigMapList'
    const refused = 'InvalidStateError'
    expect(result).toEqual([list, list, list, 'application/json', null, null, 200, null, refused, refused, refused])
  })

  test('streams a watch, and ends it on abort', async () => {
    const result = await play(
      `let heard
       const event = new Promise((resolve) => { heard = resolve })
       const told = asked(at('configmaps?watch=true&resourceVersion=0&fieldSelector=metadata.name%3Da'), {
         on: ({ type }, { readyState, responseText }) => type === 'readystatechange' && readyState === 3 && responseText.includes('ADDED') && heard(),
       })
       await cluster.create('ConfigMap', { metadata: { name: 'a' } })
       await event
       const open = [told.request.readyState, cluster.watches().length]
       told.request.abort()
       const { heard: events, request } = told
       while (cluster.watches().length > 0) await new Promise((resolve) => setTimeout(resolve, 1))
       export const result = [open, events.slice(-3), request.readyState, request.status, request.responseText]`,
    )
    expect(result).toEqual([[3, 1], [4, 'abort', 'loadend'], 0, 0, ''])
  })

  test('fires error for a broken connection, and timeout for a slow reply', async () => {
    const result = await play(
      `cluster.hooks.before({ kind: 'Secret' }, { cut: true })
       cluster.hooks.before({ kind: 'Lease' }, { delay: '1h' })
       const cut = await whole(at('secrets'))
       const late = await whole('http://cluster.local/apis/coordination.k8s.io/v1/namespaces/default/leases', { ready: (request) => { request.timeout = 20 } })
       const refused = await whole(at('configmaps/none'))
       export const result = [cut.heard, cut.request.status, late.heard, late.request.readyState, refused.request.status, JSON.parse(refused.request.response).reason]`,
    )
    const failed = (word: string) => [1, 'loadstart', 4, word, 'loadend']
    expect(result).toEqual([failed('error'), 0, failed('timeout'), 4, 404, 'NotFound'])
  })

  test('has a timeout that can be changed after send, and counts from send', async () => {
    const result = await play(
      `cluster.hooks.before({ kind: 'Lease' }, { delay: '1h' })
       const leases = 'http://cluster.local/apis/coordination.k8s.io/v1/namespaces/default/leases'
       const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
       const later = asked(leases)
       await pause(50)
       // This time has passed already.
       later.request.timeout = 40
       const before = later.heard.includes('timeout')
       await later.ended
       const taken = asked(leases, { ready: (request) => { request.timeout = 100 } })
       taken.request.timeout = 0
       const longer = asked(leases, { ready: (request) => { request.timeout = 100 } })
       longer.request.timeout = 3600_000
       await pause(300)
       const still = [taken, longer].map(({ heard, request }) => [heard.includes('timeout'), request.timeout])
       longer.request.timeout = 1
       await longer.ended
       const done = await whole(at('configmaps'))
       done.request.timeout = 1
       await pause(20)
       export const result = [before, later.heard, still, longer.heard, done.heard.at(-1), done.request.status]`,
    )
    const failed = [1, 'loadstart', 4, 'timeout', 'loadend']
    expect(result).toEqual([
      false,
      failed,
      [
        [false, 0],
        [false, 3_600_000],
      ],
      failed,
      'loadend',
      200,
    ])
  })

  test('can be reopened, during a request too, and for other hosts', async () => {
    const result = await play(
      `const first = asked(at('configmaps'))
       const { request, heard } = first
       request.open('GET', at('secrets'))
       request.send()
       await first.ended
       const kinds = [JSON.parse(request.responseText).kind]
       const again = async (url) => {
         const ended = new Promise((resolve) => request.addEventListener('loadend', resolve, { once: true }))
         request.open('GET', url)
         request.send()
         await ended
         return request.responseText
       }
       kinds.push(JSON.parse(await again(at('services'))).kind, await again('/own.json'), JSON.parse(await again(at('pods'))).kind)
       export const result = [kinds, heard.filter((word) => word === 'loadend').length, heard.filter((word) => word === 1).length, heard.includes('abort')]`,
    )
    expect(result).toEqual([['SecretList', 'ServiceList', '{"own":1}', 'PodList'], 4, 4, false])
  })

  test('throws as the platform does, and refuses synchronous requests', async () => {
    const result = await play(
      `const thrown = (run) => { try { return run() ?? 'nothing' } catch (error) { return error.name } }
       const request = new XMLHttpRequest()
       const early = [thrown(() => request.send()), thrown(() => request.setRequestHeader('a', 'b'))]
       const odd = [thrown(() => request.open('GE T', at('pods'))), thrown(() => request.open('TRACE', at('pods'))), thrown(() => request.open('GET', at('pods'), false))]
       request.open('GET', at('pods'))
       const headers = [thrown(() => request.setRequestHeader('a b', 'c'))]
       const ended = new Promise((resolve) => { request.onloadend = resolve })
       request.send()
       const twice = [thrown(() => request.send()), thrown(() => request.setRequestHeader('a', 'b'))]
       await ended
       export const result = [...early, ...odd, ...headers, ...twice, thrown(() => request.overrideMimeType('text/plain'))]`,
    )
    const state = 'InvalidStateError'
    expect(result).toEqual([
      ...[state, state, 'SyntaxError', 'SecurityError', 'NotSupportedError'],
      ...['SyntaxError', state, state, state],
    ])
  })
})

test('uses the network again after restore()', async () => {
  const result = await play(
    `const early = new XMLHttpRequest()
     early.open('GET', at('configmaps'))
     const ended = new Promise((resolve) => { early.onloadend = resolve })
     interception.restore()
     early.send()
     await ended
     const Kept = Object.getPrototypeOf(early).constructor
     const kept = await whole('/own.json', { make: () => new Kept() })
     export const result = [early.status, XMLHttpRequest === Platform, kept.request.responseText]`,
  )
  expect(result).toEqual([200, true, '{"own":1}'])
})
