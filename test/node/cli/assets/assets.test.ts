import { spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run as runApiServer } from '../../../../src/node/cli/assets/api-server.js'
import {
  EFFECTIVE,
  FURTHER,
  REFUSED,
  SWITCHES,
  WITHOUT_EFFECT,
} from '../../../../src/node/cli/assets/api-server-flags.js'
import { type Program, TEXTS, runEtcd } from '../../../../src/node/cli/assets/program.js'
import { startCommand } from '../../../../src/node/cli/start-command.js'
import { runAssets } from '../../../../src/node/cli/assets/command.js'

const folder = mkdtempSync(join(tmpdir(), 'fakecluster-assets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const at = (...path: readonly string[]) => join(folder, ...path)

beforeAll(async () => {
  const authority = await generate([{ name: 'commonName', value: 'clients' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  })
  writeFileSync(at('ca.crt'), authority.cert)
  const admin = await generate(
    [
      { name: 'commonName', value: 'default' },
      { name: 'organizationName', value: 'system:masters' },
    ],
    {
      keyType: 'ec',
      algorithm: 'sha256',
      ca: { key: authority.private, cert: authority.cert },
      extensions: [{ name: 'extKeyUsage', clientAuth: true }],
    },
  )
  writeFileSync(at('admin.crt'), admin.cert)
  writeFileSync(at('admin.key'), admin.private)
  const serving = await generate([{ name: 'commonName', value: 'envtest' }], { keyType: 'ec', algorithm: 'sha256' })
  mkdirSync(at('certs'))
  writeFileSync(at('certs', 'apiserver.crt'), serving.cert)
  writeFileSync(at('certs', 'apiserver.key'), serving.private)
  writeFileSync(at('certs', 'sa-signer.crt'), authority.cert)
  writeFileSync(at('certs', 'sa-signer.key'), authority.private)
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  await new Promise((resolve) => server.close(resolve))
  return port
}

type Started = { readonly port: number; readonly lines: readonly string[]; readonly stop: () => Promise<void> }

/** Starts a program; it has begun once it logs that it listens. */
async function started(
  program: Program,
  argv: (port: number) => readonly string[],
  env: { readonly [name: string]: string } = {},
  path = at('kube-apiserver'),
): Promise<Started> {
  const port = await freePort()
  const stop = new AbortController()
  const lines: string[] = []
  let ended: Promise<void> | undefined
  await new Promise<void>((resolve, reject) => {
    const log = (line: string) => {
      lines.push(line)
      if (line.includes('listens on')) resolve()
    }
    ended = program(argv(port), { path, env, log, signal: stop.signal })
    ended.catch(reject)
    if (program === runEtcd) void answered(`http://127.0.0.1:${port}/health`).then(() => resolve())
  })
  return {
    port,
    lines,
    async stop() {
      stop.abort()
      await ended
    },
  }
}

async function answered(url: string): Promise<string> {
  for (;;) {
    try {
      return await (await fetch(url)).text()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

/** The flags that envtest of controller-runtime 0.21 gives. */
const envtest = (port: number): readonly string[] => [
  '--allow-privileged=true',
  '--authorization-mode=RBAC',
  '--bind-address=127.0.0.1',
  `--cert-dir=${at('certs')}`,
  `--client-ca-file=${at('ca.crt')}`,
  '--disable-admission-plugins=ServiceAccount',
  '--etcd-servers=http://127.0.0.1:2379',
  `--secure-port=${port}`,
  `--service-account-issuer=https://127.0.0.1:${port}/`,
  `--service-account-key-file=${at('certs', 'sa-signer.crt')}`,
  `--service-account-signing-key-file=${at('certs', 'sa-signer.key')}`,
  '--service-cluster-ip-range=10.0.0.0/24',
]

function ask(port: number, path: string, isAdmin = true): Promise<{ readonly code: number; readonly body: string }> {
  const shown = isAdmin ? { cert: readFileSync(at('admin.crt')), key: readFileSync(at('admin.key')) } : {}
  return new Promise((resolve, reject) => {
    request({ port, path, host: '127.0.0.1', rejectUnauthorized: false, agent: false, ...shown }, (response) => {
      let body = ''
      response.on('data', (piece) => (body += String(piece)))
      response.on('end', () => resolve({ code: response.statusCode ?? 0, body }))
    })
      .on('error', reject)
      .end()
  })
}

/** Returns the names of the controllers that run. */
const controllersOf = async (port: number) => {
  const { body } = await ask(port, '/_fakecluster/controllers')
  return (JSON.parse(body) as { readonly items: readonly { readonly name: string }[] }).items.map(({ name }) => name)
}

describe('kube-apiserver', () => {
  test('does what envtest waits for, with its certificates, and no controllers but its own', async () => {
    const { port, lines, stop } = await started(runApiServer, envtest)
    expect((await ask(port, '/healthz', false)).body).toBe('ok')
    expect((await ask(port, '/readyz', false)).body).toBe('ok')
    expect((await ask(port, '/api/v1/namespaces', false)).code).toBe(403)
    expect((await ask(port, '/api/v1/namespaces/default')).code).toBe(200)
    const { body: admin } = await ask(port, '/apis/rbac.authorization.k8s.io/v1/clusterroles/admin')
    expect(JSON.parse(admin)).toMatchObject({ metadata: { name: 'admin' }, rules: null })
    expect((await controllersOf(port)).sort()).toEqual([
      ...['api-services', 'autoregistration', 'elections', 'event-expiry', 'flow-control'],
      ...['ip-addresses', 'kubernetes-service'],
    ])
    const { body: openId } = await ask(port, '/.well-known/openid-configuration')
    expect(JSON.parse(openId)).toMatchObject({
      issuer: `https://127.0.0.1:${port}/`,
      id_token_signing_alg_values_supported: ['ES256'],
    })
    expect(lines).toEqual([expect.stringMatching(/listens on https:.* in place of kube-apiserver$/)])
    await stop()
    await expect(ask(port, '/healthz')).rejects.toThrow('ECONNREFUSED')
  })

  test('writes a certificate of its own to an empty folder, for the names of the Service kubernetes', async () => {
    const argv = (port: number) =>
      envtest(port).map((flag) => flag.replace(/^--cert-dir=.*/, `--cert-dir=${at('new')}`))
    const { port, stop } = await started(runApiServer, argv)
    const { subjectAltName, fingerprint256 } = new X509Certificate(readFileSync(at('new', 'apiserver.crt')))
    expect(subjectAltName).toContain('DNS:kubernetes.default.svc')
    expect(subjectAltName).toContain('IP Address:10.0.0.1')
    expect(statSync(at('new', 'apiserver.key')).mode & 0o777).toBe(0o600)
    expect((await ask(port, '/healthz')).body).toBe('ok')
    await stop()
    await (await started(runApiServer, argv)).stop()
    expect(new X509Certificate(readFileSync(at('new', 'apiserver.crt'))).fingerprint256).toBe(fingerprint256)
  })

  test('answers nobody without credentials where everything is allowed in the end', async () => {
    const { port, stop } = await started(runApiServer, (port) => [
      ...envtest(port),
      '--authorization-mode=RBAC,AlwaysAllow',
      '--anonymous-auth=true',
    ])
    expect((await ask(port, '/api/v1/namespaces', false)).code).toBe(401)
    expect((await ask(port, '/api/v1/namespaces')).code).toBe(200)
    await stop()
  })

  test('takes further flags from variables, and from a file beside it', async () => {
    mkdirSync(at('beside'))
    writeFileSync(at('beside', 'fakecluster.yaml'), 'nodes: 2\ncontrollers: none\n')
    const env = {
      FAKECLUSTER_FLAGS: `--seed 7 --start "2030-01-01T00:00:00Z"`,
      FAKECLUSTER_CONTROLLERS: 'namespace-end',
    }
    const { port, stop } = await started(runApiServer, envtest, env, at('beside', 'kube-apiserver'))
    const { items } = JSON.parse((await ask(port, '/api/v1/nodes')).body) as { readonly items: readonly unknown[] }
    expect(items).toHaveLength(2)
    expect(await controllersOf(port)).toEqual(['namespace-end'])
    expect((await ask(port, '/api/v1/namespaces/default')).body).toContain('2030-01-01T00:00:00Z')
    await stop()
  })

  test('tells which flags and feature gates have no effect', async () => {
    const { lines, stop } = await started(runApiServer, (port) => [
      ...envtest(port),
      '--feature-gates=WatchList=true,kube:JobManagedBy=true',
      '--max-requests-inflight=400',
      '-v',
      '4',
    ])
    expect(lines.slice(0, 2)).toEqual([
      'Without effect here: --max-requests-inflight, --v',
      'Feature gates without effect here: JobManagedBy=true',
    ])
    await stop()
  })

  test.each([
    [['--oidc-issuer-url=https://x'], '--oidc-issuer-url is not imitated: users are those of --client-ca-file'],
    [['--secure-prot=1'], 'unknown flag: --secure-prot; did you mean --secure-port?'],
    [['--bind-address'], 'flag needs an argument: --bind-address'],
    [['start'], 'kube-apiserver takes no arguments, and got "start"'],
    [['--version=v1.33.13-custom'], '--version=v1.33.13-custom is not imitated: the version that is told is that of'],
    [['--authorization-mode=Webhook'], '--authorization-mode takes'],
  ])('%j is refused in words', async (argv, message) => {
    const io = { path: at('x'), env: {}, log: () => undefined, signal: AbortSignal.abort() }
    await expect(runApiServer(argv, io)).rejects.toThrow(message)
  })

  test('each flag is in one list only, and those that take effect are flags of fakecluster', () => {
    const all = [...Object.keys(EFFECTIVE), ...FURTHER, ...Object.keys(REFUSED), ...WITHOUT_EFFECT]
    expect(all.filter((flag, i) => all.indexOf(flag) !== i)).toEqual([])
    expect(SWITCHES.filter((flag) => !all.includes(flag))).toEqual([])
    const own = Object.keys(startCommand.flags)
    expect(Object.values(EFFECTIVE).filter((flag) => !own.includes(flag))).toEqual([])
  })

  test('its help has no flag --insecure-port, and its version is that of kube-apiserver', async () => {
    const { help, version } = TEXTS['kube-apiserver']
    expect(help).toMatch(/^\s*--secure-port\b/m)
    expect(help).not.toMatch(/^\s*--insecure-port\b/m)
    expect(await version({})).toMatch(/^Kubernetes v1\.33\.\d+\n$/)
    const ofSuite = (named: string) => version({ ENVTEST_K8S_VERSION: named })
    expect(await ofSuite('1.35')).toMatch(/^Kubernetes v1\.35\.\d+\n$/)
    expect(await ofSuite('1.36.x!')).toBe(await ofSuite('1.36'))
    expect(await ofSuite('1.36.0')).toBe('Kubernetes v1.36.0\n')
    expect(await ofSuite('1.31')).toBe(await version({}))
  })
})

test.each([
  ['1.37', '37', []],
  ['1.31', '33', [expect.stringMatching(/^ENVTEST_K8S_VERSION is 1\.31, which is not imitated/)]],
])('kube-apiserver is of the version %s that a suite names', async (named, minor, logged) => {
  const { port, lines, stop } = await started(runApiServer, envtest, { ENVTEST_K8S_VERSION: named })
  expect(JSON.parse((await ask(port, '/version')).body)).toMatchObject({ minor })
  expect(lines.filter((line) => line.startsWith('ENVTEST_K8S_VERSION'))).toEqual(logged)
  await stop()
})

describe('etcd', () => {
  test('is healthy', async () => {
    const { port, stop } = await started(runEtcd, (at) => [
      '--data-dir=/nowhere',
      `--listen-client-urls=http://127.0.0.1:${at}`,
    ])
    expect(await answered(`http://127.0.0.1:${port}/health`)).toBe('{"health":"true","reason":""}')
    await stop()
  })

  test('ends when what started it is gone', async () => {
    const port = await freePort()
    const entry = new URL('../../../../src/assets.ts', import.meta.url).pathname
    const line = `"${process.execPath}" --import tsx "${entry}" etcd x --listen-client-urls=http://127.0.0.1:${port}`
    const shell = spawn('/bin/sh', ['-c', `${line} & wait`], { stdio: 'ignore' })
    await answered(`http://127.0.0.1:${port}/health`)
    shell.kill('SIGKILL')
    await expect
      .poll(() => fetch(`http://127.0.0.1:${port}/health`).catch(() => 'gone'), { timeout: 5000 })
      .toBe('gone')
  })
})

test('the command writes programs, and a link to kubectl', async () => {
  mkdirSync(at('tools'))
  writeFileSync(at('tools', 'kubectl'), '#!/bin/sh\n', { mode: 0o755 })
  const out: string[] = []
  const io = { out: (line: string) => void out.push(line), err: (line: string) => void out.push(line) }
  expect(await runAssets(['--dir', at('bin')], { ...io, env: { PATH: at('tools') } })).toBe(0)
  expect(out).toEqual([`KUBEBUILDER_ASSETS=${at('bin')} go test ./...`])
  expect(readFileSync(at('bin', 'kube-apiserver'), 'utf8')).toContain('kube-apiserver "$0" "$@"')
  expect(readFileSync(at('bin', 'kube-apiserver'), 'utf8')).not.toContain('ENVTEST_K8S_VERSION')
  expect(statSync(at('bin', 'etcd')).mode & 0o111).toBe(0o111)
  expect(readlinkSync(at('bin', 'kubectl'))).toBe(at('tools', 'kubectl'))
  expect(await runAssets(['--dir', at('bin'), '--kubernetes-version', '1.35'], { ...io, env: {} })).toBe(0)
  expect(readFileSync(at('bin', 'kube-apiserver'), 'utf8')).toContain(
    'export ENVTEST_K8S_VERSION="${ENVTEST_K8S_VERSION:-1.35}"\nexec ',
  )
  expect(await runAssets(['--dir', at('bin'), '--kubernetes-version', '1.31'], { ...io, env: {} })).toBe(2)
  expect(await runAssets(['bin'], { ...io, env: {} })).toBe(2)
  expect(out.at(-1)).toContain('fakecluster assets: assets takes no "bin"')
})
