import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PREFIX } from '../../control/route.js'
import type { HookRecord } from '../../hooks/actions.js'
import type { Difference } from '../../testing/sweep/compare.js'
import type { Place } from '../../testing/sweep/places.js'
import type { Asked, Play } from '../../testing/sweep/trial.js'
import { StartError } from '../failure.js'
import { type Server, askText, askValue } from './asker.js'
import { type Ended, runProgram } from './child.js'
import { moveClock } from './move-clock.js'

/** What a command is run with. */
type PlayContext = {
  readonly server: Server
  readonly command: readonly [string, ...string[]]
  /** Milliseconds a run may take. */
  readonly within: number
  readonly env: { readonly [name: string]: string | undefined }
  /** A folder for kubeconfigs. */
  readonly folder: string
  readonly signal: AbortSignal | undefined
}

/** Plays a command on forks of a server's cluster as it was when this was made. */
export type RemotePlay = {
  readonly play: Play
  /** What a sweep tries on the requests of the first run. */
  readonly places: () => Promise<readonly Place[]>
  /** What the last run came to. */
  readonly last: () => Ended | undefined
  /** Gives back what the server keeps. */
  readonly close: () => Promise<void>
}

// As the server tells of them.
type Fork = { readonly port: number; readonly url: string; readonly kubeconfig: string }
type Items<T> = { readonly items: readonly T[] }
type Journal = Items<Asked & { readonly via: string; readonly verb?: string }> & { readonly dropped: number }

/** Makes what plays a command: over HTTP there are only forks, faults and the comparison, the program runs here. */
export async function createRemotePlay(context: PlayContext): Promise<RemotePlay> {
  const { server, signal } = context
  const { id } = await askValue<{ readonly id: string }>(server, 'POST', '/snapshots')
  const closeFork = ({ port }: Fork) => askValue(server, 'DELETE', `/forks/${port}`)
  let first: Fork | undefined
  let last: Ended | undefined
  return {
    async play(script) {
      if (signal?.aborted) throw new StartError('Interrupted.')
      const fork = await askValue<Fork>(server, 'POST', '/forks', { snapshot: id })
      const base = first
      first ??= fork
      try {
        last = await runOn(fork, script, context)
        const than = base && `/forks/${fork.port}/differences?than=${base.port}`
        return {
          requests: await requestsOf({ ...server, url: fork.url }),
          differences: than ? (await askValue<Items<Difference>>(server, 'GET', than)).items : [],
          error: last.error,
          hung: last.hung,
        }
      } finally {
        if (base) await closeFork(fork)
      }
    },
    places: async () =>
      first ? (await askValue<Items<Place>>(server, 'GET', `/forks/${first.port}/faults`)).items : [],
    last: () => last,
    async close() {
      if (first) await closeFork(first)
      await askValue(server, 'DELETE', `/snapshots/${encodeURIComponent(id)}`)
    },
  }
}

async function runOn(fork: Fork, script: readonly HookRecord[], context: PlayContext): Promise<Ended> {
  const { server, folder, env, ...program } = context
  const at: Server = { ...server, url: fork.url }
  if (script.length > 0)
    await askText(at, { method: 'POST', path: `${PREFIX}/hooks?name=sweep`, body: JSON.stringify(script) })
  const kubeconfig = join(folder, `kubeconfig-${fork.port}.yaml`)
  await writeFile(kubeconfig, fork.kubeconfig, { mode: 0o600 })
  const own = { FAKECLUSTER_URL: fork.url, FAKECLUSTER_SERVER: fork.url, KUBECONFIG: kubeconfig }
  const token = server.token === undefined ? {} : { FAKECLUSTER_TOKEN: server.token }
  const mover = moveClock(at)
  try {
    return await runProgram({ ...program, env: { ...env, ...own, ...token } })
  } finally {
    await mover.stop()
    await askValue(at, 'POST', '/settled')
  }
}

/** The command's own requests for objects. */
async function requestsOf(fork: Server): Promise<readonly Asked[]> {
  const { items, dropped } = await askValue<Journal>(fork, 'GET', '/journal')
  if (dropped > 0)
    throw new StartError(
      `The journal has lost ${dropped} requests of the command: it has to make fewer, or the server to hold more.`,
    )
  return items.filter(({ via, verb }) => via !== 'controller' && verb !== undefined)
}
