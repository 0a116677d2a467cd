import { type ChildProcess, spawn } from 'node:child_process'

/** Where commands run. */
export type Shell = { readonly folder: string; readonly env: NodeJS.ProcessEnv }

/** What a command came to; it printed on both streams. */
export type Finished = { readonly code: number | null; readonly printed: string }

/** A server that runs. */
export type Server = { readonly printed: string; readonly stop: () => Promise<void> }

const READY = /listens on .*\n(?:  .*\n)+/

/** Runs a script line by line, as one would type it, up to the first line that fails. */
export async function run(shell: Shell, script: string): Promise<Finished> {
  const { child, text } = start(shell, script)
  const code = await ended(child)
  return { code, printed: text() }
}

/** Starts a server, and waits until it has said where it listens. */
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
      // npx stands between: the whole group is told.
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
