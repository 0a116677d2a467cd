import { type ChildProcess, spawn } from 'node:child_process'

/** The working directory and environment of commands. */
export type Shell = { readonly folder: string; readonly env: NodeJS.ProcessEnv }

/** The exit code of a command, and its output on both streams. */
export type Finished = { readonly code: number | null; readonly printed: string }

/** A running server. */
export type Server = { readonly printed: string; readonly stop: () => Promise<void> }

const READY = /listens on .*\n(?:  .*\n)+/

/** Runs a script up to the first line that fails. */
export async function run(shell: Shell, script: string): Promise<Finished> {
  const { child, text } = start(shell, script)
  const code = await ended(child)
  return { code, printed: text() }
}

/** Starts a server, and waits until it has printed its address. */
export async function serve(shell: Shell, script: string): Promise<Server> {
  const { child, text } = start(shell, script)
  const over = ended(child)
  await new Promise<void>((resolve, reject) => {
    child.stdout!.on('data', () => READY.test(text()) && resolve())
    void over.then((code) => reject(new Error(`the server ended with ${code}\n${text()}`)))
  })
  return {
    printed: text(),
    async stop() {
      // To the process group, as npx is the parent of the server.
      process.kill(-child.pid!, 'SIGTERM')
      await over
    },
  }
}

function start({ folder, env }: Shell, script: string): { readonly child: ChildProcess; readonly text: () => string } {
  const child = spawn('bash', ['-eo', 'pipefail', '-c', script], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  return { child, text: () => text }
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
