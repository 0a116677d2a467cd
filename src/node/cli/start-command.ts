import { repeatsOf } from '../../base/lists/lists.js'
import { isClusterName } from '../../cluster/fleet.js'
import { clusterOptions } from '../../cluster/options.js'
import { placeMembers } from '../../model/registry/webhook-place.js'
import { controllerProblem } from '../../controllers/built-in.js'
import { populateOptions } from '../../cluster/populate/options.js'
import { featureGateNames } from '../../model/registry/feature-gates.js'
import { kubernetesVersions } from '../../model/registry/kubernetes-version.js'
import { oneOf } from '../../base/check/shape.js'
import { nearest } from '../../base/text/nearest.js'
import { type StartOptions, serveOptions } from '../options.js'
import { type Command, type Flags, type ValuesOf, asks, asksForHelp, flagHint, parseLine } from './command.js'
import { SUBCOMMANDS } from './commands.js'
import { authorizationModes } from '../../server/access/choice.js'
import { optionalPlugins, whyOverlapping } from '../../server/admission/plugin-names.js'
import {
  choice,
  enabledPlugins,
  gates,
  list,
  modes,
  number,
  plugins,
  release,
  releaseDefault,
  runtimeConfig,
  services,
  size,
  text,
} from './flag-values.js'
import { UsageError } from './usage-error.js'

/** The flags of a start. */
const FLAGS = {
  port: {
    help: 'port to listen on; 0 picks a free one (default 8080)',
    ...number(serveOptions.port),
  },
  host: { value: 'ADDRESS', help: 'address to listen on (default 127.0.0.1)', read: text },
  profile: {
    help: "names of groups and fields: those real clients have compiled in (default), or the specification's",
    ...choice(clusterOptions.profile),
  },
  'kubernetes-version': {
    value: 'VERSION',
    help: `the version of Kubernetes to be: ${kubernetesVersions.join(', ')}, or one of these with a patch (${releaseDefault})`,
    read: release,
  },
  fixtures: {
    value: 'PATH…',
    help: 'YAML or JSON files, or folders of them, to start with',
    many: true,
    read: list,
  },
  nodes: {
    help: 'nodes to start with, Ready and each with an agent; without any, pods stay Pending (default 0)',
    ...number(clusterOptions.nodes),
  },
  agents: {
    value: 'NODES',
    help: "nodes that have agents, whoever makes them: '*' for all, or a label selector such as type=kwok",
    read([nodes = '']: readonly string[], flag: string) {
      const [problem] = clusterOptions.agents.check({ nodes }, [])
      if (problem) throw new UsageError(`${flag} takes '*' or a label selector; "${nodes}" ${problem.text}.`)
      return { nodes }
    },
  },
  openapi: {
    value: 'PATH…',
    help: 'OpenAPI v3 documents of a server, or folders of them, whose other kinds are served too',
    many: true,
    read: list,
  },
  crds: {
    value: 'PATH…',
    help: 'files of CustomResourceDefinitions, or folders of them, whose kinds are served',
    many: true,
    read: list,
  },
  scripts: {
    value: 'PATH…',
    help: 'YAML files of hooks, or folders of them: faults, delays, replies',
    many: true,
    read: list,
  },
  controllers: {
    value: 'none|default|NAME,…',
    help: 'controllers to imitate (default: default, which is all; kube-apiserver: those that run within one)',
    read([text = '']: readonly string[], flag: string) {
      const names = text.split(',')
      const problem = names.map(controllerProblem).find((each) => each !== undefined)
      if (problem !== undefined) throw new UsageError(`${flag}: ${problem}${problem.endsWith('?') ? '' : '.'}`)
      return names
    },
  },
  'reconcile-limit': {
    help: 'reconciliations that a request waits for; the rest is done after the reply (default 1000)',
    ...number(clusterOptions.reconcileLimit),
  },
  'enable-admission-plugins': {
    value: 'NAME,…',
    help: `admission plug-ins to ask besides the default ones: ${optionalPlugins.join(', ')} (default none)`,
    many: true,
    read: enabledPlugins,
  },
  'disable-admission-plugins': {
    value: 'NAME,…',
    help: 'admission plug-ins that are not asked, such as ServiceAccount (default none)',
    many: true,
    read: plugins,
  },
  'admission-control-config-file': {
    value: 'FILE',
    help: 'what admission plug-ins are told: an AdmissionConfiguration of apiserver.config.k8s.io/v1, as kube-apiserver reads it',
    read: text,
  },
  'feature-gates': {
    value: 'A=true,…',
    help: `feature gates: ${featureGateNames.join(', ')}`,
    many: true,
    read: gates,
  },
  'runtime-config': {
    value: 'API=true,…',
    help: 'built-in APIs to serve or not: api/beta, GROUP/VERSION or GROUP/VERSION/RESOURCE (default the stable versions and LeaseCandidate)',
    many: true,
    read: runtimeConfig,
  },
  seed: {
    help: 'decides ids and randomness: the same seed and the same requests give the same bytes. With a seed the clock is virtual',
    ...number(clusterOptions.seed),
  },
  clock: {
    help: 'a virtual clock stands until it is told to move (default virtual with --seed or --start, otherwise system)',
    ...choice(clusterOptions.clock),
  },
  start: {
    value: 'TIME',
    help: 'when a virtual clock starts, not before the newest time in the fixtures; with it the clock is virtual (default 2024-01-01T00:00:00Z)',
    read([start = '']: readonly string[], flag: string) {
      if (clusterOptions.start.check(start, []).length > 0)
        throw new UsageError(`${flag} takes a time from 1970 to 9999 such as 2024-01-01T00:00:00Z, not "${start}".`)
      return start
    },
  },
  clusters: {
    value: 'NAME,…',
    help: 'serve a cluster for each name, on --port and the ports after it, with one clock and a context each (default one without a name)',
    read([text = '']: readonly string[], flag: string) {
      const names = text.split(',')
      const isRepeat = repeatsOf(names)
      const wrong = names.find((name, i) => !isClusterName(name) || isRepeat(i))
      if (wrong !== undefined)
        throw new UsageError(`${flag} takes different names in lower case such as hub,east,west, not "${text}".`)
      return names
    },
  },
  kubeconfig: { value: 'FILE', help: 'write a kubeconfig for this server', read: text },
  token: {
    value: 'T',
    help: 'bearer token that requests must carry',
    read([token = '']: readonly string[], flag: string) {
      if (clusterOptions.token.check(token, []).length > 0)
        throw new UsageError(`${flag} takes printable ASCII characters without spaces.`)
      return token
    },
  },
  'token-auth-file': {
    value: 'FILE',
    help: 'users with bearer tokens, as kube-apiserver reads them: lines of TOKEN,NAME,UID,"GROUP,…"',
    read: text,
  },
  'anonymous-auth': {
    help: 'whether requests without credentials are those of system:anonymous, where requests are authorized (default true)',
    ...choice(oneOf(['true', 'false'])),
  },
  'authorization-mode': {
    value: 'MODE,…',
    help: `who may do what: ${authorizationModes.join(', ')} (default AlwaysAllow)`,
    many: true,
    read: modes,
  },
  'service-account-issuer': {
    value: 'ISSUER…',
    help: 'issuers of the tokens of service accounts, the first of them of new ones (default https://kubernetes.default.svc.cluster.local)',
    many: true,
    read: list,
  },
  'service-account-signing-key-file': {
    value: 'FILE',
    help: 'RSA or ECDSA key in PEM that these tokens are signed with (default: one that is generated)',
    read: text,
  },
  'service-account-key-file': {
    value: 'FILE…',
    help: 'keys in PEM, private or public, that they are verified with (default: the signing key)',
    many: true,
    read: list,
  },
  'api-audiences': {
    value: 'AUDIENCE,…',
    help: 'whom they are for unless they say so (default: the issuers)',
    many: true,
    read: (values: readonly string[]) => values.flatMap((value) => value.split(',')),
  },
  service: {
    value: 'NAMESPACE/NAME=URL…',
    help: 'what stands behind a Service that webhooks are called by, or behind NAMESPACE/NAME:PORT: shop/hooks=https://127.0.0.1:9443',
    many: true,
    read: services,
  },
  webhooks: {
    value: 'PATH…',
    help: "manifests of webhooks to install, such as kubebuilder's config/webhook and config/crd, which lead to --webhook-address",
    many: true,
    read: list,
  },
  'webhook-address': {
    value: 'HOST:PORT',
    help: 'where those webhooks are served (default 127.0.0.1:9443)',
    read([address = '']: readonly string[], flag: string) {
      if (placeMembers.address.check(address, []).length > 0)
        throw new UsageError(`${flag} takes a host and a port such as 127.0.0.1:9443, not "${address}".`)
      return address
    },
  },
  'webhook-certificates': {
    value: 'DIR',
    help: 'where the tls.crt and tls.key for serving them are, or are written (default where controller-runtime looks for them)',
    read: text,
  },
  'audit-policy-file': {
    value: 'FILE',
    help: 'which requests are recorded, and how much of them: a Policy of audit.k8s.io/v1, as kube-apiserver reads it',
    read: text,
  },
  'audit-log-path': {
    value: 'FILE',
    help: 'write what --audit-policy-file records to a file, an event in each line, or with - to standard output',
    read: text,
  },
  'authorization-audit': { help: 'let pass what --authorization-mode refuses, for fakecluster ctl access' },
  tls: { help: 'speak HTTPS, with a certificate that the kubeconfig trusts' },
  'tls-cert-file': {
    value: 'FILE',
    help: 'certificate in PEM to serve HTTPS with, in place of a self-signed one; takes --tls-private-key-file and --tls',
    read: text,
  },
  'tls-private-key-file': { value: 'FILE', help: 'its key, in PEM', read: text },
  'client-ca-file': {
    value: 'FILE',
    help: 'authorities in PEM: who shows a certificate of theirs is the user in it (CN), of its groups (O); takes --tls',
    read: text,
  },
  log: {
    help: 'print requests, or requests and bodies, on standard error (default off)',
    ...choice(serveOptions.log),
  },
  'no-control': {
    help: 'do not serve /_fakecluster, which fakecluster ctl speaks to',
  },
  'control-limit': {
    value: 'SIZE',
    help: 'longest body that control takes, such as 200Mi (default 32Mi)',
    read: size,
  },
  'storage-limit': {
    value: 'SIZE',
    help: 'memory that all objects may take, roughly, such as 4Gi (default 1Gi)',
    read: size,
  },
  'allow-host': {
    value: 'NAME…',
    help: 'names besides localhost and --host by which the server may be asked for; on loopback others are refused',
    many: true,
    read: list,
  },
  cors: {
    value: 'ORIGIN…',
    help: 'origins whose pages may ask for the API, such as https://app.example.com, or "*"; never for control',
    many: true,
    read(cors: readonly string[], flag: string) {
      const wrong = cors.find((origin) => serveOptions.cors.check([origin], []).length > 0)
      if (wrong !== undefined)
        throw new UsageError(
          `${flag} takes an origin such as https://app.example.com, without a path, or "*", not "${wrong}".`,
        )
      return cors
    },
  },
  state: {
    value: 'FILE',
    help: 'keep the cluster in a file, tokens and keys included: what is there at the end is there at the next start',
    read: text,
  },
  'state-sync': {
    help: 'answer a write once it outlives the process (always, the default), or the loss of power too (fsync)',
    ...choice(oneOf(['always', 'fsync'])),
  },
  'until-stdin-ends': {
    help: 'end once standard input does: with the program that started this one and holds the other end',
  },
  version: { help: 'print the version' },
  help: { help: 'print this help' },
} satisfies Flags

/** The additional flags of `populate`. */
const WORLD_FLAGS = {
  nodes: { help: 'nodes of the world (default one for 20 pods, at least 3)', ...number(populateOptions.nodes) },
  deployments: { help: 'Deployments (default one for 50 pods)', ...number(populateOptions.deployments) },
  pods: { help: 'pods in all (default 100)', ...number(populateOptions.pods) },
  namespaces: { help: 'namespaces of teams (default one for 4 Deployments)', ...number(populateOptions.namespaces) },
  churn: {
    value: 'RATE',
    help: 'how much goes on: 20/s, 30/m, 100/h (default nothing)',
    read([churn = '']: readonly string[], flag: string) {
      if (populateOptions.churn.check(churn, []).length > 0)
        throw new UsageError(`${flag} takes a rate such as 20/s, 30/m or 100/h, up to 1000/s, not "${churn}".`)
      return churn
    },
  },
} satisfies Flags

const POPULATE = 'populate [flags]'

/** The command that starts a server. */
export const startCommand = {
  path: '',
  usage: ['[flags]', POPULATE, ...Object.values(SUBCOMMANDS).map(({ usage }) => usage)],
  about: [
    'Serves an in-memory fake of the Kubernetes resource API. `populate` has it start with a generated world: fakecluster populate --help.',
    '`ctl` speaks to one that runs: fakecluster ctl --help.',
    '`import` writes what another server serves as files to start from: fakecluster import --help.',
    '`lint` tells what a server would say of objects: fakecluster lint --help.',
    '`upgrade` tells what another version of Kubernetes changes for a program: fakecluster upgrade --help.',
    '`assets` writes programs that envtest starts in place of etcd and kube-apiserver: fakecluster assets --help.',
    '`inspect` shows what a file tells of a cluster: fakecluster inspect --help.',
  ],
  flags: FLAGS,
  stray: strayWord,
} satisfies Command

/** The command that starts a server with a generated world. */
export const populateCommand = {
  path: 'populate',
  usage: [POPULATE],
  about: [
    'Starts a server with a generated world in it, weeks old: nodes, namespaces of teams, Deployments, DaemonSets, StatefulSets, CronJobs,',
    'Services, Events, a little of it in trouble. The same --seed makes the same world. All flags of fakecluster are taken too.',
  ],
  flags: { ...FLAGS, ...WORLD_FLAGS },
  shown: [...Object.keys(WORLD_FLAGS), 'seed', 'port', 'controllers', 'help'],
  stray: (word: string): string => `"${word}" belongs to no flag.${flagHint(populateCommand, word)}`,
} satisfies Command

/** What a command line that starts a server asks for. */
type Start =
  | { readonly type: 'help' }
  | { readonly type: 'version' }
  | ({ readonly type: 'start'; readonly options: StartOptions } & Around)

/** What a command does with the options of a start: which clusters of them it makes, and when it ends. */
type Around = { readonly clusters?: readonly string[]; readonly untilStdinEnds?: true }

/** Parses the words after `fakecluster`. @throws UsageError */
export const parseStart = (argv: readonly string[]): Start =>
  instead(argv) ?? startWith(parseLine(startCommand, argv).values)

/** Parses the words after `populate`. @throws UsageError */
export function parsePopulate(argv: readonly string[]): Start {
  const other = instead(argv)
  if (other) return other
  const { nodes, deployments, pods, namespaces, churn, ...options } = parseLine(populateCommand, argv).values
  const world = { nodes, deployments, pods, namespaces, churn }
  // Only what was given: the rest of a world follows from it.
  const populate = Object.fromEntries(Object.entries(world).filter(([, value]) => value !== undefined))
  return startWith(options, { populate })
}

function instead(argv: readonly string[]): Start | undefined {
  if (asksForHelp(argv)) return { type: 'help' }
  return asks(argv, '--version') ? { type: 'version' } : undefined
}

/** Returns the start with the values of flags. */
function startWith(given: ValuesOf<typeof FLAGS>, more: StartOptions = {}): Start {
  const { untilStdinEnds, clusters, ...others } = given
  if (clusters && (given.state ?? given.auditLogPath) !== undefined)
    throw new UsageError(`--${given.state === undefined ? 'audit-log-path' : 'state'} is for a single cluster.`)
  return {
    ...{ type: 'start', options: { ...more, ...optionsOf(others) } },
    ...(clusters ? { clusters } : {}),
    ...(untilStdinEnds ? { untilStdinEnds } : {}),
  }
}

/** Returns the options that the values of flags stand for; some make one of another name, or one together. */
export function optionsOf(given: Omit<ValuesOf<typeof FLAGS>, keyof Around>): StartOptions {
  const { rest, ...tokens } = tokensApart(given)
  const { allowHost, anonymousAuth, authorizationMode, authorizationAudit, service, state, stateSync, ...others } = rest
  const { webhooks, webhookAddress, webhookCertificates, auditPolicyFile, admissionControlConfigFile, ...values } =
    others
  if (!webhooks && (webhookAddress ?? webhookCertificates) !== undefined)
    throw new UsageError(
      `--webhook-${webhookAddress === undefined ? 'certificates' : 'address'} is for what --webhooks installs: --webhooks config/webhook.`,
    )
  if ((given.tlsCertFile ?? given.tlsPrivateKeyFile) !== undefined && !given.tls)
    throw new UsageError('--tls-cert-file and --tls-private-key-file are for HTTPS: add --tls.')
  if ((given.tlsCertFile === undefined) !== (given.tlsPrivateKeyFile === undefined))
    throw new UsageError('--tls-cert-file and --tls-private-key-file are given together: a certificate and its key.')
  if (given.clientCaFile !== undefined && !given.tls)
    throw new UsageError('--client-ca-file is for certificates that clients show over TLS: add --tls.')
  if (given.auditLogPath !== undefined && auditPolicyFile === undefined)
    throw new UsageError('--audit-log-path takes what --audit-policy-file records: without a policy that is nothing.')
  if (stateSync !== undefined && state === undefined)
    throw new UsageError('--state-sync is for a cluster that is kept in a file: --state FILE.')
  const overlap = whyOverlapping(given.enableAdmissionPlugins, given.disableAdmissionPlugins)
  if (overlap !== undefined)
    throw new UsageError(`--enable-admission-plugins, --disable-admission-plugins: ${overlap}.`)
  if (authorizationAudit && !authorizationMode)
    throw new UsageError('--authorization-audit is for what --authorization-mode refuses: --authorization-mode RBAC.')
  const options = {
    ...values,
    ...(allowHost ? { allowHosts: allowHost } : {}),
    ...(webhooks
      ? {
          webhooks: {
            manifests: webhooks,
            ...(webhookAddress === undefined ? {} : { address: webhookAddress }),
            ...(webhookCertificates === undefined ? {} : { certificates: webhookCertificates }),
          },
        }
      : {}),
    ...(state === undefined ? {} : { state: { file: state, ...(stateSync === undefined ? {} : { sync: stateSync }) } }),
    ...(service ? { services: service } : {}),
    ...tokens,
    ...(auditPolicyFile === undefined ? {} : { auditPolicy: auditPolicyFile }),
    ...(admissionControlConfigFile === undefined ? {} : { admissionConfiguration: admissionControlConfigFile }),
    ...(anonymousAuth ? { anonymousAuth: anonymousAuth === 'true' } : {}),
    ...(authorizationMode
      ? { authorization: { modes: authorizationMode, ...(authorizationAudit ? { audit: true } : {}) } }
      : {}),
  }
  if (options.start !== undefined && options.clock === 'system')
    throw new UsageError("--start is for a virtual clock: leave out --clock system, which is this machine's.")
  return options
}

/** Returns how tokens are issued, if a flag says so, and the other values. */
function tokensApart({
  serviceAccountIssuer: issuers,
  serviceAccountSigningKeyFile: signingKeyFile,
  serviceAccountKeyFile: keyFiles,
  apiAudiences: audiences,
  ...rest
}: Omit<ValuesOf<typeof FLAGS>, keyof Around>) {
  if (keyFiles !== undefined && signingKeyFile === undefined)
    throw new UsageError('--service-account-key-file is for tokens that --service-account-signing-key-file signs.')
  const given = {
    ...(issuers ? { issuers } : {}),
    ...(audiences ? { audiences } : {}),
    ...(signingKeyFile === undefined ? {} : { signingKeyFile }),
    ...(keyFiles ? { keyFiles } : {}),
  }
  return { rest, ...(Object.keys(given).length > 0 ? { serviceAccountTokens: given } : {}) }
}

/** The message for a word that is not a flag, and no value of one. */
function strayWord(word: string, isFirst: boolean): string {
  const flag = nearest(word, Object.keys(FLAGS))
  if (!isFirst) return `"${word}" belongs to no flag.${flagHint(startCommand, word)}`
  const commands = ['populate', ...Object.keys(SUBCOMMANDS)]
  const command = nearest(word, commands)
  if (command) return `There is no command ${word}. Did you mean ${command}?`
  if (flag) return `"${word}" belongs to no flag. Did you mean --${flag}?`
  if (/\.html?$/i.test(word)) return `A bundle is shown by fakecluster inspect ${word}.`
  if (/\.(ya?ml|json)$|\//i.test(word)) return `What to start with is given by a flag: fakecluster --fixtures ${word}.`
  return `There is no command ${word}: without one, fakecluster serves a cluster; the others are ${commands.join(', ')}. See --help.`
}
