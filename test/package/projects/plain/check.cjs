const assert = require('node:assert/strict')

const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }
const post = (url) =>
  new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...namespace, metadata: { name: 'bank' } }),
  })

/** Uses both doors as a program would: without HTTP, by fetch in process, and over a socket. */
module.exports = async function check(core, node) {
  assert.equal(core.StatusError, node.StatusError)
  const cluster = core.createCluster({ profile: 'kubernetes', seed: 1 })
  await exercise(cluster, core.StatusError, 'http://cluster', (request) => cluster.fetch(request))
  await cluster.close()

  const server = await node.startCluster({ profile: 'example', seed: 1, port: 0 })
  try {
    assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/)
    assert.equal(typeof server[Symbol.asyncDispose ?? 'close'], 'function')
    await exercise(server.cluster, core.StatusError, server.url, fetch)
  } finally {
    await server.close()
  }
}

async function exercise(cluster, StatusError, base, send) {
  await cluster.create('Namespace', namespace)
  assert.equal((await cluster.get('Namespace', { name: 'shop' })).metadata.name, 'shop')
  assert.equal((await send(new Request(`${base}/api/v1/namespaces/shop`))).status, 200)
  assert.equal((await send(post(`${base}/api/v1/namespaces`))).status, 201)
  assert.equal((await cluster.get('Namespace', { name: 'bank' })).metadata.name, 'bank')
  // YAML is loaded at first use.
  const yaml = await send(new Request(`${base}/api/v1/namespaces/shop`, { headers: { accept: 'application/yaml' } }))
  assert.match(await yaml.text(), /^kind: Namespace$/m)
  await assert.rejects(
    Promise.resolve(cluster.get('Namespace', { name: 'none' })),
    (error) => error instanceof StatusError && error.code === 404 && error.reason === 'NotFound',
  )
}
