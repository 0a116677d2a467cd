import type { JsonObject } from '../../../base/json/json.js'
import { StartError, fileFailure } from '../../failure.js'
import type { CommandIo } from '../commands.js'
import { isAny, runnerOf } from '../run-command.js'
import { UsageError } from '../usage-error.js'
import { printableLine } from '../../printable.js'
import { type Bounds, BOUNDS } from './bounds.js'
import { type ImportRequest, importCommand, parseImport } from './command.js'
import type { Found } from './found.js'
import { type Access, ImportError, createRemote } from './remote.js'
import { readServer } from './read-server.js'
import { createCluster } from '../../../cluster/cluster.js'
import { type LoadFault, LoadError, everyFault } from '../../../base/input/load-error.js'
import { mkdir, mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { encodeYaml } from '../../../base/yaml/write.js'
import { writeInside } from '../../files/write.js'
import { readFileSync } from 'node:fs'
import { readYaml } from '../../../base/yaml/read.js'
import { yamlTextOf } from '../../../base/yaml/text.js'

/** What the command gets besides its arguments; bounds replace those of the command line. */
type ImportIo = CommandIo & Partial<Bounds>

/**
 * Runs the words after `import` and returns the exit code: 1 if the server refuses or is unreachable, 2 for a wrong
 * command line.
 */
export const runImport = runnerOf(
  importCommand,
  (error) => (error instanceof ImportError ? 1 : isAny(error, UsageError, StartError) ? 2 : undefined),
  (argv, io: ImportIo) => perform(parseImport(argv), io),
)

async function perform(request: ImportRequest, { out, err, env, ...given }: ImportIo): Promise<void> {
  const note = (line: string) => err(`fakecluster import: ${printableLine(line)}.`)
  await checkFree(request.out)
  const bounds = { ...BOUNDS, ...given }
  const remote = createRemote(accessFrom(request, env), bounds)
  const { gitVersion } = await remote.read('/version', 'tell its version')
  const found = await fitForLoad(await readServer(remote, bounds, request, note), note)
  const files = filesOf(found, `Imported from a server of version ${printableLine(String(gitVersion))}.`)
  if (files.length === 0)
    throw new ImportError(
      'There is nothing to write: the server has no definitions, and no kinds that are not built in; --objects KIND… takes objects.',
    )
  await writeFolder(request.out, files)
  out(summary(found, request.out))
}

const accessFrom = ({ from }: ImportRequest, env: ImportIo['env']): Access =>
  'kubeconfig' in from
    ? accessOf(from.kubeconfig)
    : { base: from.server, token: from.token ?? env['FAKECLUSTER_TOKEN'], insecure: from.insecure }

function summary({ definitions, openapi, objects }: Found, folder: string): string {
  const files = objects.filter((file) => file.objects.length > 0)
  const rows = [
    // It has been loaded, so it has a name.
    ['--crds', 'crds', definitions.map(({ metadata }) => (metadata as JsonObject)['name'])],
    ['--openapi', 'openapi', openapi.map(({ groupVersion }) => groupVersion)],
    ['--fixtures', 'objects', files.map((file) => `${file.objects.length} ${file.name}`)],
  ] as const
  const filled = rows.filter(([, , what]) => what.length > 0)
  return [
    `Written to ${folder}:`,
    ...filled.map(([, name, what]) => `  ${name.padEnd(7)}  ${what.join(', ')}`),
    `Serve it: fakecluster ${filled.map(([flag, name]) => `${flag} ${folder}/${name}`).join(' ')}`,
  ].join('\n')
}

/**
 * Removes what a cluster would not load, and reports the reasons: kinds and fields of a newer server, or what is
 * refused here for a reason in docs/departures.md.
 */
async function fitForLoad(found: Found, note: (line: string) => void): Promise<Found> {
  for (let left = found; ;) {
    const error = await loadFailure(left)
    if (!error) return left
    const next = without(left, everyFault(error), note)
    // The fault is in none of the inputs, so it is a bug of this package.
    if (next === undefined) throw error
    left = next
  }
}

async function loadFailure({ definitions, openapi, objects }: Found): Promise<LoadError | undefined> {
  try {
    const cluster = createCluster({
      controllers: 'none',
      clock: 'virtual',
      crds: [...definitions],
      // Documents are named by their group version.
      openapi: openapi.flatMap(({ groupVersion, document, resources }) =>
        [document, resources].map((text) => ({ name: groupVersion, text })),
      ),
      fixtures: objects.flatMap((file) => file.objects),
    })
    await cluster.ready()
    cluster.close()
    return undefined
  } catch (error) {
    if (error instanceof LoadError) return error
    throw error
  }
}

function without(
  { definitions, openapi, objects }: Found,
  faults: readonly LoadFault[],
  note: (line: string) => void,
): Found | undefined {
  const bad = new Map<string, LoadFault>()
  for (const fault of faults) if (!bad.has(fault.source)) bad.set(fault.source, fault)
  let taken = 0
  const keeps = (source: string, name: string): boolean => {
    const fault = bad.get(source)
    if (!fault) return true
    taken++
    const { field, message } = fault
    note(`${fault.object ?? name} is left out: ${field ? `${field}: ` : ''}${message}`)
    return false
  }
  let at = 0
  const left: Found = {
    definitions: definitions.filter((_, i) => keeps(`crds[${i}]`, 'A definition')),
    openapi: openapi.filter(({ groupVersion }) => keeps(groupVersion, `The document of ${groupVersion}`)),
    objects: objects.map((file) => ({
      ...file,
      objects: file.objects.filter((object: JsonObject) => keeps(`fixtures[${at++}]`, String(object['kind']))),
    })),
  }
  return taken === 0 ? undefined : left
}

/** A file to write, with its path in the folder. */
type File = { readonly path: string; readonly text: string }

/** Returns the files to write, each with a comment at its top. */
const filesOf = ({ definitions, openapi, objects }: Found, origin: string): readonly File[] => [
  ...definitions.map((definition) => ({
    path: `crds/${nameOf(definition)}.yaml`,
    text: yamlOf([definition], [origin]),
  })),
  ...openapi.flatMap(({ groupVersion, document, resources }) => {
    const path = `openapi/${groupVersion.replace('/', '-')}`
    return [
      { path: `${path}.json`, text: document },
      { path: `${path}.resources.json`, text: resources },
    ]
  }),
  ...objects
    .filter((file) => file.objects.length > 0)
    .map((file) => ({ path: `objects/${file.name}.yaml`, text: yamlOf(file.objects, [origin, ...file.comments]) })),
]

// It has been loaded, so it has a name.
const nameOf = ({ metadata }: JsonObject): string => String((metadata as JsonObject)['name'])

const yamlOf = (objects: readonly JsonObject[], comments: readonly string[]): string =>
  [...comments.map((line) => `# ${line}\n`), objects.map((object) => encodeYaml(object)).join('---\n')].join('')

/**
 * Checks that a folder is empty or does not exist.
 *
 * @throws StartError
 */
async function checkFree(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw fileFailure(error, 'write', folder)
  })
  if (names.length > 0) throw new StartError(`The folder ${folder} is not empty: remove it, or name another.`)
}

/**
 * Writes a folder of files, all or none.
 *
 * @throws StartError
 */
async function writeFolder(folder: string, files: readonly File[]): Promise<void> {
  const path = resolve(folder)
  let made: string | undefined
  try {
    await mkdir(dirname(path), { recursive: true })
    // Written to a temporary folder beside it, and renamed when complete.
    made = await mkdtemp(`${path}.`)
    for (const file of files) writeInside(made, file.path, file.text, { isSecret: true })
    await checkFree(folder)
    await rmdir(path).catch(() => undefined)
    await rename(made, path)
  } catch (error) {
    if (made !== undefined) await rm(made, { recursive: true, force: true })
    throw fileFailure(error, 'write', folder)
  }
}

type Named<K extends string, T> = { readonly name: string } & { readonly [key in K]: T }
type Cluster = {
  readonly server?: string
  readonly 'certificate-authority'?: string
  readonly 'certificate-authority-data'?: string
  readonly 'insecure-skip-tls-verify'?: boolean
}
type User = {
  readonly token?: string
  readonly tokenFile?: string
  readonly 'client-certificate'?: string
  readonly 'client-certificate-data'?: string
  readonly 'client-key'?: string
  readonly 'client-key-data'?: string
  readonly exec?: unknown
  readonly 'auth-provider'?: unknown
}
type Kubeconfig = {
  readonly 'current-context'?: string
  readonly clusters?: readonly Named<'cluster', Cluster>[]
  readonly contexts?: readonly Named<'context', { readonly cluster?: string; readonly user?: string }>[]
  readonly users?: readonly Named<'user', User>[]
}

/**
 * Returns how to access the server of a kubeconfig's current context. Certificates, keys and tokens are read inline or
 * from the files that are named.
 *
 * @throws StartError if the file cannot be read, names no server, or gets its credentials from a program, which is not
 * run
 */
export function accessOf(file: string): Access {
  const config = readConfig(file)
  const name = config?.['current-context']
  const context = config?.contexts?.find((entry) => entry.name === name)?.context
  const cluster = config?.clusters?.find((entry) => entry.name === context?.cluster)?.cluster
  const user = config?.users?.find((entry) => entry.name === context?.user)?.user ?? {}
  if (cluster?.server === undefined)
    throw new StartError(`${file} has no server for its current-context (${name ?? 'it has none'}).`)
  if (user.exec !== undefined || user['auth-provider'] !== undefined)
    throw new StartError(
      `${file} has a program fetch the credentials of ${context?.user}, which is not run here: start kubectl proxy, and give its URL with --server.`,
    )
  const bytes = (data: string | undefined, path: string | undefined) =>
    data !== undefined
      ? Buffer.from(data, 'base64')
      : path !== undefined
        ? read(resolve(dirname(file), path))
        : undefined
  const ca = bytes(cluster['certificate-authority-data'], cluster['certificate-authority'])
  const cert = bytes(user['client-certificate-data'], user['client-certificate'])
  const key = bytes(user['client-key-data'], user['client-key'])
  const token = user.token ?? bytes(undefined, user.tokenFile)?.toString().trim()
  return {
    base: cluster.server.replace(/\/$/, ''),
    ...(token === undefined ? {} : { token }),
    insecure: cluster['insecure-skip-tls-verify'] === true,
    tls: { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) },
  }
}

function readConfig(file: string): Kubeconfig | null {
  const config = readYaml(yamlTextOf(read(file).toString()))
  if (config.error !== undefined) throw new StartError(`${file} is no kubeconfig: ${config.error}.`)
  return config.value as Kubeconfig | null // the form of a kubeconfig; all fields are optional
}

function read(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw fileFailure(error, 'read', path)
  }
}
