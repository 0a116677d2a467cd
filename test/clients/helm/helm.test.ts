import type { AnyObject } from '../../../src/kinds/object-types.js'
import { describe, expect, test } from 'vitest'
import { helmBinary } from '../setup/binaries.js'
import { type HelmVersion, helms } from '../setup/versions.js'
import { type Server, profiles, startServer } from '../support/server.js'
import { type Shell, openShell } from '../support/shell.js'
import { chart } from './chart.js'

const kinds = [
  'Lease',
  'PersistentVolumeClaim',
  'PodDisruptionBudget',
  'ConfigMap',
  'Secret',
  'ServiceAccount',
  'Service',
  'Deployment',
] as const

const versions = Object.keys(helms) as HelmVersion[]
const cases = versions.flatMap((version) =>
  profiles.map((profile) => [helms[version].release, profile, version] as const),
)

/** Runs a command that has to succeed, and returns its output. */
async function helm({ run }: Shell, version: HelmVersion, args: string): Promise<string> {
  const { code, stdout, stderr } = await run(await helmBinary(version), args)
  expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' })
  return stdout
}

/** Returns the fields of a release that values set, and the kinds of its objects. */
async function released({ cluster }: Server) {
  const lists = await Promise.all(kinds.map((kind) => cluster.list(kind, { labelSelector: 'app=web' })))
  const found = kinds.filter((_, i) => lists[i]!.items.length === 1)
  const member = (kind: (typeof kinds)[number], name: string) =>
    (lists[kinds.indexOf(kind)]!.items[0] as AnyObject & { readonly spec?: { readonly [member: string]: unknown } })
      ?.spec?.[name] // each has a spec
  return { found, holder: member('Lease', 'holderIdentity'), replicas: member('Deployment', 'replicas') }
}

type Revision = { readonly revision: string; readonly status: string; readonly description?: string }
const revisions = (json: string) =>
  (JSON.parse(json) as readonly Revision[]).map(({ revision, status }) => `${revision} ${status}`)

describe.each(cases)('helm %s, %s', (_, profile, version) => {
  test('34. install, upgrade, rollback, uninstall', async ({ onTestFinished: atEnd }) => {
    const server = await startServer({ profile }, atEnd)
    const shell = await openShell(server.kubeconfig, atEnd, chart(server))
    const play = (args: string) => helm(shell, version, args)

    expect(await play('install web shop')).toMatch(/^STATUS: deployed\nREVISION: 1\n(.*\n)*NOTES:\nHeld by one\.\n/m)
    expect(await released(server)).toEqual({ found: kinds, holder: 'one', replicas: 1 })
    const status = await play(`status web${version === 'v30' ? ' --show-resources' : ''}`)
    expect(status).toMatch(/^STATUS: deployed$/m)
    expect(status.match(/^==> v1\/\w+$/gm)?.toSorted()).toEqual(kinds.map((kind) => `==> v1/${kind}`).toSorted())
    expect(revisions(await play('list -o json'))).toEqual(['1 deployed'])

    expect(await play('upgrade web shop --set holder=two,replicas=3')).toMatch(
      /^STATUS: deployed\nREVISION: 2\n(.*\n)*NOTES:\nHeld by two\.\n/m,
    )
    expect(await released(server)).toEqual({ found: kinds, holder: 'two', replicas: 3 })
    expect(await play('get values web -o json')).toBe('{"holder":"two","replicas":3}\n')
    await play('upgrade web shop --set holder=three,replicas=0')
    expect(await released(server)).toEqual({
      found: kinds.filter((kind) => kind !== 'Service' && kind !== 'Deployment'),
      holder: 'three',
      replicas: undefined,
    })

    expect(await play('rollback web 1')).toBe('Rollback was a success! Happy Helming!\n')
    expect(await released(server)).toEqual({ found: kinds, holder: 'one', replicas: 1 })
    expect(revisions(await play('history web -o json'))).toEqual([
      '1 superseded',
      '2 superseded',
      '3 superseded',
      '4 deployed',
    ])
    expect(
      (await server.cluster.list('Secret', { labelSelector: 'owner=helm' })).items.map(
        ({ metadata }) => metadata.labels?.['status'],
      ),
    ).toEqual(['superseded', 'superseded', 'superseded', 'deployed'])

    expect(await play('uninstall web')).toBe('release "web" uninstalled\n')
    expect(await released(server)).toEqual({ found: ['PersistentVolumeClaim'], holder: undefined, replicas: undefined })
    expect(await play('list -o json')).toBe('[]\n')
    const { code, stderr } = await shell.run(await helmBinary(version), 'status web')
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'Error: release: not found\n' })
  })
})

const waits = [
  ...cases.map((each) => [...each, false] as const),
  ...cases.filter(([, , version]) => version === 'v35').map((each) => [...each, true] as const),
]

test.for(waits)(
  '34. install --wait ends once the claim is bound (helm %s, %s, %s, WatchList %s)',
  async ([, profile, version, gated], context) => {
    const { onTestFinished: atEnd } = context
    const server = await startServer({ profile, featureGates: { WatchList: gated } }, atEnd)
    const { start } = await openShell(server.kubeconfig, atEnd, chart(server))
    const command = start(await helmBinary(version), 'install web shop --wait --set replicas=0 --timeout 100s')
    const looks = (path: string) =>
      server.received.entries.filter(({ path: asked, method }) => method === 'GET' && asked.includes(path)).length
    await server.received.until(() =>
      server.received.entries.some(({ method, path }) => method !== 'GET' && path.includes('/persistentvolumeclaims')),
    )
    const before = looks('/persistentvolumeclaims')
    await server.received.until(() => looks('/persistentvolumeclaims') > before)
    await server.cluster.patch(
      'PersistentVolumeClaim',
      { name: 'web' },
      { status: { phase: 'Bound' } },
      { subresource: 'status' },
    )
    const { code, stdout, stderr } = await command.finished
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^STATUS: deployed$/m)
  },
)

test.for(versions)(
  'the chart that helm %s makes itself, with an ingress and an autoscaler',
  async (version, { onTestFinished: atEnd }) => {
    const server = await startServer({ profile: 'kubernetes', controllers: 'default' }, atEnd)
    const shell = await openShell(server.kubeconfig, atEnd)
    const play = (args: string) => helm(shell, version, args)
    await play('create shop')
    expect(await play('install web shop --set ingress.enabled=true,autoscaling.enabled=true')).toMatch(
      /^STATUS: deployed$/m,
    )
    const made = ['Deployment', 'Service', 'ServiceAccount', 'Ingress', 'HorizontalPodAutoscaler'] as const
    const count = async () =>
      Promise.all(
        made.map(
          async (kind) =>
            (await server.cluster.list(kind, { labelSelector: 'app.kubernetes.io/instance=web' })).items.length,
        ),
      )
    expect(await count()).toEqual([1, 1, 1, 1, 1])
    await play('upgrade web shop --set autoscaling.enabled=false')
    expect(await count()).toEqual([1, 1, 1, 0, 0])
    expect(await play('uninstall web')).toBe('release "web" uninstalled\n')
    expect(await count()).toEqual([0, 0, 0, 0, 0])
  },
)
