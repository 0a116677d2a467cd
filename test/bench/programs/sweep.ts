import type * as Package from '../../../src/index.js'

// Milliseconds of a sweep: a scenario of twenty requests in process, with each of the eight faults on each request it fits.
const { createCluster, sweep, sweepFaults } = (await import(process.argv[2]!)) as typeof Package

const OBJECTS = 6

/** Repeats a request until it succeeds. */
async function persist(
  fetch: Package.Cluster['fetch'],
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  for (;;) {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const init = {
      method,
      ...(body === undefined ? {} : { headers: { 'Content-Type': type }, body: JSON.stringify(body) }),
    }
    const reply = await fetch(path, init).catch(() => undefined)
    if (reply && (reply.ok || (method === 'POST' && reply.status === 409))) return reply
  }
}

/** A list, a watch that is read up to the last change, and a create, a get and a patch of each of six objects. */
async function scenario({ fetch }: Package.Cluster): Promise<void> {
  const all = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
  const { metadata } = (await (await persist(fetch, 'GET', all)).json()) as {
    readonly metadata: { readonly resourceVersion: string }
  }
  const followed = follow(fetch, `${all}?watch=true&resourceVersion=${metadata.resourceVersion}`)
  for (let i = 0; i < OBJECTS; i++) {
    const one = `${all}/lease-${i}`
    await persist(fetch, 'POST', all, { metadata: { name: `lease-${i}` }, spec: { holderIdentity: 'one' } })
    await persist(fetch, 'GET', one)
    await persist(fetch, 'PATCH', one, { spec: { holderIdentity: 'two' } })
  }
  await followed
}

/** Reads a watch up to the last change of the scenario, or until it breaks. */
async function follow(fetch: Package.Cluster['fetch'], path: string): Promise<void> {
  const stop = new AbortController()
  const reply = await fetch(path, { signal: stop.signal }).catch(() => undefined)
  if (!reply?.ok || !reply.body) return
  const last = new RegExp(
    `"name":"lease-${OBJECTS - 1}".*"holderIdentity":"two"|"holderIdentity":"two".*"name":"lease-${OBJECTS - 1}"`,
  )
  let text = ''
  try {
    for await (const chunk of reply.body.pipeThrough(new TextDecoderStream())) if (last.test((text += chunk))) break
  } catch {
    // A broken connection does not matter here.
  }
  stop.abort()
}

process.on('message', () => {
  const cluster = createCluster({ seed: 1 })
  const begin = performance.now()
  void sweep(cluster, scenario).then(({ requests, runs, findings }) =>
    process.send!({
      ms: performance.now() - begin,
      requests: requests.length,
      runs,
      faults: sweepFaults.length,
      findings: findings.length,
    }),
  )
})
process.on('disconnect', () => process.exit())
process.send!('ready')
