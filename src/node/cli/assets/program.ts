import { EFFECTIVE, FURTHER, REFUSED, WITHOUT_EFFECT } from './api-server-flags.js'
import { kubernetesVersions, newestVersion } from '../../../model/registry/kubernetes-version.js'
import { messageOf } from '../../../base/errors/status.js'
import type { Release } from '../../../model/registry/releases.js'
import { aborted, untilEnd } from './until-end.js'

/** The name of a program of a control plane. */
export type ProgramName = 'etcd' | 'kube-apiserver'

/** What a program may use besides its arguments. */
export type ProgramIo = {
  /** The path that it was started by. */
  readonly path: string
  readonly env: { readonly [name: string]: string | undefined }
  readonly log: (line: string) => void
  /** Aborted when it should end. */
  readonly signal: AbortSignal
}

/** A program: it runs until it should end. */
export type Program = (argv: readonly string[], io: ProgramIo) => Promise<void>

/**
 * Runs a program until a signal, or the end of the process that started it, and returns its exit code. What only asks
 * for its help or its version is answered without loading it.
 */
export async function runProgram(
  name: ProgramName,
  load: () => Promise<Program>,
  [path = '', ...argv]: readonly string[],
): Promise<number> {
  if (argv.some((word) => /^(-h|--help|--version)(=true)?$/.test(word))) {
    const { help, version } = TEXTS[name]
    process.stdout.write(argv.some((word) => word.startsWith('--version')) ? await version(process.env) : help)
    return 0
  }
  const log = (line: string) => void process.stderr.write(`${line}\n`)
  // Whoever reads the output may be gone.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  try {
    const run = await load()
    await run(argv, { path, env: process.env, log, signal: untilEnd() })
    return 0
  } catch (error) {
    log(`Error: ${messageOf(error)}`)
    return 1
  }
}

/** The version of etcd that kube-apiserver of this version is built with. */
const ETCD_VERSION = '3.5.21'

const ABOUT = `It is fakecluster, which keeps everything in memory: see https://www.npmjs.com/package/fakecluster.`

/** What a program prints when it is asked for its help, or for its version. */
type Texts = { readonly help: string; readonly version: (env: ProgramIo['env']) => Promise<string> }

const ETCD: Texts = {
  version: async () => `etcd Version: ${ETCD_VERSION}\nGit SHA: fakecluster\n`,
  help: `Usage:

  etcd [flags]
    Answers that it is healthy, and stores nothing: the kube-apiserver beside it has its own memory. ${ABOUT}

Flags:

  --listen-client-urls 'http://localhost:2379'
    Where to answer. All other flags of etcd are taken, and have no effect.
`,
}

const API_SERVER: Texts = {
  version: async (env) => {
    const { defaultRelease, releaseName } = await import('../../../model/registry/releases.js')
    return `Kubernetes ${releaseName((await releaseIn(env)) ?? defaultRelease())}\n`
  },
  help: `Serves the Kubernetes API, as kube-apiserver does. ${ABOUT}

Usage:
  kube-apiserver [flags]

Flags that take effect:

${lines([...Object.keys(EFFECTIVE), ...FURTHER])}

Flags that are taken, and have none:

${lines(WITHOUT_EFFECT)}

Flags that are refused:

${lines(Object.keys(REFUSED))}

Variables:

  ENVTEST_K8S_VERSION             the version of Kubernetes to be: ${kubernetesVersions.join(', ')}
  FAKECLUSTER_KUBERNETES_VERSION  the same where that is not set (default ${newestVersion})
  FAKECLUSTER_CONTROLLERS         which controllers run (default kube-apiserver: those that run within one)
  FAKECLUSTER_FLAGS               more flags, those of fakecluster --help

The same flags can be in a file fakecluster.yaml beside this program: controllers: default
`,
}

/**
 * Returns the release that suites name for setup-envtest, as `1.35`, `1.35.0` or `1.35.x`; undefined for none, or one
 * that is not known here.
 */
export async function releaseIn({ ENVTEST_K8S_VERSION: named = '' }: ProgramIo['env']): Promise<Release | undefined> {
  const { readRelease } = await import('../../../model/registry/releases.js')
  return readRelease(named.replace(/\.[x*]!?$|!$/, ''))
}

/** What each program prints of itself. */
export const TEXTS: { readonly [name in ProgramName]: Texts } = { etcd: ETCD, 'kube-apiserver': API_SERVER }

function lines(flags: readonly string[]): string {
  return flags.map((flag) => `  --${flag}`).join('\n')
}

const ANSWERS: { readonly [path: string]: readonly [type: string, text: string] } = {
  '/health': ['application/json', '{"health":"true","reason":""}'],
  '/livez': ['text/plain', 'ok\n'],
  '/readyz': ['text/plain', 'ok\n'],
  '/version': ['application/json', `{"etcdserver":"${ETCD_VERSION}","etcdcluster":"3.5.0"}`],
}

/** Answers as an etcd that is healthy, which is all that a suite asks of it. */
export const runEtcd: Program = async (argv, { signal }) => {
  const { http } = await import('../../http.js')
  const server = http.createServer(({ url = '' }, response) => {
    const [type, text] = ANSWERS[url.replace(/\?.*/, '')] ?? []
    if (type === undefined) response.writeHead(404, { 'Content-Type': 'text/plain' }).end('404 page not found\n')
    else response.writeHead(200, { 'Content-Type': type }).end(text)
  })
  const { hostname, port } = addressIn(argv)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(Number(port), hostname.replace(/^\[|\]$/g, ''), resolve)
  })
  await aborted(signal)
  server.close()
  server.closeAllConnections()
}

/** Returns where to answer. */
function addressIn(argv: readonly string[]): URL {
  const at = argv.findIndex((word) => /^--?listen-client-urls(=|$)/.test(word))
  const [, inline] = /=(.*)/.exec(argv[at] ?? '') ?? []
  const [first = ''] = (at < 0 ? 'http://localhost:2379' : (inline ?? argv[at + 1] ?? '')).split(',')
  if (!/^http:\/\/./.test(first) || !URL.canParse(first))
    throw new Error(`--listen-client-urls takes a URL such as http://127.0.0.1:2379, not "${first}"`)
  return new URL(first)
}
