import { getEventListeners } from 'node:events'
import { createRequire } from 'node:module'
import type { Cluster } from '../../cluster/types.js'
import { isForCaller } from '../../base/errors/call-site.js'
import { LoadError } from '../../base/input/load-error.js'
import type { CommandIo, SUBCOMMANDS } from './commands.js'
import { StartError } from '../failure.js'
import { keepHeapSmall, optimizeLate } from './engine.js'
import { helpText } from './help.js'
import { parsePopulate, parseStart, populateCommand, startCommand } from './start-command.js'
import { printing } from '../printable.js'
import { checkNode } from '../releases.js'
import { UsageError } from './usage-error.js'
import { createPrinter, sayWhile } from './terminal.js'
import type { StartOptions } from '../options.js'
import type { ServedCluster } from '../server/serve-cluster.js'
import { startCluster } from '../start.js'
import { startFleet } from '../start-fleet.js'

/** What the command gets besides its arguments. */
type Io = Pick<CommandIo, 'out' | 'err' | 'progress'> & { readonly signal: AbortSignal }

/**
 * Runs the command until `signal` is aborted and returns its exit code: 2 if it could not start. Other commands
 * than `populate`, such as `ctl` and `import`, return by themselves.
 */
export async function run(argv: readonly string[], { signal, ...io }: Io): Promise<number> {
  const { out, err, progress = () => undefined } = printing(io)
  try {
    checkNode()
    const [word, ...rest] = argv
    if (isSubcommand(word)) return await (await RUNS[word]())(rest, { out, err, progress, env: process.env, signal })
    const populates = word === 'populate'
    const command = populates ? parsePopulate(rest) : parseStart(argv)
    if (command.type === 'help') out(helpText(populates ? populateCommand : startCommand))
    if (command.type === 'version') out(version())
    if (command.type !== 'start') return 0
    const options: StartOptions = { port: 8080, print: err, ...command.options }
    const server = await sayWhile(start(options, command.clusters), workOf(options), progress)
    for (const line of server.greetings) out(line)
    await ended(signal, command.untilStdinEnds)
    await server.close()
    return 0
  } catch (error) {
    const mistake = mistakeIn(error)
    if (mistake === undefined) throw error
    err(`fakecluster: ${mistake}`)
    return 2
  }
}

/** Starts a cluster, or one for each name; returns what to print of them, and how to end them. */
async function start(options: StartOptions, names?: readonly string[]) {
  if (names === undefined) {
    const server = await startCluster(options)
    return { greetings: [greeting(server, server.cluster, options)], close: server.close }
  }
  const { servers, fleet, close } = await startFleet(Object.fromEntries(names.map((name) => [name, {}])), options)
  const greetings = names.map((name) => `${name}: ${greeting(servers[name]!, fleet.clusters[name]!, options, name)}`)
  return { greetings, close }
}

/** Resolves once a signal is aborted, or, where that is asked for, once standard input ends. */
async function ended(signal: AbortSignal, untilStdinEnds = false): Promise<void> {
  if (signal.aborted) return
  await new Promise<unknown>((resolve) => {
    signal.addEventListener('abort', resolve)
    // A pipe whose other end is gone may also fail.
    if (untilStdinEnds) process.stdin.on('end', resolve).on('error', resolve).resume()
  })
}

/** Runs the words after that of a command, and returns the exit code. */
type Run = (argv: readonly string[], io: CommandIo) => number | Promise<number>

/** Loads the code of a command when it is called; completion scripts call `__complete`. */
const RUNS: { readonly [word in keyof typeof SUBCOMMANDS | '__complete']: () => Promise<Run> } = {
  ctl: async () => (await import('./ctl/run.js')).runCtl,
  import: async () => (await import('./import/run.js')).runImport,
  lint: async () => (await import('./lint/run.js')).runLint,
  upgrade: async () => (await import('./upgrade/run.js')).runUpgrade,
  assets: async () => (await import('./assets/command.js')).runAssets,
  inspect: async () => (await import('./inspect.js')).runInspect,
  completion: async () => (await import('./completion/run.js')).runCompletion,
  __complete: async () => (await import('./completion/run.js')).runComplete,
}

const isSubcommand = (word: string | undefined): word is keyof typeof RUNS =>
  word !== undefined && Object.hasOwn(RUNS, word)

/** Returns what is wrong with what the command was given; undefined for any other error. */
function mistakeIn(error: unknown): string | undefined {
  if (error instanceof UsageError || error instanceof StartError || error instanceof LoadError) return error.message
  // Without the name of the function that was called with the flags.
  return isForCaller(error) ? error.message.replace(/^\w+: /, '') : undefined
}

/** Names the part of a start that may take long; empty if there is none. */
function workOf({ populate, fixtures }: StartOptions): string {
  if (populate) return 'Making a world …'
  return fixtures === undefined ? '' : 'Loading fixtures …'
}

function greeting(
  { url }: ServedCluster,
  cluster: Cluster,
  { kubeconfig, tls, token, control = true }: StartOptions,
  context?: string,
): string {
  const groups =
    cluster.profile === 'example'
      ? 'groups end in example.io; real clients want the default, kubernetes'
      : 'groups end in k8s.io'
  const secret = token === undefined ? '' : ' --token TOKEN'
  const flags = `${tls ? ' --insecure-skip-tls-verify' : ''}${secret}`
  return [
    `fakecluster ${version()} listens on ${url}`,
    `  profile  ${cluster.profile} (${groups})`,
    `  kubectl  ${kubeconfig === undefined ? `kubectl --server ${url}${flags} get namespaces` : `kubectl --kubeconfig ${kubeconfig}${context === undefined ? '' : ` --context ${context}`} get namespaces`}`,
    ...(control
      ? [
          `  control  fakecluster ctl --server ${url}${tls ? ' --insecure' : ''}${secret} --help`,
          `  inspect  ${url}/_fakecluster/${token === undefined ? '' : '#token=TOKEN'}`,
        ]
      : []),
    ...(lacksNodes(cluster) ? ['  note     pods need nodes: --nodes 3'] : []),
    ...(token !== undefined && !tls ? ['  note     kubectl sends a token only over HTTPS: add --tls'] : []),
  ].join('\n')
}

/** Tells whether pods stay pending because the cluster has no nodes. */
const lacksNodes = ({ at, snapshot, controllers }: Cluster): boolean =>
  controllers.names().includes('node-agents') && at(snapshot()).list('Node').length === 0

const version = (): string =>
  // The package's own package.json has a version.
  (createRequire(import.meta.url)('fakecluster/package.json') as { version: string }).version

/** Milliseconds within which a signal comes twice: what the terminal sends, npx passes on too. */
const TWICE = 500

/**
 * Stops what listens to a signal of this process, which then ends in order: a server, a sweep. Anything else, such as a
 * request that nobody answers, ends as without a handler, and so does what is told once more.
 */
function stopAt(name: 'SIGINT' | 'SIGTERM', stop: AbortController): void {
  let told = Infinity
  const heed = () => {
    const isHeard = getEventListeners(stop.signal, 'abort').length > 0
    if (!isHeard || performance.now() > told + TWICE) process.off(name, heed).kill(process.pid, name)
    told = Math.min(told, performance.now())
    stop.abort()
  }
  process.on(name, heed)
}

/** Runs the command of this process, which then ends. */
export async function main(): Promise<never> {
  keepHeapSmall()
  optimizeLate()
  const stop = new AbortController()
  stopAt('SIGINT', stop)
  stopAt('SIGTERM', stop)
  // The command goes on when the reader of its output closes the pipe.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const code = await run(process.argv.slice(2), {
    ...createPrinter(process.stdout, process.stderr),
    signal: stop.signal,
  })
  // Hooks may still wait for timers, which would keep the process alive.
  process.exit(code)
}
