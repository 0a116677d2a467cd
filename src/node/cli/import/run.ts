import type { JsonObject } from '../../../base/json/json.js'
import { StartError } from '../../failure.js'
import type { CommandIo } from '../commands.js'
import { helpText } from '../help.js'
import { UsageError } from '../usage-error.js'
import { printableLine, printing } from '../../printable.js'
import { BOUNDS, type Bounds } from './bounds.js'
import { fitForLoad } from './fit-for-load.js'
import { type ImportRequest, importCommand, parseImport } from './command.js'
import type { Found } from './found.js'
import { ImportError } from './import-error.js'
import { accessOf } from './kubeconfig-access.js'
import { readServer } from './read-server.js'
import { type Access, createRemote } from './remote.js'
import { checkFree, filesOf, writeFolder } from './write-files.js'

/** What the command gets besides its arguments; bounds replace those of the command line. */
type ImportIo = CommandIo & Partial<Bounds>

/**
 * Runs the words after `import` and returns the exit code: 1 if the server refuses or is unreachable, 2 for a wrong
 * command line.
 */
export async function runImport(argv: readonly string[], given: ImportIo): Promise<0 | 1 | 2> {
  const io = printing(given)
  try {
    const request = parseImport(argv)
    if (request === 'help') io.out(helpText(importCommand))
    else await perform(request, io)
    return 0
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof StartError || error instanceof ImportError)) throw error
    io.err(`fakecluster import: ${error.message}`)
    return error instanceof ImportError ? 1 : 2
  }
}

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
