import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { WebSocket } from 'ws'

type Message = {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly reason?: string; readonly callFrames?: readonly { readonly callFrameId: string }[] }
  readonly result?: { readonly result?: { readonly value?: unknown; readonly description?: string } }
}

/** Runs a file under a debugger, and returns the value of an expression evaluated at its `debugger` statement. */
export async function evaluateInPause(
  node: string,
  file: string,
  { cwd, expression, env }: { readonly cwd: string; readonly expression: string; readonly env: NodeJS.ProcessEnv },
): Promise<unknown> {
  const child = spawn(node, ['--inspect-brk=127.0.0.1:0', file], {
    cwd,
    env: { ...process.env, ...env, NODE_OPTIONS: '' },
  })
  const gone = once(child, 'exit')
  try {
    const socket = new WebSocket(await addressOf(child.stderr))
    await once(socket, 'open')
    return await Promise.race([
      pausedValue(socket, expression),
      gone.then(([code]) => Promise.reject(new Error(`${file} ended before its pause, with ${String(code)}`))),
    ])
  } finally {
    child.kill('SIGKILL')
    await gone
  }
}

/** Reads the address of a process's debugger from its standard error. */
async function addressOf(stream: NodeJS.ReadableStream): Promise<string> {
  let said = ''
  for await (const chunk of stream) {
    said += String(chunk)
    const [address] = /ws:\S+/.exec(said) ?? []
    if (address) return address
  }
  throw new Error(`it listens nowhere: ${said}`)
}

function pausedValue(socket: WebSocket, expression: string): Promise<unknown> {
  let sent = 0
  let asked: number | undefined
  const send = (method: string, params: object = {}) => {
    socket.send(JSON.stringify({ id: ++sent, method, params }))
    return sent
  }
  const value = new Promise((resolve) => {
    socket.on('message', (data) => {
      // A message of the V8 inspector protocol.
      const { id, method, params, result } = JSON.parse(String(data)) as Message
      const [frame] = params?.callFrames ?? []
      if (id !== undefined && id === asked) resolve(result?.result?.value ?? result?.result?.description)
      if (method !== 'Debugger.paused' || !frame) return
      clearInterval(begin)
      // The first pause is before the first line.
      if (params?.reason === 'Break on start') send('Debugger.resume')
      else
        asked = send('Debugger.evaluateOnCallFrame', {
          callFrameId: frame.callFrameId,
          expression,
          returnByValue: true,
        })
    })
  })
  send('Debugger.enable')
  // What is sent before the process has begun to wait is lost.
  const begin = setInterval(() => send('Runtime.runIfWaitingForDebugger'), 100)
  return value
}
