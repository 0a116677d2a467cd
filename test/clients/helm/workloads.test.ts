import { expect, test } from 'vitest'
import { helmBinary } from '../setup/binaries.js'
import { type HelmVersion, helms } from '../setup/versions.js'
import { startServer } from '../support/server.js'
import { openShell } from '../support/shell.js'

const versions = Object.keys(helms) as HelmVersion[] // the keys of the declaration
/** The flag that rolls back a release which does not become ready. */
const ROLLBACK: { readonly [version in HelmVersion]: string } = { v30: '--atomic', v35: '--rollback-on-failure' }
const IMAGE = 'image.repository=shop/api,image.tag'
const scripts = [
  { image: 'shop/api:bad', pull: 'ErrImagePull' as const },
  { image: 'shop/api:*', ready: '1s', http: { '/': 'ok\n' } },
  { image: 'busybox', exit: { after: '1s' } },
]

test.for(versions)(
  'helm %s waits for what lives: install, test, upgrade, an upgrade that fails, rollback, uninstall',
  async (version, { onTestFinished: atEnd }) => {
    const server = await startServer(
      { profile: 'kubernetes', controllers: 'default', nodes: 2, containers: scripts },
      atEnd,
    )
    const { cluster } = server
    const shell = await openShell(server.kubeconfig, atEnd)
    const binary = await helmBinary(version)
    const play = async (args: string) => {
      const { code, stdout, stderr } = await shell.run(binary, args)
      expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: expect.any(String) as string })
      return stdout
    }
    const images = async () =>
      (await cluster.list('Pod', { labelSelector: 'app.kubernetes.io/instance=web' })).items
        // Terminating pods may still run.
        .filter(({ metadata, status }) => status?.phase === 'Running' && !metadata.deletionTimestamp)
        .map(({ spec }) => spec?.containers[0]?.image)
    const history = async () =>
      (
        JSON.parse(await play('history web -o json')) as readonly {
          readonly revision: number
          readonly status: string
        }[]
      ) // the format of helm
        .map(({ revision, status }) => `${revision} ${status}`)

    await play('create shop')
    expect(await play(`install web shop --set ${IMAGE}=1,replicaCount=2 --wait --timeout 60s`)).toMatch(
      /^STATUS: deployed$/m,
    )
    expect(await images()).toEqual(['shop/api:1', 'shop/api:1'])
    expect(await play('test web --timeout 60s')).toMatch(/^Phase:\s+Succeeded$/m)

    await play(`upgrade --install web shop --set ${IMAGE}=2 --wait --timeout 60s`)
    expect(await images()).toEqual(['shop/api:2'])
    const failed = await shell.run(
      binary,
      `upgrade --install web shop --set ${IMAGE}=bad ${ROLLBACK[version]} --timeout 6s`,
    )
    expect([failed.code, failed.stderr]).toEqual([1, expect.stringMatching(/failed, and has been rolled back/)])
    expect(await history()).toEqual(['1 superseded', '2 superseded', '3 failed', '4 deployed'])
    expect(await images()).toEqual(['shop/api:2'])

    await play('rollback web 1 --wait --timeout 60s')
    expect(await images()).toEqual(['shop/api:1', 'shop/api:1'])
    expect(await play('uninstall web --wait --timeout 60s')).toBe('release "web" uninstalled\n')
    expect((await cluster.list('Deployment')).items).toEqual([])
    expect(await play('list -o json')).toBe('[]\n')
  },
)
