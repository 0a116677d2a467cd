import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startCluster } from '../../../src/node.js'
import { kubectlBinary } from '../setup/binaries.js'

const run = promisify(execFile)

test('kubectl signs in with the certificate of a kubeconfig, over a connection that is used again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-certificates-'))
  try {
    await using server = await startCluster({
      tls: true,
      authorization: 'rbac',
      users: [{ name: 'ann', groups: ['dev'] }],
    })
    const file = join(folder, 'kubeconfig')
    writeFileSync(file, await server.kubeconfigFor('ann'))
    const binary = await kubectlBinary('v33')
    const kubectl = (...args: string[]) => run(binary, ['--kubeconfig', file, ...args])
    const { stdout } = await kubectl(
      'auth',
      'whoami',
      '-o',
      'jsonpath={.status.userInfo.username} {.status.userInfo.groups}',
    )
    expect(stdout).toBe('ann ["dev","system:authenticated"]')
    await expect(kubectl('get', 'pods')).rejects.toThrow('User "ann" cannot list resource "pods"')
    await server.cluster.create('ClusterRoleBinding', {
      metadata: { name: 'dev' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
      subjects: [{ kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name: 'dev' }],
    })
    expect((await kubectl('get', 'pods')).stderr).toContain('No resources found')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
