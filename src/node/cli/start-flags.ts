import { agentsShape } from '../../controllers/agents/kubelet/simulation.js'
import { isClockTime } from '../../base/time/time.js'
import { controllerProblem } from '../../controllers/choose.js'
import { MOST_NODES } from '../../cluster/load/made-nodes.js'
import { MOST_POPULATED, readRate } from '../../cluster/populate/options.js'
import { defaultFeatureGates } from '../../model/registry/feature-gates.js'
import { type Read, one, oneOf, readGates, readPlugins, readRuntimeConfig, sized, whole } from './flag-values.js'
import { isOrigin } from '../settings.js'

/** A flag of the command: its help, and the parser of its values. */
export type Flag = {
  /** The value in the help text; undefined for a flag without a value. */
  readonly value?: string
  readonly help: string
  /** Whether it takes several values, up to the next flag. */
  readonly many?: boolean
  readonly read: Read
}

/** Flags by name. */
export type Flags = { readonly [name: string]: Flag }

/** The flags of a start. */
export const FLAGS: Flags = {
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
    help: 'controllers to imitate (default: default, which is all)',
    read: ([text = ''], flag) => {
      const names = text.split(',')
      const problem = names.map(controllerProblem).find((each) => each !== undefined)
      return problem === undefined ? { controllers: names } : `--${flag}: ${problem}${problem.endsWith('?') ? '' : '.'}`
    },
  },
  'reconcile-limit': {
    value: 'N',
    help: 'reconciliations that a request waits for; the rest is done after the reply (default 1000)',
    read: whole(1, Number.MAX_SAFE_INTEGER, ' of at least 1', (reconcileLimit) => ({ reconcileLimit })),
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
  'runtime-config': {
    value: 'API=true,…',
    help: 'built-in APIs to serve or not: api/beta, GROUP/VERSION or GROUP/VERSION/RESOURCE (default the stable versions and LeaseCandidate)',
    many: true,
    read: readRuntimeConfig,
  },
  seed: {
    value: 'N',
    help: 'decides ids and randomness: the same seed and the same requests give the same bytes. With a seed the clock is virtual',
    read: whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, '', (seed) => ({ seed })),
  },
  clock: {
    value: 'system|virtual',
    help: 'a virtual clock stands until it is told to move (default virtual with --seed or --start, otherwise system)',
    read: oneOf(['system', 'virtual'], (clock) => ({ clock })),
  },
  start: {
    value: 'TIME',
    help: 'when a virtual clock starts, not before the newest time in the fixtures; with it the clock is virtual (default 2024-01-01T00:00:00Z)',
    read: ([start = '']) =>
      isClockTime(Date.parse(start))
        ? { start }
        : `--start takes a time from 1970 to 9999 such as 2024-01-01T00:00:00Z, not "${start}".`,
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

/** A flag for a number of objects in a generated world. */
const numbered = (what: keyof typeof MOST_POPULATED, least: number, help: string): Flag => ({
  value: 'N',
  help,
  read: whole(least, MOST_POPULATED[what], ` from ${least} to ${MOST_POPULATED[what]}`, (count) => ({
    populate: { [what]: count },
  })),
})

/** The additional flags of `populate`. */
export const WORLD: Flags = {
  nodes: numbered('nodes', 1, 'nodes of the world (default one for 20 pods, at least 3)'),
  deployments: numbered('deployments', 0, 'Deployments (default one for 50 pods)'),
  pods: numbered('pods', 0, 'pods in all (default 100)'),
  namespaces: numbered('namespaces', 1, 'namespaces of teams (default one for 4 Deployments)'),
  churn: {
    value: 'RATE',
    help: 'how much goes on: 20/s, 30/m, 100/h (default nothing)',
    read: ([churn = '']) =>
      readRate(churn) === undefined
        ? `--churn takes a rate such as 20/s, 30/m or 100/h, up to 1000/s, not "${churn}".`
        : { populate: { churn } },
  },
}

/** The flags of the commands that start a server. */
export const COMMANDS: { readonly [command in StartCommand]: Flags } = { '': FLAGS, populate: { ...FLAGS, ...WORLD } }

/** The word before the flags of a start. */
export type StartCommand = '' | 'populate'
