import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import { isObject } from '../../base/json.js'
import { ask } from '../ask.js'
import { StartError, fileFailure } from '../failure.js'
import { type Command, UsageError, parseCommand } from './command.js'
import { helpText } from './help.js'
import { printReply } from './print.js'

/** What the command is given besides its arguments. */
export type CtlIo = {
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  readonly env: { readonly [name: string]: string | undefined }
}

/** Runs what stands after `ctl`, and returns the exit code: 1 for a refusal or a server out of reach, 2 for a command line that is wrong. */
export async function runCtl(argv: readonly string[], io: CtlIo): Promise<0 | 1 | 2> {
  try {
    const command = parseCommand(argv)
    if (command.type === 'ask') return await perform(command, io)
    io.out(helpText(command.operation))
    return 0
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof StartError)) throw error
    io.err(`fakecluster ctl: ${error.message}`)
    return 2
  }
}

async function perform(command: Extract<Command, { type: 'ask' }>, { out, err, env }: CtlIo): Promise<0 | 1> {
  const { operation, path, files, insecure, json } = command
  const server = command.server ?? env['FAKECLUSTER_SERVER'] ?? 'http://127.0.0.1:8080'
  const token = command.token ?? env['FAKECLUSTER_TOKEN']
  const body = operation.text ? (await Promise.all(files.map(readText))).join('\n---\n') : command.body
  const reply = await ask({ url: urlOf(server, path), method: operation.method, token, insecure, body })
  if ('failure' in reply) {
    err(`fakecluster ctl: ${server} cannot be asked: ${reply.failure}.`)
    return 1
  }
  if (reply.status !== 200) {
    err(`fakecluster ctl: ${messageOf(reply.text, reply.status)}`)
    return 1
  }
  const printed = json ? reply.text.trimEnd() : printReply(operation, reply.text)
  if (printed !== '') out(printed)
  return 0
}

async function readText(path: string): Promise<string> {
  if (path === '-') return textOf(process.stdin)
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw fileFailure(error, 'read', path)
  }
}

function urlOf(server: string, path: string): URL {
  const url = URL.canParse(server) ? new URL(path, server) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new UsageError(`--server takes a URL such as http://127.0.0.1:8080, not ${JSON.stringify(server)}.`)
}

function messageOf(text: string, status: number): string {
  const elsewhere = `the server answered ${status}; is it a fakecluster, started without --no-control?`
  try {
    const value: unknown = JSON.parse(text)
    const message = isObject(value) ? value['message'] : undefined
    if (status === 401) return 'the server wants its token: --token T, or $FAKECLUSTER_TOKEN'
    return typeof message === 'string' && message !== 'the server could not find the requested resource'
      ? message
      : elsewhere
  } catch {
    return elsewhere
  }
}
