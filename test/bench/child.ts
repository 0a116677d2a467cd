import { type ChildProcess, fork } from 'node:child_process'

/** A program in a process of its own, which answers one question at a time. */
export type Child = {
  readonly ask: <R>(question: object) => Promise<R>
  readonly stop: () => void
}

/** Starts a program and waits for its first message. */
export async function startChild<R>(
  path: string,
  args: readonly string[] = [],
  execArgv: readonly string[] = [],
): Promise<{ readonly child: Child; readonly hello: R }> {
  const child = fork(path, args, { execArgv: [...execArgv], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const hello = await nextMessage<R>(child)
  return {
    hello,
    child: { ask: (question) => (child.send(question), nextMessage(child)), stop: () => void child.kill() },
  }
}

/** Runs a program until its first message. */
export async function runChild<R>(
  path: string,
  args: readonly string[] = [],
  execArgv: readonly string[] = [],
): Promise<R> {
  const { child, hello } = await startChild<R>(path, args, execArgv)
  child.stop()
  return hello
}

function nextMessage<R>(child: ChildProcess): Promise<R> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`a program of the benchmark ended with ${code}`))
    child.once('exit', onExit)
    child.once('message', (message) => {
      child.off('exit', onExit)
      resolve(message as R) // each program answers with the type that its caller names
    })
  })
}
