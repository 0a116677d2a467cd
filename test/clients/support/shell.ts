import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Journal, createJournal } from './journal.js'
import type { AtEnd } from './server.js'

/** What a command came to. */
export type Finished = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** What a command gets beside its arguments. */
export type CommandOptions = {
  /** Standard input. */
  readonly input?: string
  /** Files by path, in the folder it runs in. */
  readonly files?: { readonly [path: string]: string }
  readonly env?: { readonly [name: string]: string }
}

/** A command that runs on. */
export type Running = {
  readonly lines: Journal<string>
  readonly finished: Promise<Finished>
  readonly interrupt: () => Promise<Finished>
  /** Ends it at once, without a chance to clean up. */
  readonly kill: () => Promise<Finished>
}

/** The arguments of a command; as text, they are split at spaces. */
export type Arguments = string | readonly string[]

/** A shell with a home of its own, so that nothing is cached from before. */
export type Shell = {
  readonly run: (binary: string, args: Arguments, options?: CommandOptions) => Promise<Finished>
  readonly start: (binary: string, args: Arguments) => Running
}

const TIMEOUT_MS = 120_000

/** Opens a shell whose clients talk to the server of a kubeconfig, with some files in its home. It goes away when the test is over. */
export async function openShell(kubeconfig: string, atEnd: AtEnd, files: CommandOptions['files'] = {}): Promise<Shell> {
  const home = await mkdtemp(join(tmpdir(), 'fakecluster-home-'))
  atEnd(() => rm(home, { recursive: true, force: true }))
  const config = join(home, 'kubeconfig')
  await writeFile(config, kubeconfig, { mode: 0o600 })
  const place = async (some: NonNullable<CommandOptions['files']>) => {
    for (const [path, text] of Object.entries(some)) await write(join(home, path), text)
  }
  await place(files)
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, KUBECONFIG: config, TZ: 'UTC' }
  return {
    async run(binary, args, { input, files: fresh = {}, env: more = {} } = {}) {
      await place(fresh)
      return new Promise((resolve, reject) => {
        const options = { cwd: home, env: { ...env, ...more }, timeout: TIMEOUT_MS, maxBuffer: 64 << 20 }
        const child = execFile(binary, list(args), options, (error, stdout, stderr) => {
          if (error && typeof error.code !== 'number')
            reject(
              new Error(`${binary} ${list(args).join(' ')}: ${error.message}\n${stdout}${stderr}`, { cause: error }),
            )
          else resolve({ code: Number(error?.code ?? 0), stdout, stderr })
        })
        child.stdin?.end(input ?? '')
      })
    },
    start(binary, args) {
      const child = spawn(binary, list(args), { cwd: home, env, timeout: TIMEOUT_MS })
      const lines = createJournal<string>()
      createInterface(child.stdout).on('line', lines.add)
      let stderr = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
      const finished = new Promise<Finished>((resolve, reject) => {
        child.on('error', reject)
        child.on('close', (code) =>
          resolve({ code: code ?? -1, stdout: lines.entries.map((line) => `${line}\n`).join(''), stderr }),
        )
      })
      return {
        lines,
        finished,
        interrupt() {
          child.kill()
          return finished
        },
        kill() {
          child.kill('SIGKILL')
          return finished
        },
      }
    },
  }
}

const list = (args: Arguments) => (typeof args === 'string' ? args.split(' ') : args)

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
