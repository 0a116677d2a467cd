import { isSidecar } from '../../../kinds/shared/pods.js'
import { type Delay, pick } from '../../../base/time/delay.js'
import type { ContainerPlay } from '../../../rest/containers/types.js'
import type { Placed } from './containers-of.js'
import type { ContainerPlan, Exit, FailingProbe } from './plan.js'
import { failuresBefore, successAt } from './probes.js'
import type { AgentPod, Container } from './types.js'
import type { Scene } from './work.js'

/**
 * The default duration of everything not scripted: starting a pod, the work of a container, stopping. In milliseconds.
 */
export const MOMENT = 1000

/** What the plan of a container depends on. */
type Circumstances = {
  readonly pod: AgentPod
  readonly play: ContainerPlay
  /** Its start, in milliseconds since 1970. */
  readonly now: number
  readonly random: () => number
}

/**
 * Plans the run of a starting container: it is ready as soon as its probes allow, unless a script says otherwise, and
 * exits if it is supposed to.
 */
export function lifeOf(placed: Placed, circumstances: Circumstances): ContainerPlan {
  const { play, now } = circumstances
  const { startupProbe, readinessProbe, livenessProbe } = placed.container
  const delay = (given: Delay | 'never' | undefined) => delayOf(given, circumstances)
  const isUp = delay(play.started)
  const started = startupProbe ? successAt(startupProbe, isUp) : isUp
  const isWell = Math.max(delay(play.ready), started)
  const ready = readinessProbe ? successAt(readinessProbe, isWell) : isWell
  const unready = play.unready && delay(play.unready.after)
  const unreadyFor = play.unready?.for === undefined ? undefined : delay(play.unready.for)
  const exit = exitOf(placed, circumstances)
  const probes = [
    ...failuresBefore(startupProbe, 'Startup', 0, isUp),
    ...failuresBefore(readinessProbe, 'Readiness', started, isWell),
    ...(play.unhealthy ? failuresBefore(livenessProbe, 'Liveness', delay(play.unhealthy.after), Infinity) : []),
  ].map((probe): FailingProbe => ({ ...probe, at: now + probe.at }))
  const isAsked = placed.group !== 'initContainers' || isSidecar(placed.container)
  return {
    ...(started < Infinity ? { started: now + started } : {}),
    ...(isAsked && ready < Infinity ? { ready: now + ready } : {}),
    ...(isAsked && unready !== undefined ? { unready: now + unready } : {}),
    ...(unreadyFor === undefined ? {} : { unreadyFor }),
    ...(probes.length > 0 ? { probes } : {}),
    ...(exit ? { exit } : {}),
  }
}

/** Returns how long a container takes to stop when told to. */
export const stopTime = ({ stop = MOMENT }: ContainerPlay, random: () => number): number =>
  stop === 'never' ? Infinity : pick(stop, { random })

function exitOf(placed: Placed, circumstances: Circumstances): Exit | undefined {
  const { play, pod, now } = circumstances
  if (play.exit === 'never') return undefined
  const said = play.exit ?? (play.crash && { code: 1, ...play.crash, after: play.crash.every })
  const runs = placed.status.restartCount
  if (said && (said.times === undefined || runs < said.times)) {
    const { code = said.reason === 'OOMKilled' ? 137 : 0, reason = code === 0 ? 'Completed' : 'Error', message } = said
    const at = now + delayOf(said.after, circumstances)
    return { at, code, reason, ...(message === undefined ? {} : { message }) }
  }
  const own = ownExit(placed, pod)
  if (own === undefined || own === 'detached') return undefined
  return { at: now + Math.max(own.after, MOMENT), code: own.code, reason: own.code === 0 ? 'Completed' : 'Error' }
}

/** Returns the exit of a container whose attached session has ended; undefined if it does not end with that. */
export function exitOnDetach(
  placed: Placed,
  { playOf, pod, now }: Pick<Scene, 'playOf' | 'pod' | 'now'>,
): Exit | undefined {
  const play = playOf(placed)
  const isScripted = play.exit !== undefined || play.crash !== undefined
  return !isScripted && ownExit(placed, pod) === 'detached' ? { at: now, code: 0, reason: 'Completed' } : undefined
}

const delayOf = (given: Delay | 'never' | undefined, { random }: Circumstances): number =>
  given === 'never' ? Infinity : given === undefined ? 0 : pick(given, { random })

/** How a command ends: its code, and after how many milliseconds. */
type CommandExit = { readonly code: number; readonly after: number }

const SHELL = /(?:^|\/)(?:ba|da|a)?sh$/
const SECONDS: { readonly [unit: string]: number } = { s: 1, m: 60, h: 3600, d: 86_400 }
const ENDLESS: CommandExit = { code: 0, after: Infinity }

/**
 * Returns how the command of a container ends, for commands that say so themselves: `sleep`, `exit`, `true`, `false`,
 * `echo` and `tail -f`, alone or one after the other in a shell (`sh -c 'sleep 5; exit 3'`), and scripts that sleep or
 * loop for ever beside other commands; undefined for all others.
 */
export function exitOfCommand({
  command = [],
  args = [],
}: Pick<Container, 'command' | 'args'>): CommandExit | undefined {
  const words = [...command, ...args]
  const [program = '', flag = '', script, ...more] = words
  if (SHELL.test(program))
    return /^-[a-z]*c$/.test(flag) && script !== undefined && more.length === 0 ? exitOfScript(script) : undefined
  return program === 'exit' ? undefined : exitOfWords(words)
}

/** A loop without an end. */
const LOOP = /\bwhile\s+(?:true|:|\[\s*1\s*\])\s*(?:;|\n)|\bfor\s*\(\(\s*;;\s*\)\)/

function exitOfScript(script: string): CommandExit | undefined {
  if (LOOP.test(script)) return ENDLESS
  const lines = script.trim().split(/(;|\n|&&?(?!>)|\|\|?)/)
  let end: CommandExit = { code: 0, after: 0 }
  let isKnown = true
  for (let i = 0; i < lines.length; i += 2) {
    const line = lines[i]?.trim() ?? ''
    const before = lines[i - 1] ?? ';'
    if (line === '' || line.startsWith('#')) continue
    if (before === (end.code === 0 ? '||' : '&&')) continue
    const words = line.split(/\s+/)
    const next = before === '|' ? undefined : exitOfWords(words)
    isKnown &&= next !== undefined
    end = { code: next?.code ?? 0, after: end.after + (next?.after ?? 0) }
    if (words[0] === 'exit') break
  }
  // What other commands do is not known, but not how long they are followed by sleep.
  return isKnown ? end : end.after > 0 ? { code: 0, after: end.after } : undefined
}

function exitOfWords(words: readonly string[]): CommandExit | undefined {
  const [program = '', value = '', ...more] = words
  const name = program.slice(program.lastIndexOf('/') + 1)
  if (name === 'tail' && words.some((word) => /^(?:-[a-zA-Z]*[fF]|--follow(?:=.*)?)$/.test(word))) return ENDLESS
  if (name === 'echo' || program === ':') return { code: 0, after: 0 }
  if (more.length > 0) return undefined
  if (value === '')
    return ['true', 'false', 'exit'].includes(name) ? { code: name === 'false' ? 1 : 0, after: 0 } : undefined
  if (program === 'exit') return /^\d{1,3}$/.test(value) ? { code: Number(value) % 256, after: 0 } : undefined
  const [, count, unit = 's'] = /^(\d+(?:\.\d+)?|inf|infinity)([smhd])?$/.exec(value) ?? []
  if (name !== 'sleep' || count === undefined) return undefined
  return { code: 0, after: count.startsWith('inf') ? Infinity : Number(count) * SECONDS[unit]! * 1000 }
}

/** How a container ends that no script ends: by itself, or with the session that is attached to its input. */
type OwnExit = { readonly code: number; readonly after: number } | 'detached'

/** The image that does nothing until it is stopped, of any registry. */
const PAUSE = /(?:^|\/)pause(?:[:@]|$)/

/** Programs that serve until they are stopped, and the images named after them. */
const SERVERS = new Set(
  `agnhost apache caddy cassandra consul coredns dockerd elasticsearch envoy etcd grafana haproxy httpd influxdb jenkins
  kafka mariadb mariadbd memcached minio mongo mongod mongodb mysql mysqld nats nats-server nginx opensearch pause postgres
  postgresql prometheus rabbitmq rabbitmq-server redis redis-server registry sshd tomcat traefik valkey valkey-server vault
  whoami wordpress zookeeper`.split(/\s+/),
)

/**
 * Returns how a container ends that no script ends; undefined if it runs until it is stopped.
 *
 * Init containers, and those that are not restarted after a success, do their work and end, unless their command or
 * image says otherwise. In pods that belong to no Job, a container that serves runs on, and one with an open input ends
 * with the session that is attached to it.
 */
function ownExit({ group, container }: Placed, pod: AgentPod): OwnExit | undefined {
  if (PAUSE.test(container.image ?? '') || isSidecar(container)) return undefined
  const isRestarted =
    group === 'containers' && (container.restartPolicy ?? pod.spec?.restartPolicy ?? 'Always') === 'Always'
  const said = exitOfCommand(container)
  if (said) return isRestarted || said.after === Infinity ? undefined : said
  if (group !== 'initContainers' && !belongsToJob(pod)) {
    if (serves(container)) return undefined
    if (container.stdin || container.tty) return 'detached'
  }
  return isRestarted ? undefined : { code: 0, after: 0 }
}

const belongsToJob = ({ metadata }: AgentPod) =>
  Boolean(metadata.ownerReferences?.some(({ kind, controller }) => kind === 'Job' && controller))

/** Whether a container serves others, as its ports, its probes, its command or its image say. */
function serves({ ports = [], startupProbe, readinessProbe, livenessProbe, ...container }: Container): boolean {
  if (ports.length > 0 || startupProbe || readinessProbe || livenessProbe) return true
  const { image = '', command = [], args = [] } = container
  const [first = '-'] = [...command, ...args]
  // Flags are those of the image's own program.
  const program = first.startsWith('-') ? image.replace(/[:@][^/]*$/, '') : first
  return SERVERS.has(program.slice(program.lastIndexOf('/') + 1))
}
