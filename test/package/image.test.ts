import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installNode, root, run } from './install.js'
import { packedTarball } from './tarball.js'

// The file system that the Dockerfile makes, built by its script without an engine, and started as the Dockerfile says.

const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
/** Returns the words of an instruction in the form of a list. */
const wordsOf = (instruction: RegExp) => JSON.parse(instruction.exec(dockerfile)?.[1] ?? '[]') as string[]
const entry = wordsOf(/^ENTRYPOINT (.+)$/m)
const health = wordsOf(/^HEALTHCHECK .* CMD (.+)$/m)
const user = /^USER (\S+)$/m.exec(dockerfile)?.[1] ?? ''

const folder = mkdtempSync(join(tmpdir(), 'fakecluster-image-'))
const image = join(folder, 'root')
let port: number

// Changing the root takes root, and namespaces Linux.
const isPossible = process.platform === 'linux' && process.getuid?.() === 0

beforeAll(async () => {
  if (!isPossible) return
  const flags = ['--prefer-offline', '--loglevel=error']
  await run(
    join(root, 'tools/image/build-root.sh'),
    [await installNode('22'), packedTarball(), image, ...flags],
    folder,
  )
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  ;({ port } = server.address() as AddressInfo) // it listens on a port
  server.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a program in the image: by its user, with a root that is read-only but for the volume. */
function inImage(words: readonly string[]): ChildProcess {
  const script = `set -e
mount --bind "$1" "$1"
mount --bind "$1/state" "$1/state"
mount -o remount,ro,bind "$1"
root="$1"; shift
exec chroot --userspec=${user} "$root" "$@"`
  return spawn('unshare', ['--mount', '--pid', '--fork', 'sh', '-c', script, 'sh', image, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
  })
}

const outcomeOf = async (child: ChildProcess) => {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (said += String(data)))
  const [code] = (await once(child, 'exit')) as [number]
  return { code, said }
}

async function started(...flags: readonly string[]) {
  const child = inImage([...entry, '--port', String(port), ...flags])
  await new Promise<void>((resolve, reject) => {
    let said = ''
    const hear = (data: unknown) => {
      said += String(data)
      if (said.includes('listens on')) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)))
  })
  const end = async () => {
    // The first process of its namespace, with which unshare ends.
    const [pid] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ')
    const ended = once(child, 'exit')
    process.kill(Number(pid), 'SIGKILL')
    await ended
  }
  return { end, namespaces: `http://127.0.0.1:${port}/api/v1/namespaces` }
}

describe.skipIf(!isPossible)('the container image', () => {
  test('takes less than 60 MB, compressed', () => {
    const packed = execFileSync('sh', ['-c', `tar -C "${image}" -c . | gzip | wc -c`], { encoding: 'utf8' })
    expect(Number(packed)).toBeLessThan(60e6)
  })

  test('runs by a user that is not root, and cannot write to its root', async () => {
    const probe = `
      console.log(process.getuid(), process.getgid(), process.version.split('.')[0])
      require('fs').writeFileSync('/state/probe', '')
      require('fs').rmSync('/state/probe')
      try { require('fs').writeFileSync('/probe', '') } catch (error) { console.log(error.code) }`
    expect(await outcomeOf(inImage(['/bin/node', '-e', probe]))).toEqual({ code: 0, said: '65532 65532 v22\nEROFS\n' })
  })

  test('the entry point serves, is healthy, and keeps its state in the volume after a crash', async () => {
    const healthy = async () =>
      (await outcomeOf(inImage(health.map((word) => word.replace('8080', String(port)))))).code
    expect(await healthy()).toBe(1)
    const first = await started('--state', '/state/cluster')
    expect(await healthy()).toBe(0)
    const made = await fetch(first.namespaces, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"metadata":{"name":"shop"}}',
    })
    expect(made.status).toBe(201)
    await first.end()
    const again = await started('--state', '/state/cluster')
    expect((await fetch(`${again.namespaces}/shop`)).status).toBe(200)
    await again.end()
  })
})
