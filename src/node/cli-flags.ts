import { mustHave } from '../base/must-have.js'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearest } from '../base/nearest.js'
import { agentsShape } from '../agents/simulation.js'
import { controllerProblem } from '../controllers/runtime/choose.js'
import { defaultFeatureGates } from '../registry/feature-gates.js'
import { MOST_NODES } from '../load/made-nodes.js'
import { StartError } from './failure.js'
import { type Read, one, oneOf, readGates, readPlugins, sized, whole } from './flag-values.js'
import { isOrigin } from './settings.js'
import type { StartOptions } from './start.js'

/** What a command line asks for. */
export type Command =
  { readonly type: 'help' } | { readonly type: 'version' } | { readonly type: 'start'; readonly options: StartOptions }

type Flag = {
  /** How its values are shown in the help; none for a flag without a value. */
  readonly value?: string
  readonly help: string
  /** Takes several values, up to the next flag. */
  readonly many?: boolean
  readonly read: Read
}

const FLAGS: { readonly [name: string]: Flag } = {
  port: {
    value: 'N',
    help: 'port to listen on; 0 picks a free one (default 8080)',
    read: whole(0, 65535, ' from 0 to 65535', (port) => ({ port })),
  },
  host: { value: 'ADDRESS', help: 'address to listen on (default 127.0.0.1)', read: one('host') },
  profile: {
    value: 'kubernetes|example',
    help: "names of groups and fields: those real clients have compiled in (default), or the specification's",
    read: oneOf(['kubernetes', 'example'], (profile) => ({ profile })),
  },
  fixtures: {
    value: 'PATH…',
    help: 'YAML or JSON files, or folders of them, to start with',
    many: true,
    read: (fixtures) => ({ fixtures }),
  },
  nodes: {
    value: 'N',
    help: 'nodes to start with, Ready and each with an agent; without any, pods stay Pending (default 0)',
    read: whole(0, MOST_NODES, ` from 0 to ${MOST_NODES}`, (nodes) => ({ nodes })),
  },
  agents: {
    value: 'NODES',
    help: "nodes that have agents, whoever makes them: '*' for all, or a label selector such as type=kwok",
    read([nodes = '']) {
      const [problem] = agentsShape.check({ nodes }, [])
      return problem ? `--agents takes '*' or a label selector; "${nodes}" ${problem.text}.` : { agents: { nodes } }
    },
  },
  openapi: {
    value: 'PATH…',
    help: 'OpenAPI v3 documents of a server, or folders of them, whose other kinds are served too',
    many: true,
    read: (openapi) => ({ openapi }),
  },
  crds: {
    value: 'PATH…',
    help: 'files of CustomResourceDefinitions, or folders of them, whose kinds are served',
    many: true,
    read: (crds) => ({ crds }),
  },
  scripts: {
    value: 'PATH…',
    help: 'YAML files of hooks, or folders of them: faults, delays, replies',
    many: true,
    read: (scripts) => ({ scripts }),
  },
  controllers: {
    value: 'none|default|NAME,…',
    help: 'controllers to imitate (default all)',
    read: ([text = ''], flag) => {
      const names = text.split(',')
      const problem = names.map(controllerProblem).find((each) => each !== undefined)
      return problem === undefined ? { controllers: names } : `--${flag}: ${problem}.`
    },
  },
  'disable-admission-plugins': {
    value: 'NAME,…',
    help: 'admission plug-ins that are not asked, such as ServiceAccount (default none)',
    many: true,
    read: readPlugins,
  },
  'feature-gates': {
    value: 'A=true,…',
    help: `feature gates: ${Object.keys(defaultFeatureGates).join(', ')}`,
    many: true,
    read: readGates,
  },
  seed: {
    value: 'N',
    help: 'decides ids and randomness',
    read: whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, '', (seed) => ({ seed })),
  },
  clock: {
    value: 'system|virtual',
    help: 'virtual time stands still (default system)',
    read: oneOf(['system', 'virtual'], (clock) => ({ clock })),
  },
  start: {
    value: 'TIME',
    help: 'when a virtual clock starts, not before the newest time in the fixtures; implies --clock virtual (default 2024-01-01T00:00:00Z)',
    read: ([start = '']) =>
      Number.isFinite(Date.parse(start))
        ? { start }
        : `--start takes a time such as 2024-01-01T00:00:00Z, not "${start}".`,
  },
  kubeconfig: { value: 'FILE', help: 'write a kubeconfig for this server', read: one('kubeconfig') },
  token: {
    value: 'T',
    help: 'bearer token that requests must carry',
    read: ([token = '']) =>
      /^[\x21-\x7e]+$/.test(token) ? { token } : '--token takes printable ASCII characters without spaces.',
  },
  tls: { help: 'speak HTTPS, with a certificate that the kubeconfig trusts', read: () => ({ tls: true }) },
  log: {
    value: 'off|requests|debug',
    help: 'print requests, or requests and bodies, on standard error (default off)',
    read: oneOf(['off', 'requests', 'debug'], (log) => ({ log })),
  },
  'no-control': {
    help: 'do not serve /_fakecluster, which fakecluster ctl speaks to',
    read: () => ({ control: false }),
  },
  'control-limit': {
    value: 'SIZE',
    help: 'longest body that control takes, such as 200Mi (default 32Mi)',
    read: sized('control-limit', (controlLimit) => ({ controlLimit })),
  },
  'storage-limit': {
    value: 'SIZE',
    help: 'memory that all objects may take, roughly, such as 4Gi (default 1Gi)',
    read: sized('storage-limit', (storageLimit) => ({ storageLimit })),
  },
  'allow-host': {
    value: 'NAME…',
    help: 'names besides localhost and --host by which the server may be asked for; on loopback others are refused',
    many: true,
    read: (allowHosts) => ({ allowHosts }),
  },
  cors: {
    value: 'ORIGIN…',
    help: 'origins whose pages may ask for the API, such as https://app.example.com, or "*"; never for control',
    many: true,
    read: (cors) => {
      const wrong = cors.find((origin) => !isOrigin(origin))
      return wrong === undefined
        ? { cors }
        : `--cors takes an origin such as https://app.example.com, without a path, or "*", not "${wrong}".`
    },
  },
  version: { help: 'print the version', read: () => ({}) },
  help: { help: 'print this help', read: () => ({}) },
}

/**
 * Reads a command line. The last of a flag given twice counts; lists add up.
 *
 * @throws StartError for a flag or a value there is not
 */
export function parseFlags(argv: readonly string[]): Command {
  const given = collect(argv)
  if (given.has('help')) return { type: 'help' }
  if (given.has('version')) return { type: 'version' }
  let options: StartOptions = {}
  for (const [name, values] of given) {
    const read = mustHave(FLAGS[name], `flag --${name}`).read(values, name)
    if (typeof read === 'string') throw new StartError(read)
    options = { ...options, ...read }
  }
  if (options.start !== undefined && options.clock === 'system')
    throw new StartError("--start is for a virtual clock: leave out --clock system, which is this machine's.")
  return { type: 'start', options }
}

/** The help text. */
export function helpText(): string {
  const rows = Object.entries(FLAGS).map(
    ([name, { value, help }]) => [`--${name}${value ? ` ${value}` : ''}`, help] as const,
  )
  const width = Math.max(...rows.map(([flag]) => flag.length))
  return [
    'Usage: fakecluster [flags]',
    '       fakecluster ctl [flags] COMMAND',
    '       fakecluster import --server URL --out DIR [flags]',
    '',
    'Serves an in-memory fake of the Kubernetes resource API. `ctl` speaks to one that runs: fakecluster ctl --help.',
    '`import` writes what another server serves as files to start from: fakecluster import --help.',
    '',
    ...rows.map(([flag, help]) => `  ${flag.padEnd(width)}  ${help}`),
  ].join('\n')
}

/** The values of each flag given, in the order of the command line. */
function collect(argv: readonly string[]): Map<string, readonly string[]> {
  const { tokens } = parseArgs({ args: [...argv], options: kinds, strict: false, tokens: true })
  const given = new Map<string, readonly string[]>()
  const add = (name: string, values: readonly string[]) =>
    given.set(name, FLAGS[name]?.many ? [...(given.get(name) ?? []), ...values] : values)
  // The flag that words after it belong to.
  let open: string | undefined
  for (const token of tokens) {
    const word = argv[token.index] ?? ''
    if (token.kind === 'positional' && open !== undefined) add(open, [token.value])
    else if (token.kind !== 'option') throw unknownFlag(word)
    else {
      const { name, value, inlineValue } = token
      const flag = Object.hasOwn(FLAGS, name) && (token.rawName !== '-h' || word === '-h') ? FLAGS[name] : undefined
      if (!flag) throw unknownFlag(word)
      add(name, valuesOf(name, flag, value, inlineValue === true))
      open = flag.many && !inlineValue ? name : undefined
    }
  }
  return given
}

const kinds: NonNullable<ParseArgsConfig['options']> = {
  ...Object.fromEntries(
    Object.entries(FLAGS).map(([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }]),
  ),
  help: { type: 'boolean', short: 'h' },
}

function valuesOf(name: string, { value: shown }: Flag, value: string | undefined, inline: boolean): readonly string[] {
  if (shown === undefined) {
    if (value !== undefined) throw new StartError(`--${name} takes no value.`)
    return []
  }
  // A word that looks like a flag is one: "--fixtures --tls" has forgotten the path.
  if (value === undefined || value === '' || (!inline && /^-\D/.test(value)))
    throw new StartError(`--${name} needs a value: --${name} ${shown}.`)
  return [value]
}

function unknownFlag(argument: string): StartError {
  const [, dashes = '', word = ''] = /^(-*)([^=]*)/.exec(argument) ?? []
  const close = nearest(word, Object.keys(FLAGS))
  const hint = close ? ` Did you mean --${close}?` : ' See --help.'
  return new StartError(`${dashes ? `There is no flag ${dashes}${word}.` : `"${argument}" belongs to no flag.`}${hint}`)
}
