import { createInterface } from 'node:readline'
import { isObject } from '../../../base/json/json.js'
import { StartError } from '../../failure.js'
import type { CommandIo } from '../commands.js'
import type { Ended } from '../run-program.js'

/** What a run needs to know of its fork. */
export type RunFork = { readonly url: string; readonly kubeconfig: string }

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
