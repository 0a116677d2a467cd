import type { JsonObject } from '../../../base/json/json.js'
import { StartError } from '../../failure.js'
import { UsageError } from '../ctl/usage-error.js'
import { printableLine, printing } from '../../printable.js'
import { BOUNDS, type Bounds } from './bounds.js'
import { fitForLoad } from './fit-for-load.js'
import { type ImportCommand, importHelp, parseImport } from './flags.js'
import type { Found } from './found.js'
import { ImportError } from './import-error.js'
import { accessOf } from './kubeconfig-access.js'
import { readServer } from './read-server.js'
import { type Access, createRemote } from './remote.js'
import { checkFree, filesOf, writeFolder } from './write-files.js'

/** What the command gets besides its arguments. */
type ImportIo = Partial<Bounds> & {
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  readonly env: { readonly [name: string]: string | undefined }
}

/**
 * Runs the words after `import` and returns the exit code: 1 if the server refuses or is unreachable, 2 for a wrong
 * command line.
 */
export async function runImport(argv: readonly string[], given: ImportIo): Promise<0 | 1 | 2> {
  const io = printing(given)
  try {
    const command = parseImport(argv)
    if (command === 'help') io.out(importHelp())
    else await perform(command, io)
    return 0
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof StartError || error instanceof ImportError)) throw error
    io.err(`fakecluster import: ${error.message}`)
    return error instanceof ImportError ? 1 : 2
  }
}

async function perform(command: ImportCommand, { out, err, env, ...given }: ImportIo): Promise<void> {
  const note = (line: string) => err(`fakecluster import: ${printableLine(line)}.`)
  await checkFree(command.out)
  const bounds = { ...BOUNDS, ...given }
  const remote = createRemote(accessFrom(command, env), bounds)
  const { gitVersion } = await remote.read('/version', 'tell its version')
  const found = await fitForLoad(await readServer(remote, bounds, command, note), note)
  const files = filesOf(found, `Imported from a server of version ${printableLine(String(gitVersion))}.`)
  if (files.length === 0)
    throw new ImportError(
      'There is nothing to write: the server has no definitions, and no kinds that are not built in; --objects KIND… takes objects.',
    )
  await writeFolder(command.out, files)
  out(summary(found, command.out))
}

const accessFrom = ({ from }: ImportCommand, env: ImportIo['env']): Access =>
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
