import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isObject } from '../../../base/json/json.js'
import { readYaml } from '../../../base/yaml/read.js'
import { yamlTextOf } from '../../../base/yaml/text.js'
import { nearest } from '../../../base/text/nearest.js'
import { featureGateNames } from '../../../model/registry/feature-gates.js'
import { kubernetesVersions } from '../../../model/registry/kubernetes-version.js'
import { defaultRelease } from '../../../model/registry/releases.js'
import { isLoopback } from '../../../server/http/foreign.js'
import { parseStart } from '../start-command.js'
import { UsageError } from '../usage-error.js'
import { StartError } from '../../failure.js'
import { readText } from '../../files/read.js'
import { createCertificate, writeCertificate } from '../../server/tls.js'
import { startCluster } from '../../start.js'
import { EFFECTIVE, FURTHER, REFUSED, SWITCHES, WITHOUT_EFFECT } from './api-server-flags.js'
import { type Program, type ProgramIo, releaseIn } from './program.js'
import { aborted } from './until-end.js'

/** Serves a cluster as a kube-apiserver that got these flags. */
export const run: Program = async (argv, io) => {
  const given = flagsOf(argv)
  tellWithoutEffect(given, io.log)
  const version = await versionFlag(io)
  const serving = given.has('tls-cert-file') ? [] : await certificateIn(given)
  const start = parseStart([...version, ...translated(given, io.log), ...serving, ...(await furtherFlags(io))])
  if (start.type !== 'start') throw new UsageError(`FAKECLUSTER_FLAGS has --${start.type}, which starts no server`)
  const { options } = start
  const server = await startCluster({ ...options, tls: true, print: io.log, ...controlOf(options.host) })
  io.log(`fakecluster listens on ${server.url}, in place of kube-apiserver`)
  await aborted(io.signal)
  await server.close()
}

/** Control asks nobody who they are: beyond this machine only who asks for it gets it. */
const controlOf = (host = '127.0.0.1') => (isLoopback(host) ? {} : { control: false })

/** The values of flags in the order they were given, by name. */
type Given = ReadonlyMap<string, readonly string[]>

/** Reads flags as pflag does: `--name=value` or `--name value`, and `--name` for a switch. */
function flagsOf(argv: readonly string[]): Given {
  const given = new Map<string, string[]>()
  for (let i = 0; i < argv.length; i++) {
    const word = (argv[i] ?? '').replace(/^-v(?==|$)/, '--v')
    const [, name, inline] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(word) ?? []
    if (name === undefined) throw new UsageError(`kube-apiserver takes no arguments, and got "${word}"`)
    const value = inline ?? (SWITCHES.includes(name) ? 'true' : argv[++i])
    if (value === undefined) throw new UsageError(`flag needs an argument: --${name}`)
    given.set(name, [...(given.get(name) ?? []), value])
  }
  for (const name of given.keys()) checkName(name)
  const version = given.get('version')?.at(-1) ?? 'false'
  if (version !== 'false')
    throw new UsageError(
      `--version=${version} is not imitated: the version that is told is that of ENVTEST_K8S_VERSION`,
    )
  return given
}

const KNOWN = [...Object.keys(EFFECTIVE), ...FURTHER, ...WITHOUT_EFFECT]

function checkName(name: string): void {
  const instead = Object.hasOwn(REFUSED, name) ? REFUSED[name] : undefined
  if (instead !== undefined) throw new UsageError(`--${name} is not imitated: ${instead}`)
  if (KNOWN.includes(name)) return
  const near = nearest(name, KNOWN)
  throw new UsageError(`unknown flag: --${name}${near === undefined ? '' : `; did you mean --${near}?`}`)
}

/** What suites always give, and is as it says. */
const AS_SAID: { readonly [flag: string]: string } = {
  'allow-privileged': 'true',
  'service-cluster-ip-range': '10.0.0.0/24',
}

function tellWithoutEffect(given: Given, log: ProgramIo['log']): void {
  const idle = [...given].filter(([name, values]) => WITHOUT_EFFECT.includes(name) && AS_SAID[name] !== values.at(-1))
  if (idle.length > 0) log(`Without effect here: ${idle.map(([name]) => `--${name}`).join(', ')}`)
}

/** Returns the flags of fakecluster that do what those of kube-apiserver say. */
function translated(given: Given, log: ProgramIo['log']): readonly string[] {
  const same = [...given].flatMap(([name, values]) => {
    const flag = EFFECTIVE[name]
    if (flag === undefined) return []
    const kept = name === 'feature-gates' ? values.map((value) => gatesIn(value, log)) : values
    return kept.filter((value) => value !== '').map((value) => `--${flag}=${value}`)
  })
  return [
    ...['--tls', '--controllers=kube-apiserver'],
    ...(given.has('secure-port') ? [] : ['--port=6443']),
    ...(given.has('bind-address') ? [] : ['--host=0.0.0.0']),
    ...same,
    ...(allowsAll(given) ? ['--anonymous-auth=false'] : []),
  ]
}

/** Whether everybody may do everything in the end: a kube-apiserver answers only who shows credentials then. */
const allowsAll = (given: Given): boolean =>
  (given.get('authorization-mode') ?? []).join(',').split(',').includes('AlwaysAllow')

/** Returns the feature gates in a list that something here depends on. */
function gatesIn(list: string, log: ProgramIo['log']): string {
  const pairs = list.split(',').map((pair) => pair.replace(/^kube:/, ''))
  const isKnown = (pair: string) => featureGateNames.some((gate) => gate === pair.replace(/=.*/, ''))
  const idle = pairs.filter((pair) => pair !== '' && !isKnown(pair))
  if (idle.length > 0) log(`Feature gates without effect here: ${idle.join(', ')}`)
  return pairs.filter(isKnown).join(',')
}

/** The names that a kube-apiserver's own certificate is for, beside those of every server here. */
const SERVICE_NAMES = ['kubernetes.default.svc', 'kubernetes.default', 'kubernetes', '10.0.0.1']

/** Returns the flags for the certificate of a server, which is made unless its folder holds one. */
async function certificateIn(given: Given): Promise<readonly string[]> {
  const named = given.get('cert-dir')?.at(-1)
  const folder = named ?? '/var/run/kubernetes'
  const files = { cert: join(folder, 'apiserver.crt'), key: join(folder, 'apiserver.key') }
  const isThere = existsSync(files.cert) && existsSync(files.key)
  if (!isThere && named === undefined) return []
  if (!isThere)
    await writeCertificate(files, await createCertificate([...SERVICE_NAMES, ...(given.get('bind-address') ?? [])]))
  return [`--tls-cert-file=${files.cert}`, `--tls-private-key-file=${files.key}`]
}

/** Returns the flag of the version that the suite names, and tells if it is not known. */
async function versionFlag({ env, log }: ProgramIo): Promise<readonly string[]> {
  const release = await releaseIn(env)
  if (release) return [`--kubernetes-version=${release.version}.${release.patch}`]
  const named = env['ENVTEST_K8S_VERSION'] ?? ''
  if (named !== '')
    log(
      `ENVTEST_K8S_VERSION is ${named}, which is not imitated: this is ${defaultRelease().version}, of ${kubernetesVersions.join(', ')}`,
    )
  return []
}

/** Returns the flags in the file beside the program, and those in its variables. */
async function furtherFlags({ path, env }: ProgramIo): Promise<readonly string[]> {
  const { FAKECLUSTER_FLAGS: flags = '', FAKECLUSTER_CONTROLLERS: controllers } = env
  return [
    ...(await flagsIn(join(dirname(path), 'fakecluster.yaml'))),
    ...wordsOf(flags),
    ...(controllers ? [`--controllers=${controllers}`] : []),
  ]
}

/** Reads flags from a file of YAML: the name of each, and its value, a list of them, or true. */
async function flagsIn(file: string): Promise<readonly string[]> {
  if (!existsSync(file)) return []
  const { value, error } = { value: undefined, ...readYaml(yamlTextOf(await readText(file))) }
  if (error !== undefined) throw new StartError(`${file}: ${error}`)
  if (value === undefined || value === null) return []
  if (!isObject(value)) throw new StartError(`${file} holds no map of flags, such as controllers: default.`)
  return Object.entries(value).flatMap(([name, given]) => {
    if (given === true) return [`--${name}`]
    return (Array.isArray(given) ? given : [given]).map((each) => {
      if (typeof each === 'string' || typeof each === 'number') return `--${name}=${each}`
      throw new StartError(`${file}: ${name} takes a text, a number, a list of them, or true.`)
    })
  })
}

/** Splits a text into words, as a shell does with quotes. */
const wordsOf = (text: string): readonly string[] =>
  (text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []).map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'))
