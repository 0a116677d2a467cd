import { type Ask, type HostileCase, JSON_TYPE, SMALL, range } from './hostile-case.js'

// Many requests at once, each of which is harmless.

// A namespace without the objects of other cases.
const NAMESPACE = '/api/v1/namespaces/flooded'
const MAPS = `${NAMESPACE}/configmaps`
const TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }

const json = (body: object) => JSON.stringify(body)

/** Sends a request many times at once; returns the highest status code. */
const flood = async (count: number, send: (i: number) => Promise<number>) =>
  Math.max(...(await Promise.all(range(count).map(send))))

/** Follows the fast log of a pod, whose oldest lines have been dropped, until it has sent 60,000 bytes. */
async function followFastLog(ask: Ask, readers: number): Promise<number> {
  const pods = '/api/v1/namespaces/default/pods'
  const script = [{ containers: { image: 'fast', logs: [{ text: 'a line of a fast log', every: '1ms' }] } }]
  const node = { metadata: { name: 'logging', annotations: { 'fakecluster/agent': 'running' } } }
  const spec = { nodeName: 'logging', containers: [{ name: 'fast', image: 'fast' }] }
  await ask('POST', '/_fakecluster/hooks', JSON_TYPE, json(script))
  await ask('POST', '/api/v1/nodes', JSON_TYPE, json(node))
  await ask('POST', pods, JSON_TYPE, json({ metadata: { name: 'fast' }, spec }))
  await new Promise((resolve) => setTimeout(resolve, 12_000))
  const log = `${pods}/fast/log?follow=true&tailLines=0&limitBytes=60000`
  const code = await flood(readers, () => ask('GET', log))
  await ask('DELETE', `${pods}/fast?gracePeriodSeconds=0`)
  await ask('DELETE', '/api/v1/nodes/logging')
  await ask('DELETE', '/_fakecluster/hooks')
  return code
}

export const floods: readonly HostileCase[] = [
  { name: '500 readers of a log of a line each millisecond', most: SMALL, send: (ask) => followFastLog(ask, 500) },
  {
    name: '250 ConfigMaps created at once, and 250 more',
    most: SMALL,
    async send(ask) {
      const create = (i: number) =>
        ask('POST', MAPS, JSON_TYPE, json({ metadata: { name: `flood${i}` }, data: { a: 'b' } }))
      await ask('POST', '/api/v1/namespaces', JSON_TYPE, json({ metadata: { name: 'flooded' } }))
      return Math.max(await flood(250, create), await flood(250, (i) => create(250 + i)))
    },
  },
  {
    name: '200 lists of 500 ConfigMaps as tables at once',
    most: SMALL,
    send: (ask) => flood(200, () => ask('GET', MAPS, undefined, undefined, TABLE)),
  },
  {
    name: '200 lists of 500 ConfigMaps in YAML at once',
    most: SMALL,
    send: (ask) => flood(200, () => ask('GET', MAPS, undefined, undefined, { accept: 'application/yaml' })),
  },
  {
    name: '200 watches of 500 ConfigMaps opened at once',
    most: SMALL,
    send: (ask) => flood(200, () => ask('GET', `${MAPS}?watch=1&timeoutSeconds=2`)),
  },
  {
    name: '500 ConfigMaps patched at once, and deleted',
    most: SMALL,
    async send(ask) {
      const patch = json({ data: { a: 'c' } })
      const code = await flood(500, (i) => ask('PATCH', `${MAPS}/flood${i}`, 'application/merge-patch+json', patch))
      await ask('DELETE', MAPS)
      return code
    },
  },
  {
    name: '50 tokens of a ServiceAccount at once',
    most: SMALL,
    send: (ask) =>
      flood(50, () =>
        ask('POST', '/api/v1/namespaces/default/serviceaccounts/default/token', JSON_TYPE, '{"spec":{}}'),
      ),
  },
  {
    name: '100 forks at once',
    most: SMALL,
    send: (ask) => flood(100, () => ask('POST', '/_fakecluster/forks', JSON_TYPE, '{}')),
  },
]
