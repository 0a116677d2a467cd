import type { Operation } from '../../../server/control/operation.js'
import { StartError } from '../../failure.js'
import { readText } from '../../files/read.js'
import { writeOver } from '../../files/write.js'
import { readFixtures } from '../../fixtures.js'
import { printing } from '../../printable.js'
import { sayWhile } from '../terminal.js'
import { RefusedError, type Server, askText } from './asker.js'
import { type Command, type Common, parseCommand } from './command.js'
import { helpText } from './help.js'
import { printReply } from './print.js'
import { UsageError } from './usage-error.js'

/** What the command gets besides its arguments. */
type CtlIo = {
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  /** Receives messages about long-running work (default: they are dropped). */
  readonly progress?: (line: string) => void
  readonly env: { readonly [name: string]: string | undefined }
  /** Aborted when the command should stop. */
  readonly signal?: AbortSignal
}

/**
 * Runs the words after `ctl` and returns the exit code: 1 if the server refuses or is unreachable, or if there are
 * findings; 2 for a wrong command line and for a sweep that could not run.
 */
export async function runCtl(argv: readonly string[], given: CtlIo): Promise<0 | 1 | 2> {
  const io = printing(given)
  const fail = (error: unknown, code: 1 | 2) => {
    if (!(error instanceof UsageError || error instanceof StartError || error instanceof RefusedError)) throw error
    io.err(`fakecluster ctl: ${error.message}`)
    return error instanceof RefusedError ? code : 2
  }
  try {
    const command = parseCommand(argv)
    if (command.type === 'ask') return await perform(command, io).catch((error: unknown) => fail(error, 1))
    if (command.type === 'trial') {
      const { runTrial } = await import('./trial.js')
      return await runTrial(command, serverOf(command, io), command.json, io)
    }
    io.out(helpText(command.topic))
    return 0
  } catch (error) {
    return fail(error, 2)
  }
}

const serverOf = ({ server, token, insecure }: Common, { env }: CtlIo): Server => ({
  url: server ?? env['FAKECLUSTER_SERVER'] ?? 'http://127.0.0.1:8080',
  token: token ?? env['FAKECLUSTER_TOKEN'],
  insecure,
})

async function perform(command: Extract<Command, { type: 'ask' }>, io: CtlIo): Promise<0> {
  const { operation, path, files, json } = command
  const request = operation.text ? await requestOf(path, files) : { path, body: command.body }
  const { progress = () => undefined } = io
  const asked = askText(serverOf(command, io), { method: operation.method, ...request })
  const text = await sayWhile(asked, operation.method === 'POST' ? `${operation.command} …` : '', progress)
  const [file] = operation.file && !json ? files : []
  if (file !== undefined) {
    io.out(await writeReply(file, operation, text))
    return 0
  }
  const printed = json ? text.trimEnd() : printReply(operation, text)
  if (printed !== '') io.out(printed)
  return 0
}

/** Writes a response as it is, or as a page that shows the Bundle in it; returns the path. */
async function writeReply(file: string, { reply }: Operation, text: string): Promise<string> {
  if (reply.type === 'text') return writeOver(file, text, { isSecret: true })
  const [{ readBundle }, { writeBundle }] = await Promise.all([
    import('../../../cluster/bundle/read.js'),
    import('../../bundle/write.js'),
  ])
  return writeBundle(file, await readBundle(text, 'what the server answered'))
}

/**
 * Reads files and folders for a request. A single text is sent as it is, so that the server can parse it while it
 * arrives; several are sent as a JSON list. Names are included for error messages.
 */
async function requestOf(path: string, files: readonly string[]): Promise<{ path: string; body: string }> {
  if (files.length === 1 && files[0] === '-') return { path, body: await readText('-') }
  const sources = await readFixtures(files)
  const [first, second] = sources
  if (!first || second || new URL(path, 'http://server').searchParams.has('name'))
    return { path, body: JSON.stringify(sources) }
  const query = new URLSearchParams({ name: first.name })
  return { path: `${path}${path.includes('?') ? '&' : '?'}${query}`, body: first.text }
}
