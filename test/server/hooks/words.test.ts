import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { HookRecord } from '../../../src/server/hooks/actions.js'

const add = (match: object, then: object = { cut: true }) =>
  createCluster({ seed: 1 }).hooks.add({ before: match, then } as HookRecord)

describe('a match that no request can fit is refused at registration', () => {
  test.each([
    [{ kind: 'Leese' }, 'before.kind: no kind "Leese" is served; did you mean "Lease"?'],
    [{ kind: ['Node', 'lease'] }, 'before.kind[1]: no kind "lease" is served; did you mean "Lease"?'],
    [{ kind: 'pvc' }, 'before.kind: no kind "pvc" is served; did you mean "PersistentVolumeClaim"?'],
    [
      { kind: 'Backup' },
      'before.kind: no kind "Backup" is served; name one that is defined later with its group, as "Backup.example.com"',
    ],
    [
      { kind: 'Leese.coordination.k8s.io' },
      'before.kind: no kind "Leese.coordination.k8s.io" is served; did you mean "Lease.coordination.k8s.io"?',
    ],
    [
      { kind: 'Lease.cordination.k8s.io' },
      'before.kind: no kind "Lease.cordination.k8s.io" is served; did you mean "Lease.coordination.k8s.io"?',
    ],
    [
      { kind: 'Backup.coordination.k8s.io' },
      'before.kind: no kind "Backup.coordination.k8s.io" is served; the group coordination.k8s.io has ',
    ],
    [{ subresource: 'scael' }, 'before.subresource: no such word as "scael"; did you mean "scale"?'],
    [{ verb: 'updat*x' }, 'before.verb: "updat*x" matches none of "create"'],
    [{ path: 'version' }, 'before.path: must begin with "/", as "/version" does, not "version"'],
    [{ path: '/verison' }, 'before.path: no such path as "/verison"; did you mean "/version"?'],
    [{ path: '/openap/v3' }, 'before.path: no such path as "/openap/v3"; did you mean "/openapi/v3"?'],
    [
      { path: '/api/v1/nodes' },
      'before.path: "/api/v1/nodes" is a path of objects; match these by kind, namespace and name',
    ],
    [{ path: '/version', kind: 'Node' }, 'before.kind: only requests about objects have it'],
    [{ path: '/version', verb: 'list' }, 'before.verb: what has a path of its own is only read'],
  ])('%j', (match, message) => {
    expect(() => add(match)).toThrow(`hooks.add: ${message}`)
  })

  test('with an action that does not fit the match', () => {
    expect(() => add({ path: '/version' }, { stale: { revisions: 1 } })).toThrow(
      'hooks.add: then.stale: can be done only to requests about objects, and this hook is for a path',
    )
  })

  test('by each way to register, with the line of a script and the stack of the caller', async () => {
    const { hooks, controllers, invariant } = createCluster({ seed: 1 })
    const message = 'no kind "Leese" is served; did you mean "Lease"?'
    const match = { kind: 'Leese' }
    expect(() => hooks.before(match, 'Conflict')).toThrow(`hooks.before: match.kind: ${message}`)
    expect(() => hooks.watch(match, { drop: true })).toThrow(`hooks.watch: match.kind: ${message}`)
    expect(() => hooks.expect(match)).toThrow(`hooks.expect: match.kind: ${message}`)
    expect(() => controllers.react({ when: match, then: [] })).toThrow(`controllers.react: when.kind: ${message}`)
    expect(() => invariant('x', () => true, match)).toThrow(`invariant: options.kind: ${message}`)
    await expect(
      hooks.script({ name: 'f.yaml', text: '- before: { kind: Leese }\n  then: { cut: true }' }),
    ).rejects.toThrow(`f.yaml:1:13: before.kind: ${message}`)
    await expect(hooks.script({ name: 'f.yaml', text: 'when: { kind: Leese }\nthen: []' })).rejects.toThrow(
      `f.yaml:1:9: when.kind: ${message}`,
    )
    const controller = { name: 'own', watches: { Leese: 'own' }, reconcile: () => undefined } as const
    expect(() => controllers.add(controller)).toThrow(`controllers.add: own: watches.Leese: ${message}`)
    let thrown: unknown
    try {
      hooks.before(match, 'Conflict')
    } catch (error) {
      thrown = error
    }
    expect(thrown instanceof Error && thrown.stack?.split('\n')[1]).toContain('words.test.ts')
  })
})

describe('a match that a request may fit is accepted', () => {
  test.each([
    { kind: 'leases' },
    { kind: 'Lease.coordination.k8s.io' },
    { kind: 'Backup.example.com' },
    { kind: 'Back*' },
    { subresource: ['scale', 'binding', 'eviction', 'ephemeralcontainers', 'resize', 'status', ''] },
    { verb: 'delete*' },
    { path: ['/version', '/apis*', '/metrics'] },
  ])('%j', (match) => {
    expect(add(match).pending).toBe(true)
  })

  test('for a custom kind that is defined later', async () => {
    const cluster = createCluster({ seed: 1 })
    const hook = cluster.hooks.before({ client: 'test', kind: 'Backup.example.com' }, 'Conflict')
    await cluster.create('CustomResourceDefinition', {
      metadata: { name: 'backups.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { kind: 'Backup', plural: 'backups' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    } as never)
    await cluster.settled()
    await expect(cluster.create('Backup', { metadata: { name: 'b' } })).rejects.toMatchObject({ code: 409 })
    expect(hook.calls).toBe(1)
  })

  test('for each subresource by its name', async () => {
    const cluster = createCluster({ seed: 1 })
    const hook = cluster.hooks.before({ kind: 'Pod', subresource: 'eviction' }, 'TooManyRequests')
    const path = '/api/v1/namespaces/default/pods/p'
    const body = JSON.stringify({ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } })
    const headers = { 'content-type': 'application/json' }
    expect((await cluster.fetch(`${path}/eviction`, { method: 'POST', body, headers })).status).toBe(429)
    expect((await cluster.fetch(path)).status).toBe(404)
    expect(hook.calls).toBe(1)
  })
})

describe('requests for paths without objects', () => {
  test.each([
    ['/version', '/version'],
    ['/api', '/api'],
    ['/apis*', '/apis'],
    ['/apis*', '/apis/apps/v1'],
    ['/openapi/*', '/openapi/v3'],
    ['/readyz', '/readyz'],
    ['/metrics', '/metrics'],
  ])('hook path %s matches a request for %s', async (path, asked) => {
    const cluster = createCluster({ seed: 1 })
    const before = await cluster.fetch(asked)
    const hook = cluster.hooks.before({ path }, { status: 503 }, { times: 1 })
    expect([(await cluster.fetch(asked)).status, (await cluster.fetch(asked)).status]).toEqual([503, before.status])
    expect(hook.calls).toBe(1)
    expect(cluster.journal.requests().at(-2)).toMatchObject({
      code: 503,
      hooks: [{ phase: 'before' }],
      verb: undefined,
    })
  })

  test('are cut, delayed and spoilt like those for objects', async () => {
    const cluster = createCluster({ seed: 1 })
    cluster.hooks.after({ path: '/version' }, { cut: true }, { times: 1 })
    await expect(cluster.fetch('/version').then((reply) => reply.text())).rejects.toThrow('fetch failed')
    cluster.hooks.after({ path: '/version' }, { malformed: 'no' })
    expect(await (await cluster.fetch('/version')).text()).toBe('no')
    cluster.hooks.before({ path: '/apis' }, { delay: '5s' })
    const late = cluster.fetch('/apis')
    await cluster.clock.advance('5s')
    expect((await late).status).toBe(200)
    cluster.hooks.before({ path: '/healthz' }, (call) => ({ status: { code: 500, message: `no ${call.path}` } }))
    expect(await (await cluster.fetch('/healthz')).json()).toMatchObject({ code: 500, message: 'no /healthz' })
    cluster.hooks.before({ path: '/healthz' }, 'Forbidden')
    expect(await (await cluster.fetch('/healthz')).json()).toMatchObject({
      message: 'forbidden: User "admin" cannot get path "/healthz"',
    })
  })

  test('match only hooks with a path, count for expectations, and are never unexpected', async () => {
    const cluster = createCluster({ seed: 1 })
    const all = cluster.hooks.before({}, 503)
    cluster.hooks.expect({ path: '/version' }, { times: 2 })
    for (const path of ['/version', '/apis', '/healthz']) expect((await cluster.fetch(path)).status).toBe(200)
    expect([all.calls, cluster.hooks.unexpected()]).toEqual([0, []])
    expect(() => cluster.hooks.verify()).toThrow('expected { path: /version } came 1 of 2 times')
  })
})

describe('a template', () => {
  const lease = (name: string, holderIdentity: string) => ({ metadata: { name }, spec: { holderIdentity } })

  test('is resolved in "is" and "not"', async () => {
    const cluster = createCluster({ seed: 1 })
    const then = [{ patch: { metadata: { labels: { own: 'yes' } } } }]
    cluster.controllers.react({
      when: { kind: 'Lease', is: { spec: { holderIdentity: '{{ metadata.name }}' } } },
      then,
    })
    cluster.controllers.react({
      when: { kind: 'Lease', not: { spec: { holderIdentity: 'x-{{ metadata.name }}' } } },
      then: [{ patch: { metadata: { labels: { other: 'yes' } } } }],
    })
    cluster.controllers.react({
      when: { kind: 'Lease', is: { metadata: { name: '{{ metadata.annotations.none }}' } } },
      then: [{ delete: true }],
    })
    await cluster.create('Lease', lease('a', 'a'))
    await cluster.create('Lease', lease('b', 'x-b'))
    await cluster.settled()
    expect((await cluster.get('Lease', { name: 'a' })).metadata.labels).toEqual({ own: 'yes', other: 'yes' })
    expect((await cluster.get('Lease', { name: 'b' })).metadata.labels).toBeUndefined()
  })

  test.each([
    [
      { is: { spec: { holderIdentity: '{{ }}' } } },
      'when.is.spec.holderIdentity: {{ }} cannot be resolved: it has to be a path',
    ],
    [
      { not: { spec: { holderIdentity: '{{ metadata.name }' } } },
      'is no template: each is written as {{ metadata.name }}',
    ],
    [
      { is: { spec: { holderIdentity: '{{ .metadata.name }}' } } },
      'leave out the first dot, as in {{ metadata.name }}',
    ],
    [{ is: { spec: { holderIdentity: '{{ name | upper }}' } } }, 'it has to be a path such as metadata.name'],
    [{ is: { spec: { holderIdentity: '{{ metadata.nmae }}' } } }, 'no such member as "nmae"; did you mean "name"?'],
    [
      { is: { spec: { holderIdentity: '{{ spec.holder }}' } } },
      'no such member as "holder"; there is "holderIdentity"',
    ],
    [{ is: { spec: { holderIdentity: '{{ nwo }}' } } }, 'no such member as "nwo"; did you mean "now"?'],
  ])('that cannot be resolved is refused: %j', (state, message) => {
    const { controllers } = createCluster({ seed: 1 })
    expect(() => controllers.react({ when: { kind: 'Lease', ...state }, then: [] })).toThrow(message)
  })

  test('that cannot be resolved is refused in steps too', () => {
    const { controllers } = createCluster({ seed: 1 })
    expect(() =>
      controllers.react({ when: { kind: 'Lease' }, then: [{ event: { reason: 'R', note: '{{ metadata.nam }}' } }] }),
    ).toThrow('controllers.react: then[0].event.note: {{ metadata.nam }} cannot be resolved: no such member as "nam"')
  })

  test.each([
    '{{ metadata.labels.app }}',
    '{{ metadata.annotations["a.b/c"] }}',
    '{{ metadata.ownerReferences[0].name }}',
    '{{now}}',
  ])('may be %s', (note) => {
    const { controllers } = createCluster({ seed: 1 })
    expect(controllers.react({ when: { kind: 'Lease' }, then: [{ event: { reason: 'R', note } }] })).toBeDefined()
  })
})
