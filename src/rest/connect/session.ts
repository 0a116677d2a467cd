import { badRequest, failure, internalError, messageOf } from '../../base/errors/status.js'
import { parseBoolean } from '../../base/text/query-values.js'
import { type Session, type SessionInput, type SessionOutput, CHANNELS } from '../../model/call/session.js'
import { answerExec, takesInput } from '../containers/exec-answer.js'
import type { ContainerPlay, ExecResult } from '../containers/types.js'
import type { Parameter } from './log-options.js'
import { followLog } from './log.js'
import {
  type ConnectContext,
  type NamedContainer,
  type PodSeen,
  checkHost,
  containerOf,
  podNamed,
  statusNamed,
} from './pod-container.js'

/** Maximum bytes of stdin buffered for one command, and for all waiting commands of a cluster together. */
const [MOST, MOST_TOGETHER] = [32 * 1024 * 1024, 128 * 1024 * 1024]

const LEAST_ROOM = 1024

/** The stdin of a command, buffered in one piece until it is complete, as it may arrive byte by byte. */
type KeptInput = {
  /** Buffers more; returns false if there is no room. */
  readonly add: (bytes: Uint8Array) => boolean
  /** Returns and clears the buffered input. */
  readonly take: () => string
}

// Keyed by the container scripts of a cluster.
const kept = new WeakMap<object, { bytes: number }>()

function keptIn(cluster: object): { bytes: number } {
  let together = kept.get(cluster)
  if (!together) kept.set(cluster, (together = { bytes: 0 }))
  return together
}

/** Makes the input buffer of a command; `cluster` is an object that identifies the cluster. */
export function createKeptInput(cluster: object): KeptInput {
  const together = keptIn(cluster)
  let room = new Uint8Array(0)
  let end = 0
  const give = (size: number) => {
    together.bytes += size - room.length
    const larger = new Uint8Array(size)
    larger.set(room.subarray(0, Math.min(end, size)))
    room = larger
  }
  return {
    add(bytes) {
      const needed = end + bytes.length
      if (needed > MOST) return false
      if (needed > room.length) {
        const size = Math.min(MOST, Math.max(LEAST_ROOM, needed, room.length * 2))
        if (together.bytes + size - room.length > MOST_TOGETHER) return false
        give(size)
      }
      room.set(bytes, end)
      end = needed
      return true
    },
    take() {
      const text = new TextDecoder().decode(room.subarray(0, end))
      end = 0
      give(0)
      return text
    },
  }
}

/** A request for a session, from its URL and headers. */
type SessionRequest = {
  readonly part: 'exec' | 'attach'
  readonly namespace: string
  readonly name: string
  readonly get: Parameter
  readonly command: readonly string[]
  /** The requested transport: a WebSocket, the older SPDY, or none. */
  readonly transport: 'websocket' | 'spdy' | 'none'
}

const PROTOCOLS = ['v5.channel.k8s.io', 'v4.channel.k8s.io']

/** Opens a session with a running container. Throws a StatusError if that is not possible. */
export function openSession(context: ConnectContext, request: SessionRequest): Session {
  const { part, namespace, name, get, command, transport } = request
  const pod = podNamed(context, namespace, name)
  const container = containerOf(pod, get('container') ?? '')
  checkHost(context, pod)
  if (transport === 'none') throw upgradeRequired()
  if (part === 'exec' && command.length === 0)
    throw badRequest('you must specify at least one command for the container')
  if (!['stdin', 'stdout', 'stderr'].some((channel) => isSet(get(channel))))
    throw badRequest('you must specify at least 1 of stdin, stdout, stderr')
  if (transport === 'spdy') throw refuseSpdy(part)
  if (!statusNamed(pod, container.name)?.state?.running)
    throw internalError(`unable to upgrade connection: container not found ("${container.name}")`)
  const play = context.containers.of(pod, container)
  return {
    protocols: PROTOCOLS,
    open: (output) => {
      greet(get, output)
      return part === 'exec'
        ? runCommand(play, { ...request, pod, container, input: createKeptInput(context.containers) }, output)
        : attach(context, { ...request, container }, output)
    },
  }
}

/** Refuses SPDY, which is what clients before v1.31 use. */
const refuseSpdy = (part: string) =>
  failure(
    501,
    'NotImplemented',
    `${part} over SPDY is not served by fakecluster: ask over a WebSocket (v5.channel.k8s.io), as kubectl does since v1.31`,
  )

export const upgradeRequired = () => badRequest('Upgrade request required')

const isSet = (value: string | undefined): boolean => parseBoolean(value) ?? false

/** Sends an empty message, which signals that the connection is open. */
function greet(get: Parameter, { send }: SessionOutput): void {
  send(isSet(get('stdout')) ? CHANNELS.stdout : isSet(get('stderr')) ? CHANNELS.stderr : CHANNELS.error, '')
}

type Command = SessionRequest & { readonly pod: PodSeen; readonly container: NamedContainer; readonly input: KeptInput }

function runCommand(play: ContainerPlay, command: Command, output: SessionOutput): SessionInput {
  const { namespace, name, get, container, input } = command
  const tty = isSet(get('tty'))
  let isOver = false
  const run = async () => {
    if (isOver) return
    isOver = true
    const stdin = input.take()
    const request = { command: command.command, stdin, tty, namespace, pod: name, container: container.name }
    try {
      finish(await answerExec(play, request), get, output)
    } catch (error) {
      const stderr = `${messageOf(error)}\n`
      finish({ stderr, code: 1 }, get, output)
    }
  }
  // Only scripted functions read stdin, and only the v5 protocol signals its end, which can be waited for.
  const waits = takesInput(play) && isSet(get('stdin')) && output.protocol === PROTOCOLS[0] && !tty
  if (!waits) void run()
  return {
    receive(channel, bytes) {
      if (channel === CHANNELS.stdin && !isOver && !input.add(bytes)) {
        isOver = true
        input.take()
        finish({ stderr: TOO_MUCH, code: 1 }, get, output)
      }
      if (channel === CHANNELS.close && bytes[0] === CHANNELS.stdin) void run()
    },
    close() {
      isOver = true
      input.take()
    },
  }
}

const TOO_MUCH =
  'fakecluster keeps no more than 32 MiB of what is sent to a command, and 128 MiB of what is sent to all that wait\n'

function finish(
  { stdout = '', stderr = '', code = 0 }: ExecResult,
  get: Parameter,
  { send, end }: SessionOutput,
): void {
  const tty = isSet(get('tty'))
  if (stdout !== '' && isSet(get('stdout'))) send(CHANNELS.stdout, stdout)
  if (stderr !== '' && tty && isSet(get('stdout'))) send(CHANNELS.stdout, stderr)
  else if (stderr !== '' && isSet(get('stderr'))) send(CHANNELS.stderr, stderr)
  send(CHANNELS.error, JSON.stringify(code === 0 ? SUCCESS : exitStatus(code)))
  end()
}

const SUCCESS = { metadata: {}, status: 'Success' }

const exitStatus = (code: number) => ({
  metadata: {},
  status: 'Failure',
  message: `command terminated with non-zero exit code: error executing command, exit code ${code}`,
  reason: 'NonZeroExitCode',
  details: { causes: [{ reason: 'ExitCode', message: String(code) }] },
})

type Attachment = SessionRequest & { readonly container: NamedContainer }

/** Sends what the container logs from now on, until it ends; that may follow from the end of its input. */
function attach(
  context: ConnectContext,
  { namespace, name, get, container }: Attachment,
  output: SessionOutput,
): SessionInput {
  const containerID = statusNamed(podNamed(context, namespace, name), container.name)?.containerID ?? ''
  const options = { container: container.name, follow: true, previous: false, timestamps: false, tailLines: 0 }
  const tail = followLog(context, { namespace, name }, options)
  const flush = () => {
    while (output.isFull?.() !== true) {
      const text = tail.next()
      if (text === '') return
      if (text === undefined) {
        output.send(CHANNELS.error, JSON.stringify(SUCCESS))
        return output.end()
      }
      if (isSet(get('stdout'))) output.send(CHANNELS.stdout, text)
    }
  }
  tail.onReady(flush)
  flush()
  const ends = createInputEnd(isSet(get('tty')))
  let isOpen = isSet(get('stdin'))
  const detach = () => {
    if (!isOpen) return
    isOpen = false
    context.detached?.({ namespace, pod: name, containerID })
  }
  return {
    receive(channel, bytes) {
      if (channel === CHANNELS.close ? bytes[0] === CHANNELS.stdin : channel === CHANNELS.stdin && ends(bytes)) detach()
    },
    drained: flush,
    close() {
      tail.close()
      detach()
    },
  }
}

/** Returns a function that tells whether input from a terminal ends with these bytes: by Ctrl-D, or `exit`. */
function createInputEnd(tty: boolean): (bytes: Uint8Array) => boolean {
  let line = ''
  return (bytes) => {
    if (!tty) return false
    for (const byte of bytes) {
      if (byte === END_OF_TRANSMISSION) return true
      if (byte !== 10 && byte !== 13) line = (line + String.fromCharCode(byte)).slice(-LONGEST_WORD)
      else if (/^\s*exit\s*$/.test(line)) return true
      else line = ''
    }
    return false
  }
}

const END_OF_TRANSMISSION = 4
const LONGEST_WORD = 16
