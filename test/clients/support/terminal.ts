import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { kubectlBinary } from '../setup/kubectl-binary.js'
import type { KubectlVersion } from '../setup/versions.js'
import { type Journal, createJournal } from './journal.js'
import type { AtEnd, Server } from './server.js'

/** What a command came to. */
export type Finished = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** What a command gets beside its arguments. */
export type CommandOptions = {
  /** Standard input. */
  readonly input?: string
  /** Files by name, in the folder it runs in. */
  readonly files?: { readonly [name: string]: string }
  readonly env?: { readonly [name: string]: string }
}

/** A command that runs on. */
export type Running = {
  readonly lines: Journal<string>
  readonly finished: Promise<Finished>
  readonly interrupt: () => Promise<Finished>
}

/** A shell with a home of its own, so that nothing is cached from before. Arguments given as text are split at spaces. */
export type Terminal = {
  readonly kubectl: (args: string | readonly string[], options?: CommandOptions) => Promise<Finished>
  readonly start: (args: string | readonly string[]) => Running
}

const TIMEOUT_MS = 30_000

/** Opens a terminal whose kubectl talks to a server. It goes away when the test is over. */
export async function openTerminal(server: Server, version: KubectlVersion, atEnd: AtEnd): Promise<Terminal> {
  const binary = await kubectlBinary(version)
  const home = await mkdtemp(join(tmpdir(), 'fakecluster-home-'))
  atEnd(() => rm(home, { recursive: true, force: true }))
  const config = join(home, 'kubeconfig')
  await writeFile(config, server.kubeconfig)
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, KUBECONFIG: config, TZ: 'UTC' }
  const list = (args: string | readonly string[]) => (typeof args === 'string' ? args.split(' ') : args)
  return {
    async kubectl(args, { input, files = {}, env: more = {} } = {}) {
      for (const [name, text] of Object.entries(files)) await writeFile(join(home, name), text)
      return new Promise((resolve, reject) => {
        const child = execFile(
          binary,
          list(args),
          { cwd: home, env: { ...env, ...more }, timeout: TIMEOUT_MS, maxBuffer: 64 << 20 },
          (error, stdout, stderr) => {
            if (error && typeof error.code !== 'number')
              reject(new Error(`kubectl ${list(args).join(' ')}: ${error.message}\n${stdout}${stderr}`, { cause: error }))
            else resolve({ code: Number(error?.code ?? 0), stdout, stderr })
          },
        )
        child.stdin?.end(input ?? '')
      })
    },
    start(args) {
      const child = spawn(binary, list(args), { cwd: home, env, timeout: TIMEOUT_MS })
      const lines = createJournal<string>()
      createInterface(child.stdout).on('line', lines.add)
      let stderr = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
      const finished = new Promise<Finished>((resolve, reject) => {
        child.on('error', reject)
        child.on('close', (code) => resolve({ code: code ?? -1, stdout: lines.entries.map((line) => `${line}\n`).join(''), stderr }))
      })
      return {
        lines,
        finished,
        interrupt() {
          child.kill()
          return finished
        },
      }
    },
  }
}
