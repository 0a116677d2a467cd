import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { fork, type ChildProcess } from 'node:child_process'
import { bundle } from './bundle.js'
import type { Ask, HostileCase } from './hostile-case.js'
import { hostileCases } from './hostile-cases.js'
import { useOrdinarily } from './ordinary-use.js'

// Plays requests by which a client could block or crash a server, while a probe sends small requests and measures how
// long it waits. Both figures are those of an idle machine, also while others use it: a turn is measured in CPU time,
// and of a wait the time does not count in which the server or the probe would run but for other programs.

const MOST_MEMORY = 400
const LONGEST_CASE = 60_000

type Served = { readonly process: ChildProcess; readonly probe: ChildProcess; readonly url: string }

async function start(): Promise<Served> {
  const child = fork(bundles.program('serve-hostile'), { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { url: string }).url)) // the only message of the program
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  const probe = fork(bundles.program('probe'), [url, String(child.pid)], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.once('exit', () => probe.kill())
  return { process: child, probe, url }
}

/** Sends requests with an agent of its own; returns the status code, or 0 if the connection broke. */
const asking =
  (url: string, agent: Agent): Ask =>
  (method, path, type, body, headers = {}) =>
    new Promise((resolve) => {
      const given = { ...headers, ...(type ? { 'content-type': type } : {}) }
      const asked = request(url + path, { method, agent, headers: given }, (reply) => {
        reply.resume()
        reply.on('close', () => resolve(reply.statusCode ?? 0))
      })
      asked.on('error', () => resolve(0))
      asked.end(body)
    })

/**
 * The CPU milliseconds of the longest turn of a server since it was asked last, or the milliseconds of the longest wait
 * of a probe, and the most CPU milliseconds of the server during one.
 */
type Longest = { readonly longest: number; readonly busiest?: number }

const longestOf = (child: ChildProcess): Promise<Longest> =>
  new Promise((resolve) => {
    child.once('message', (message) => resolve(message as Longest)) // its only answer
    child.send('longest')
  })

/** Returns the peak of a process's resident memory in MB since it was forgotten. */
function mostMemoryOf({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
}

// See clear_refs in proc(5).
const forgetMemory = ({ pid }: ChildProcess): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

type Result = {
  readonly waited: number
  readonly worked: number
  readonly turn: number
  readonly status: unknown
  readonly alive: boolean
  readonly memory: number
}

async function play({ process: child, probe, url }: Served, { send }: HostileCase): Promise<Result> {
  const agent = new Agent({ keepAlive: true })
  await Promise.all([child, probe].map(longestOf))
  forgetMemory(child)
  await new Promise((resolve) => setTimeout(resolve, 50))
  const status = await Promise.race([
    send(asking(url, agent)),
    new Promise((resolve) => setTimeout(() => resolve('no reply'), LONGEST_CASE)),
  ])
  await new Promise((resolve) => setTimeout(resolve, 100))
  const { longest: waited, busiest: worked = 0 } = await longestOf(probe)
  agent.destroy()
  const alive = child.exitCode === null && child.signalCode === null
  const turn = alive ? (await longestOf(child)).longest : 0
  return { waited, worked, turn, status, alive, memory: alive ? mostMemoryOf(child) : 0 }
}

const wanted = process.argv.slice(2)
const cases = hostileCases.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
const bundles = await bundle()
let served = await start()
// Warms up the server, so that its code is loaded and compiled.
await useOrdinarily(asking(served.url, new Agent()))
let missed = 0
let most = 0
console.log(
  `  ${'case'.padEnd(56)}${'longest wait'.padEnd(16)}${'of CPU'.padEnd(9)}${'longest turn'.padEnd(14)}${'most memory'.padEnd(13)}status`,
)
for (const each of cases) {
  const { waited, worked, turn, status, alive, memory } = await play(served, each)
  const isMissed = waited > each.most || !alive || memory > MOST_MEMORY
  if (isMissed) missed++
  most = Math.max(most, memory)
  const floor = isMissed ? `  MISSED (${each.most} ms, ${MOST_MEMORY} MB)` : ''
  console.log(
    `  ${each.name.padEnd(56)}${`${waited.toFixed(0)} ms`.padEnd(16)}${`${worked.toFixed(0)} ms`.padEnd(9)}${`${turn.toFixed(0)} ms`.padEnd(14)}${`${memory} MB`.padEnd(13)}${alive ? String(status) : 'ended'}${floor}`,
  )
  if (!alive || status === 'no reply') {
    served.process.kill('SIGKILL')
    served = await start()
    await useOrdinarily(asking(served.url, new Agent()))
  }
}
console.log(`  most memory ever: ${most} MB`)
served.process.kill()
bundles.remove()
process.exitCode = missed > 0 ? 1 : 0
