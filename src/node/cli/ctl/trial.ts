import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { explorePlaces } from '../../../cluster/testing/sweep/combinations.js'
import { formatFindings } from '../../../cluster/testing/sweep/format.js'
import {
  type Finding,
  LostRequestsError,
  type Swept,
  type Trial,
  begin,
  sweepPlaces,
} from '../../../cluster/testing/sweep/trial.js'
import { StartError } from '../../failure.js'
import type { Server } from './asker.js'
import { type RemotePlay, createRemotePlay } from './remote-play.js'
import type { CommandIo } from '../commands.js'
import type { Trial as TrialCommand } from './command-line.js'

/**
 * Runs a command on forks of a server's cluster, with each fault or with combinations, and prints findings as they
 * occur. Returns the exit code: 1 if there are findings.
 *
 * @throws RefusedError, StartError if it could not run
 */
export async function runTrial(
  { command, within, combinations }: TrialCommand,
  server: Server,
  json: boolean,
  { out, err, progress = () => undefined, env, signal }: CommandIo,
): Promise<0 | 1> {
  const folder = await mkdtemp(join(tmpdir(), 'fakecluster-'))
  const remote = await createRemotePlay({ server, command, within, env, folder, signal })
  try {
    let [runs, most] = [0, '']
    const play: RemotePlay['play'] = (script) => {
      progress(`Run ${++runs}${most} …`)
      return remote.play(script)
    }
    const trial = await beginTrial({ ...remote, play }, err)
    const places = await remote.places()
    if (!combinations) most = ` of ${places.length + 2}`
    const tell = (finding: Finding) => void (json || out(formatFindings([finding])))
    let found: Swept
    if (combinations) {
      const { runs, finding } = await explorePlaces(trial, places, combinations)
      if (finding) tell(finding)
      found = { runs, unsteady: trial.unsteady, findings: finding ? [finding] : [], unfired: [] }
    } else found = await sweepPlaces(trial, places, tell)
    if (!json) for (const fault of found.unfired) out(`${fault}: never came about, as no such request was sent again`)
    out(json ? JSON.stringify({ requests: trial.first.requests, ...found }, undefined, 2) : summaryOf(trial, found))
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
    if (error instanceof LostRequestsError) throw new StartError(error.message, { cause: error })
    const ended = last()
    if (!ended || !(error instanceof Error) || (ended.error === undefined && !ended.hung)) throw error
    const output = ended.output.trimEnd()
    if (output !== '') err(output)
    throw new StartError(`${error.message}.`, { cause: error })
  }
}

function summaryOf({ first: { requests } }: Trial, { runs, findings }: Swept): string {
  const count = (n: number, word: string) => `${n === 0 ? 'no' : n} ${word}${n === 1 ? '' : 's'}`
  return `${count(runs, 'run')}, ${count(requests.length, 'request')}: ${count(findings.length, 'finding')}`
}
