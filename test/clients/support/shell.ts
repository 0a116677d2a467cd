import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Journal, createJournal } from './journal.js'
import type { AtEnd } from './server.js'

/** The result of a command. */
export type Finished = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** The optional inputs of a command. */
export type CommandOptions = {
  /** Standard input. */
  readonly input?: string
  /** Files by path, in its working directory. */
  readonly files?: { readonly [path: string]: string }
  readonly env?: { readonly [name: string]: string }
}

/** A running command. */
export type Running = {
  readonly lines: Journal<string>
  readonly finished: Promise<Finished>
  readonly interrupt: () => Promise<Finished>
  /** Kills it without a chance to clean up. */
  readonly kill: () => Promise<Finished>
}

/** The arguments of a command; a string is split at spaces. */
export type Arguments = string | readonly string[]

/** A shell with a home directory of its own, so that no caches are reused. */
export type Shell = {
  readonly run: (binary: string, args: Arguments, options?: CommandOptions) => Promise<Finished>
  readonly start: (binary: string, args: Arguments, env?: CommandOptions['env']) => Running
}

const TIMEOUT_MS = 120_000

/**
 * Opens a shell for the server of a kubeconfig, with some files in its home directory. It is removed at the end of the
 * test.
 */
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
    start(binary, args, more = {}) {
      const child = spawn(binary, list(args), { cwd: home, env: { ...env, ...more }, timeout: TIMEOUT_MS })
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
