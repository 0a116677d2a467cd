import type { Cluster } from '../../../src/index.js'

type Asked = {
  readonly method?: string
  readonly type?: string
  readonly accept?: string
  readonly body?: object
  readonly text?: BodyInit
}

/** The most turns that the parts of a step may take: a step that begins anew in each turn uses all of them. */
export const MOST_TURNS = 1000

/** Sends a request, and counts the turns of the event loop until its reply. */
export async function turnsOf(
  cluster: Cluster,
  path: string,
  { method = 'POST', type = 'application/json', accept, body, text }: Asked,
) {
  let turns = 0
  let next: ReturnType<typeof setImmediate>
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  next = setImmediate(count)
  const sent = { body: text ?? JSON.stringify(body), headers: { 'content-type': type } }
  const taken = accept === undefined ? {} : { headers: { accept } }
  const asked = text === undefined && body === undefined ? { method, ...taken } : { method, ...sent }
  const reply = await cluster.fetch(path, asked)
  clearImmediate(next)
  return { turns, status: reply.status, reply }
}

/** Counts the turns of the event loop that others have while something is done; `look` is called in each. */
export async function turnsWhile(act: () => Promise<unknown>, look?: () => void): Promise<number> {
  let turns = 0
  let next = setImmediate(function count() {
    turns++
    look?.()
    next = setImmediate(count)
  })
  await act()
  clearImmediate(next)
  return turns
}
