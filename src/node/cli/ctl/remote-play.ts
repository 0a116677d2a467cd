import { PREFIX } from '../../../server/control/route.js'
import type { HookRecord } from '../../../server/hooks/actions.js'
import type { Difference } from '../../../cluster/testing/sweep/compare.js'
import type { Place } from '../../../cluster/testing/sweep/places.js'
import type { Play, Run, ScenarioRequest } from '../../../cluster/testing/sweep/trial.js'
import { StartError } from '../../failure.js'
import { writeInside } from '../../files/write.js'
import { type Server, askText, askValue } from './asker.js'
import { type Ended, runProgram } from './child.js'
import { moveClock } from './move-clock.js'

/** The context of the runs of a command. */
type PlayContext = {
  readonly server: Server
  readonly command: readonly [string, ...string[]]
  /** Maximum duration of a run in milliseconds. */
  readonly within: number
  readonly env: { readonly [name: string]: string | undefined }
  /** The folder for kubeconfigs. */
  readonly folder: string
  readonly signal: AbortSignal | undefined
}

/** Runs a command on forks of the server's cluster, all from the state at the time this was created. */
export type RemotePlay = {
  readonly play: Play
  /** Returns the faults to inject into the requests of the last run without any. */
  readonly places: () => Promise<readonly Place[]>
  /** Returns the result of the last run. */
  readonly last: () => Ended | undefined
  /** Removes the snapshot and the forks from the server. */
  readonly close: () => Promise<void>
}

// As in the responses of the server.
type Fork = { readonly port: number; readonly url: string; readonly kubeconfig: string }
type Items<T> = { readonly items: readonly T[] }
type Journal = Items<ScenarioRequest & { readonly verb?: string }> & { readonly lost: number }

/**
 * Takes a snapshot on the server, and returns functions that run the command here on forks of it. The server provides
 * forks, faults and the comparison over HTTP.
 */
export async function createRemotePlay(context: PlayContext): Promise<RemotePlay> {
  const { server, signal } = context
  const { id } = await askValue<{ readonly id: string }>(server, 'POST', '/snapshots')
  const closeFork = ({ port }: Fork) => askValue(server, 'DELETE', `/forks/${port}`)
  let reference: Fork | undefined
  let last: Ended | undefined
  return {
    async play(script) {
      if (signal?.aborted) throw new StartError('Interrupted.')
      const base = reference
      // The first run draws other random numbers, so that what depends on them differs from the second.
      const fork = await askValue<Fork>(server, 'POST', '/forks', { snapshot: id, otherChance: !base })
      const isReference = script.length === 0
      try {
        const { ended, fired } = await runOn(fork, script, context)
        last = ended
        const than = base && `/forks/${fork.port}/differences?than=${base.port}`
        return {
          ...(await requestsOf({ ...server, url: fork.url })),
          fired,
          differences: than ? (await askValue<Items<Difference>>(server, 'GET', than)).items : [],
          error: last.error,
          hung: last.hung,
        }
      } finally {
        if (!isReference) await closeFork(fork)
        else {
          reference = fork
          if (base) await closeFork(base)
        }
      }
    },
    places: async () =>
      reference ? (await askValue<Items<Place>>(server, 'GET', `/forks/${reference.port}/faults`)).items : [],
    last: () => last,
    async close() {
      if (reference) await closeFork(reference)
      await askValue(server, 'DELETE', `/snapshots/${encodeURIComponent(id)}`)
    },
  }
}

/** How a program ended, and which of the faults came about. */
type Finished = { readonly ended: Ended } & Pick<Run, 'fired'>

async function runOn(fork: Fork, script: readonly HookRecord[], context: PlayContext): Promise<Finished> {
  const { server, folder, env, ...program } = context
  const at: Server = { ...server, url: fork.url }
  const added =
    script.length > 0
      ? await askText(at, { method: 'POST', path: `${PREFIX}/hooks?name=sweep`, body: JSON.stringify(script) })
      : '{"hooks":[]}'
  const { hooks } = JSON.parse(added) as { readonly hooks: readonly string[] } // as the operation answers
  const kubeconfig = writeInside(folder, `kubeconfig-${fork.port}.yaml`, fork.kubeconfig, { isSecret: true })
  const own = { FAKECLUSTER_URL: fork.url, FAKECLUSTER_SERVER: fork.url, KUBECONFIG: kubeconfig }
  const token = server.token === undefined ? {} : { FAKECLUSTER_TOKEN: server.token }
  const mover = moveClock(at)
  try {
    const ended = await runProgram({ ...program, env: { ...env, ...own, ...token } })
    const { items } = await askValue<Items<{ readonly id: string; readonly calls: number }>>(at, 'GET', '/hooks')
    const calls = new Map(items.map((hook) => [hook.id, hook.calls]))
    return { ended, fired: hooks.map((id) => (calls.get(id) ?? 0) > 0) }
  } finally {
    await mover.stop()
    await askValue(at, 'POST', '/settled')
  }
}

/** Returns the command's own requests for objects. */
async function requestsOf(fork: Server): Promise<Pick<Run, 'requests' | 'lost'>> {
  const { items, lost } = await askValue<Journal>(fork, 'GET', '/journal?via=http')
  return { requests: items.filter(({ verb }) => verb !== undefined), lost }
}
