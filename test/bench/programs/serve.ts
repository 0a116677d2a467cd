import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Bodies by path. */
export type Replies = Readonly<Record<string, Uint8Array<ArrayBuffer>>>

/** The questions to a server, by process messages. */
export type Question =
  | { readonly type: 'cpu' }
  | { readonly type: 'reset' }
  | { readonly type: 'replies'; readonly replies: Readonly<Record<string, string>> }
  | { readonly type: 'frame'; readonly frame: string }

type Handlers = {
  readonly reset?: () => void
  readonly replies?: (replies: Replies) => void
  readonly frame?: (frame: Buffer<ArrayBuffer>) => void
}

/** Sends the port to the parent, then answers its questions. */
export function answer(port: number, handlers: Handlers): void {
  process.on('message', (question: Question) => {
    if (question.type === 'cpu') {
      const { user, system } = process.cpuUsage()
      return void process.send!(user + system)
    }
    if (question.type === 'reset') handlers.reset?.()
    else if (question.type === 'replies')
      handlers.replies?.(
        Object.fromEntries(Object.entries(question.replies).map(([path, text]) => [path, Buffer.from(text)])),
      )
    else handlers.frame?.(Buffer.from(question.frame))
    process.send!('done')
  })
  // A server must not outlive the run.
  process.on('disconnect', () => process.exit())
  process.send!(port)
}

/** Listens on a free port, then does as {@link answer}. */
export function answerQuestions(server: Server, handlers: Handlers): void {
  server.listen(0, '127.0.0.1', () => answer((server.address() as AddressInfo).port, handlers))
}
