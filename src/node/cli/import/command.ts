import { trimEnd } from '../../../base/text/trim.js'
import { type Command, type Flags, parseLine } from '../command.js'
import { SUBCOMMANDS } from '../commands.js'
import { parts, text } from '../flag-values.js'
import { UsageError } from '../usage-error.js'

/** The flags of `import`. */
const FLAGS = {
  out: { value: 'DIR', help: 'folder to write, which is not there yet or empty', read: text },
  server: {
    value: 'URL',
    help: 'the server to ask, such as http://127.0.0.1:8001, where kubectl proxy listens',
    read: ([server = '']: readonly string[], flag: string) => baseOf(server, flag),
  },
  kubeconfig: { value: 'FILE', help: 'ask the server of its current context instead', read: text },
  objects: {
    value: 'KIND…',
    many: true,
    help: 'also objects of these kinds, named as kubectl names them: deployments, cm, widgets.example.com, all',
    read: parts,
  },
  namespace: {
    value: 'NAME…',
    many: true,
    help: 'only objects in these namespaces, and of kinds without any',
    read: parts,
  },
  'show-secrets': { help: 'write the values of Secrets as they are; without it each is masked' },
  token: { value: 'T', help: 'bearer token for --server (default $FAKECLUSTER_TOKEN)', read: text },
  insecure: { help: 'do not check the certificate of an https server' },
  help: { help: 'print this help' },
} satisfies Flags

/** The command `import`. */
export const importCommand = {
  path: 'import',
  usage: [SUBCOMMANDS.import.usage],
  about: [
    'Writes what a server serves as files to start from: its definitions (crds/), the OpenAPI documents of kinds that are not built in',
    '(openapi/), and, asked for, objects (objects/). It only reads. What --crds, --openapi and --fixtures would not take is left out, and told.',
  ],
  flags: FLAGS,
  ending:
    'The exit code is 1 when the server refuses or cannot be reached, and 2 when the command line is wrong; then nothing is written.',
} satisfies Command

/** What a command line of `import` asks for. */
export type ImportRequest = {
  readonly out: string
  readonly from:
    | { readonly server: string; readonly token: string | undefined; readonly insecure: boolean }
    | { readonly kubeconfig: string }
  readonly objects: readonly string[]
  readonly namespaces: readonly string[]
  readonly showSecrets: boolean
}

/** Parses the words after `import`. @throws UsageError */
export function parseImport(argv: readonly string[]): ImportRequest {
  const { out, server, kubeconfig, objects = [], namespace = [], ...given } = parseLine(importCommand, argv).values
  if (out === undefined) throw new UsageError('--out DIR is missing: the folder to write.')
  if (server !== undefined && kubeconfig !== undefined)
    throw new UsageError('Give --server or --kubeconfig, not both: a kubeconfig names a server.')
  const rest = { out, objects, namespaces: namespace, showSecrets: given.showSecrets === true }
  if (kubeconfig !== undefined) return { ...rest, from: { kubeconfig } }
  if (server === undefined)
    throw new UsageError('Which server? Give --server URL, as kubectl proxy tells it, or --kubeconfig FILE.')
  return { ...rest, from: { server, token: given.token, insecure: given.insecure === true } }
}

function baseOf(server: string, flag: string): string {
  const url = URL.canParse(server) ? new URL(server) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return trimEnd(url.href, '/')
  throw new UsageError(`${flag} takes a URL such as http://127.0.0.1:8001, not ${JSON.stringify(server)}.`)
}
