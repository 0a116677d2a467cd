import type { Operation } from '../../../server/control/operation.js'
import { StartError } from '../../failure.js'
import { readText } from '../../files/read.js'
import { writeOver } from '../../files/write.js'
import { readFixtures } from '../../fixtures.js'
import { printing } from '../../printable.js'
import type { CommandIo } from '../commands.js'
import { helpText } from '../help.js'
import { sayWhile } from '../terminal.js'
import { UsageError } from '../usage-error.js'
import { RefusedError, askText, serverFrom } from './asker.js'
import { type Ask, parseCtl } from './command-line.js'
import { CTL_COMMANDS, ctlCommand } from './commands.js'
import { highestOf } from '../../../base/lists/lists.js'
import { isObject } from '../../../base/json/json.js'

/**
 * Runs the words after `ctl` and returns the exit code: 1 if the server refuses or is unreachable, or if there are
 * findings; 2 for a wrong command line and for a sweep that could not run.
 */
export async function runCtl(argv: readonly string[], given: CommandIo): Promise<0 | 1 | 2> {
  const io = printing(given)
  const fail = (error: unknown, code: 1 | 2) => {
    if (!(error instanceof UsageError || error instanceof StartError || error instanceof RefusedError)) throw error
    io.err(`fakecluster ctl: ${error.message}`)
    return error instanceof RefusedError ? code : 2
  }
  try {
    const command = parseCtl(argv)
    if (command.type === 'ask') return await perform(command, io).catch((error: unknown) => fail(error, 1))
    if (command.type === 'trial') {
      const { runTrial } = await import('./trial.js')
      return await runTrial(command, serverFrom(command.common, io.env), command.common.json === true, io)
    }
    const { topic } = command
    io.out(
      topic
        ? helpText(topic)
        : helpText(
            ctlCommand,
            CTL_COMMANDS.map(({ line }) => line),
          ),
    )
    return 0
  } catch (error) {
    return fail(error, 2)
  }
}

async function perform(command: Ask, io: CommandIo): Promise<0> {
  const { operation, path, files, common } = command
  const json = common.json === true
  const request = operation.text ? await requestOf(path, files) : { path, body: command.body }
  const { progress = () => undefined } = io
  const asked = askText(serverFrom(common, io.env), { method: operation.method, ...request })
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

/**
 * Formats a response for people: one line with the columns of an object, or a table of the columns of its items. Empty
 * if there is nothing to print.
 */
function printReply({ reply }: Operation, text: string): string {
  if (reply.type === 'text') return text.trimEnd()
  const { columns } = reply
  const value: unknown = JSON.parse(text)
  if (!isObject(value)) return text.trimEnd()
  if (Array.isArray(value['items'])) return printTable(columns, value['items'].filter(isObject))
  if (columns.length === 0) return Object.keys(value).length === 0 ? '' : text.trimEnd()
  return columns
    .map((column) => cell(value[column]))
    .filter(Boolean)
    .join('  ')
}

function printTable(columns: readonly string[], items: readonly { readonly [member: string]: unknown }[]): string {
  if (items.length === 0) return ''
  const rows = [
    columns.map((column) => column.replace(/[A-Z]/g, (letter) => ` ${letter}`).toUpperCase()),
    ...items.map((item) => columns.map((column) => cell(item[column]))),
  ]
  const widths = columns.map((_, i) => highestOf(rows.map((row) => row[i]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((text, i) => text.padEnd(widths[i] ?? 0))
        .join('   ')
        .trimEnd(),
    )
    .join('\n')
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return ''
  // The other JSON types.
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}
