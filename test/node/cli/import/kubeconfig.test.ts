import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accessOf } from '../../../../src/node/cli/import/run.js'
import { startCluster } from '../../../../src/node/start.js'
import { createImports } from './imported.js'

const imports = createImports()
const file = (name: string, text: string) => {
  const path = join(imports.folder, name)
  writeFileSync(path, text)
  return path
}

test('imports from the server of a kubeconfig, with its certificate and token', async () => {
  const kubeconfig = join(imports.folder, 'config')
  await using _ = await startCluster({ tls: true, token: 'secret', kubeconfig })
  expect(await imports.run('--kubeconfig', kubeconfig, '--objects', 'ns')).toMatchObject({ code: 0, err: '' })
})

const config = (user: string) => `apiVersion: v1
current-context: here
clusters: [{ name: c, cluster: { server: 'https://127.0.0.1:6443/', insecure-skip-tls-verify: true } }]
contexts: [{ name: here, context: { cluster: c, user: u } }]
users: [{ name: u, user: ${user} }]
`

test('reads credentials from the kubeconfig, or from files beside it', () => {
  file('token', 'from-file\n')
  const path = file('data', config('{ tokenFile: token, client-certificate-data: Y2VydA==, client-key-data: a2V5 }'))
  expect(accessOf(path)).toEqual({
    base: 'https://127.0.0.1:6443',
    token: 'from-file',
    insecure: true,
    tls: { cert: Buffer.from('cert'), key: Buffer.from('key') },
  })
})

test.each([
  [
    config('{ exec: { command: aws } }'),
    /has a program fetch the credentials of u, which is not run here: start kubectl proxy/,
  ],
  ['current-context: other\n', /has no server for its current-context \(other\)\.$/],
  ['a: [', /is no kubeconfig: /],
])('refuses a kubeconfig it cannot use: %j', (text, message) => {
  expect(() => accessOf(file('bad', text))).toThrow(message)
})
