import { spawn } from 'node:child_process'
import { StartError } from '../failure.js'
import { writeInside } from '../files/write.js'

/** The result of a run: its error if it failed, and its output. */
export type Ended = { readonly error: string | undefined; readonly hung: boolean; readonly output: string }

/** A server that a program is run against. */
type Reached = { readonly url: string; readonly kubeconfig: string; readonly token: string | undefined }

/** Returns how a program reaches a server, as variables of its environment; writes a kubeconfig to a folder. */
export function accessTo({ url, kubeconfig, token }: Reached, folder: string): { readonly [name: string]: string } {
  const file = writeInside(folder, `kubeconfig-${new URL(url).port}.yaml`, kubeconfig, { isSecret: true })
  const own = { FAKECLUSTER_URL: url, FAKECLUSTER_SERVER: url, KUBECONFIG: file }
  return token === undefined ? own : { ...own, FAKECLUSTER_TOKEN: token }
}

/** A program to run. */
type Program = {
  readonly command: readonly [string, ...string[]]
  readonly env: { readonly [name: string]: string | undefined }
  /** Milliseconds after which it is killed. */
  readonly within: number
  /** Aborted to kill it. */
  readonly signal: AbortSignal | undefined
}

const MOST_OUTPUT = 20_000

/**
 * Runs a program and its child processes to their end.
 *
 * @throws StartError if it cannot be started
 */
export function runProgram({ command: [name, ...args], env, within, signal }: Program): Promise<Ended> {
  return new Promise((resolve, reject) => {
    // In its own process group, so that its child processes are killed with it.
    const child = spawn(name, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: process.platform !== 'win32' })
    let output = ''
    let hung = false
    const kill = () => {
      try {
        if (child.pid !== undefined) process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
      } catch {
        // It has just exited.
      }
    }
    const timer = setTimeout(() => {
      hung = true
      kill()
    }, within)
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-MOST_OUTPUT)))
    signal?.addEventListener('abort', kill)
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', kill)
    }
    child.on('error', (error: NodeJS.ErrnoException) => {
      done()
      reject(
        new StartError(`Cannot run ${name}: ${error.code === 'ENOENT' ? 'there is no such program' : error.message}.`),
      )
    })
    child.on('exit', (code, by) => {
      done()
      // Kills the rest of its process group, which may hold the output open and send more requests.
      kill()
      const last = output.trimEnd().split('\n').at(-1) ?? ''
      const how = code === null ? `was ended by ${by}` : `ended with ${code}`
      resolve({ error: code === 0 ? undefined : `${how}${last === '' ? '' : `: ${last}`}`, hung, output })
    })
  })
}
