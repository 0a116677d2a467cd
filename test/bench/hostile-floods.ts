import { type HostileCase, JSON_TYPE, SMALL, range } from './hostile-case.js'

// Many requests at once, each of which is harmless.

// A namespace without the objects of other cases.
const NAMESPACE = '/api/v1/namespaces/flooded'
const MAPS = `${NAMESPACE}/configmaps`
const TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }

const json = (body: object) => JSON.stringify(body)

/** Sends a request many times at once; returns the highest status code. */
const flood = async (count: number, send: (i: number) => Promise<number>) =>
  Math.max(...(await Promise.all(range(count).map(send))))

export const floods: readonly HostileCase[] = [
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
