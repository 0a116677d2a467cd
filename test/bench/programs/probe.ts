import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

// Sends small requests to a server (its arguments are the URL and the process) in sequence, and tells its parent the
// longest wait since it was asked last, and the most CPU time that the server used during one. It is a process of its
// own, as creating a body of 200 MB blocks the process of the attacker. The time in which one of the two was ready to
// run does not count as waiting: others kept the processors busy then.
const [url = '', pid = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })

/** A moment, by a clock that stands while others keep the processors busy, and by the CPU time of the server. */
type Moment = { readonly at: number; readonly worked: number }

/** Returns for how many milliseconds the first thread of a process has run, and was ready to run while others ran. */
const timesOf = (process: string): readonly number[] =>
  readFileSync(`/proc/${process}/schedstat`, 'utf8')
    .split(' ')
    .map((time) => Number(time) / 1e6)

function now(): Moment {
  const [worked = 0, heldUp = 0] = timesOf(pid)
  const [, ownHeldUp = 0] = timesOf('self')
  return { at: performance.now() - heldUp - ownHeldUp, worked }
}

let longest = 0
let busiest = 0
let begun = now()

function noteWait(): void {
  const { at, worked } = now()
  longest = Math.max(longest, at - begun.at)
  busiest = Math.max(busiest, worked - begun.worked)
}

const ask = (): Promise<void> =>
  new Promise((resolve) => {
    const asked = request(`${url}/api/v1/namespaces/default`, { agent }, (reply) => {
      reply.resume()
      reply.on('close', resolve)
    })
    asked.on('error', () => resolve())
    asked.end()
  })

process.on('message', () => {
  noteWait()
  process.send?.({ longest, busiest })
  longest = 0
  busiest = 0
})
for (;;) {
  begun = now()
  await ask()
  noteWait()
  await new Promise((resolve) => setTimeout(resolve, 1))
  begun = now()
}
