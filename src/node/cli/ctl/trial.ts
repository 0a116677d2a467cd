import { counted } from '../../../base/text/counted.js'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { explorePlaces } from '../../../cluster/testing/sweep/combinations.js'
import { formatFindings } from '../../../cluster/testing/sweep/format.js'
import {
  type Finding,
  type Play,
  type Run,
  type ScenarioRequest,
  type Swept,
  type Trial,
  ScenarioError,
  begin,
  sweepPlaces,
} from '../../../cluster/testing/sweep/trial.js'
import { StartError } from '../../failure.js'
import { type Server, RefusedError, askText, askValue } from './asker.js'
import type { CommandIo } from '../commands.js'
import type { Trial as TrialCommand } from './command-line.js'
import { PREFIX } from '../../../server/control/route.js'
import type { HookRecord } from '../../../server/hooks/actions.js'
import type { Difference } from '../../../cluster/testing/sweep/compare.js'
import type { Place } from '../../../cluster/testing/sweep/places.js'
import { type Ended, accessTo, runProgram } from '../run-program.js'
import { createInterface } from 'node:readline'
import { isObject } from '../../../base/json/json.js'

/**
 * Runs a command on forks of a server's cluster, with each fault or with combinations, and prints findings as they
 * occur. Returns the exit code: 1 if there are findings.
 *
 * @throws RefusedError, StartError if it could not run
 */
export async function runTrial(trial: TrialCommand, server: Server, json: boolean, io: CommandIo): Promise<0 | 1> {
  const { command, within, combinations } = trial
  const { out, err, progress = () => undefined, env, signal } = io
  // Also between two runs, it removes from the server what it made there.
  signal?.addEventListener('abort', () => progress('Stopping …'))
  const folder = await mkdtemp(join(tmpdir(), 'fakecluster-'))
  const run = command
    ? (fork: RunFork) =>
        runProgram({ command, env: { ...env, ...accessTo({ ...fork, token: server.token }, folder) }, within, signal })
    : lineRuns(within, io)
  const remote = await createRemotePlay({ server, run, signal })
  try {
    let [runs, most] = [0, '']
    const play: RemotePlay['play'] = (script) => {
      progress(`Run ${++runs}${most} …`)
      return remote.play(script)
    }
    const begun = await beginTrial({ ...remote, play }, err)
    const places = await remote.places()
    if (!combinations) most = ` of ${places.length + 2}`
    const tells = command !== undefined && !json
    const tell = (finding: Finding) => void (tells && out(formatFindings([finding])))
    let found: Swept
    if (combinations) {
      const { runs, finding } = await explorePlaces(begun, places, combinations)
      if (finding) tell(finding)
      found = { runs, unsteady: begun.unsteady, findings: finding ? [finding] : [], unfired: [] }
    } else found = await sweepPlaces(begun, places, tell)
    if (tells) {
      for (const fault of found.unfired) out(`${fault}: never came about, as no such request was sent again`)
      out(summaryOf(begun, found))
    } else {
      const report = { requests: begun.first.requests, ...found }
      out(
        command
          ? JSON.stringify(report, undefined, 2)
          : JSON.stringify({ report: { ...report, text: formatFindings(found.findings) } }),
      )
    }
    return found.findings.length > 0 ? 1 : 0
  } finally {
    progress('')
    await remote.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs the command undisturbed; if it fails, prints its output. */
async function beginTrial({ play, last }: RemotePlay, err: (line: string) => void): Promise<Trial> {
  try {
    return await begin(play)
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    const ended = last()
    const output = ended && (ended.error !== undefined || ended.hung) ? ended.output.trimEnd() : ''
    if (output !== '') err(output)
    throw new StartError(`${error.message}.`, { cause: error })
  }
}

function summaryOf({ first: { requests } }: Trial, { runs, findings }: Swept): string {
  const count = (n: number, word: string) => (n === 0 ? `no ${word}s` : counted(n, word))
  return `${count(runs, 'run')}, ${count(requests.length, 'request')}: ${count(findings.length, 'finding')}`
}

/** The context of the runs of a command. */
type PlayContext = {
  readonly server: Server
  /** Runs the scenario once, on a fork. */
  readonly run: (fork: RunFork) => Promise<Ended>
  readonly signal: AbortSignal | undefined
}

/** Runs a command on forks of the server's cluster, all from the state at the time this was created. */
type RemotePlay = {
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
async function createRemotePlay(context: PlayContext): Promise<RemotePlay> {
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
  const { server, run } = context
  const at: Server = { ...server, url: fork.url }
  const added =
    script.length > 0
      ? await askText(at, { method: 'POST', path: `${PREFIX}/hooks?name=sweep`, body: JSON.stringify(script) })
      : '{"hooks":[]}'
  const { hooks } = JSON.parse(added) as { readonly hooks: readonly string[] } // as the operation answers
  const mover = moveClock(at)
  try {
    const ended = await run(fork)
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

/** Milliseconds without a request of the command after which the clock moves. */
const PAUSE = 50
/** The maximum distance that the clock is moved, in milliseconds. */
const MOST = 600_000

/** Advances the virtual clock of a fork whenever nothing else happens there; does nothing on the system clock. */
function moveClock(fork: Server): { readonly stop: () => Promise<void> } {
  let stopped = false
  let wake = () => {}
  const moving = (async () => {
    const { time } = await askValue<{ readonly time: string }>(fork, 'GET', '/clock')
    const until = new Date(Date.parse(time) + MOST).toISOString()
    for (let seen = -1; !stopped;) {
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, PAUSE).unref()
      })
      if (stopped) break
      const { last } = await askValue<{ readonly last: number }>(fork, 'GET', '/journal?limit=1')
      if (last === seen) await askValue(fork, 'POST', '/clock/next', { until })
      seen = last
    }
    // Refused if the clock is the system's, or if the fork is gone.
  })().catch((error: unknown) => {
    if (!(error instanceof RefusedError)) throw error
  })
  return {
    stop() {
      stopped = true
      wake()
      return moving
    },
  }
}

/** What a run needs to know of its fork. */
type RunFork = { readonly url: string; readonly kubeconfig: string }

const GONE = 'The program that runs the scenario has ended, or closed standard input.'

/**
 * Returns a function that has the program which started this one run its scenario: it prints the fork as a line of
 * JSON, and reads how the run went as another: `{}`, or `{"error":"…"}`. A run that takes longer than `within`
 * milliseconds is told `{"cancel":true}`, and has as long again to answer.
 */
export function lineRuns(within: number, { out, signal, input = process.stdin }: CommandIo) {
  const answers = createInterface({ input, crlfDelay: Infinity })[Symbol.asyncIterator]()
  let runs = 0
  return async ({ url, kubeconfig }: RunFork): Promise<Ended> => {
    out(JSON.stringify({ run: ++runs, url, kubeconfig }))
    const answer = answers.next()
    const hung = !(await isWithin(answer, within, signal))
    if (hung) {
      out(JSON.stringify({ cancel: true }))
      if (!(await isWithin(answer, within, signal)))
        throw new StartError('The scenario goes on after it was cancelled, and other runs cannot begin meanwhile.')
    }
    const { value, done } = await answer
    if (done) throw new StartError(GONE)
    return { error: errorIn(value), hung, output: '' }
  }
}

/** Tells whether something happens within a number of milliseconds. @throws StartError once the signal is aborted */
async function isWithin(happens: Promise<unknown>, ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  let end = () => {}
  const over = new Promise<boolean>((resolve, reject) => {
    const timer = setTimeout(() => resolve(false), ms)
    const interrupt = () => reject(new StartError('Interrupted.'))
    signal?.addEventListener('abort', interrupt)
    end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', interrupt)
    }
  })
  try {
    return await Promise.race([happens.then(() => true), over])
  } finally {
    end()
  }
}

/** Returns the error in the answer of a run. @throws StartError if it is none */
function errorIn(line: string): string | undefined {
  const answer = parsed(line)
  const error = isObject(answer) ? answer['error'] : line
  if (!isObject(answer) || (error !== undefined && typeof error !== 'string'))
    throw new StartError(`The answer of a run is {} or {"error":"…"}, not ${line.slice(0, 200)}`)
  return error
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
