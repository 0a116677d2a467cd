import { createGlobTest } from '../../base/text/glob.js'
import type { ContainerPlay, ExecRequest, ExecResult } from './types.js'

/** The default result of a command: no output and exit code 0. */
const NOTHING: ExecResult = {}
/** `kubectl cp` runs tar, but containers have no files. */
const NO_FILES: ExecResult = {
  stderr:
    'tar: containers have no files here, so that nothing can be copied (kubectl cp); a script may answer tar itself\n',
  code: 2,
}

/** Whether commands are answered by a function, which gets their input. */
export const takesInput = ({ exec }: ContainerPlay): boolean => typeof exec === 'function'

/** Returns the scripted result of a command: by its exact command line, otherwise by a pattern. */
export async function answerExec({ exec = {} }: ContainerPlay, request: ExecRequest): Promise<ExecResult> {
  if (typeof exec === 'function') return resultOf(await exec(request))
  const line = request.command.join(' ')
  const found = Object.hasOwn(exec, line) ? line : Object.keys(exec).find((pattern) => createGlobTest(pattern)(line))
  const result = found === undefined ? undefined : exec[found]
  if (result !== undefined) return resultOf(result)
  return request.command[0] === 'tar' ? NO_FILES : NOTHING
}

const resultOf = (result: string | ExecResult): ExecResult => (typeof result === 'string' ? { stdout: result } : result)
