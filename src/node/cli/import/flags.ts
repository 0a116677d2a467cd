import { highestOf } from '../../../base/numbers/extremes.js'
import { trimEnd } from '../../../base/text/trim.js'
import { parseArgs } from 'node:util'
import { nearest } from '../../../base/text/nearest.js'
import { UsageError } from '../ctl/usage-error.js'

type Flag = { readonly value?: string; readonly many?: boolean; readonly help: string }

/** The flags of `import`. */
export const IMPORT_FLAGS = {
  out: { value: 'DIR', help: 'folder to write, which is not there yet or empty' },
  server: { value: 'URL', help: 'the server to ask, such as http://127.0.0.1:8001, where kubectl proxy listens' },
  kubeconfig: { value: 'FILE', help: 'ask the server of its current context instead' },
  objects: {
    value: 'KIND…',
    many: true,
    help: 'also objects of these kinds, named as kubectl names them: deployments, cm, widgets.example.com, all',
  },
  namespace: { value: 'NAME…', many: true, help: 'only objects in these namespaces, and of kinds without any' },
  'show-secrets': { help: 'write the values of Secrets as they are; without it each is masked' },
  token: { value: 'T', help: 'bearer token for --server (default $FAKECLUSTER_TOKEN)' },
  insecure: { help: 'do not check the certificate of an https server' },
  help: { help: 'print this help' },
} as const satisfies { readonly [name: string]: Flag }

type FlagName = keyof typeof IMPORT_FLAGS

/** A parsed command line of `import`. */
export type ImportCommand = {
  readonly out: string
  readonly from:
    | { readonly server: string; readonly token: string | undefined; readonly insecure: boolean }
    | { readonly kubeconfig: string }
  readonly objects: readonly string[]
  readonly namespaces: readonly string[]
  readonly showSecrets: boolean
}

/**
 * Parses the words after `import`.
 *
 * @throws UsageError
 */
export function parseImport(argv: readonly string[]): ImportCommand | 'help' {
  const given = collect(argv)
  if (given.has('help')) return 'help'
  const one = (name: FlagName): string | undefined => given.get(name)?.at(-1)
  const [out, server, kubeconfig] = [one('out'), one('server'), one('kubeconfig')]
  if (out === undefined) throw new UsageError('--out DIR is missing: the folder to write.')
  if ((server === undefined) === (kubeconfig === undefined))
    throw new UsageError(
      server === undefined
        ? 'Which server? Give --server URL, as kubectl proxy tells it, or --kubeconfig FILE.'
        : 'Give --server or --kubeconfig, not both: a kubeconfig names a server.',
    )
  return {
    out,
    from:
      kubeconfig === undefined
        ? { server: baseOf(server ?? ''), token: one('token'), insecure: given.has('insecure') }
        : { kubeconfig },
    objects: listed(given.get('objects')),
    namespaces: listed(given.get('namespace')),
    showSecrets: given.has('show-secrets'),
  }
}

/** Returns the help text. */
export function importHelp(): string {
  const rows = Object.entries<Flag>(IMPORT_FLAGS).map(
    ([name, { value, help }]) => [`--${name}${value === undefined ? '' : ` ${value}`}`, help] as const,
  )
  const width = highestOf(rows.map(([flag]) => flag.length))
  return [
    'Usage: fakecluster import --server URL --out DIR [flags]',
    '',
    'Writes what a server serves as files to start from: its definitions (crds/), the OpenAPI documents of kinds that are not built in',
    '(openapi/), and, asked for, objects (objects/). It only reads. What --crds, --openapi and --fixtures would not take is left out, and told.',
    '',
    ...rows.map(([flag, help]) => `  ${flag.padEnd(width)}  ${help}`),
    '',
    'The exit code is 1 when the server refuses or cannot be reached, and 2 when the command line is wrong; then nothing is written.',
  ].join('\n')
}

const listed = (words: readonly string[] = []): readonly string[] =>
  words.flatMap((word) => word.split(',')).filter(Boolean)

function baseOf(server: string): string {
  const url = URL.canParse(server) ? new URL(server) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return trimEnd(url.href, '/')
  throw new UsageError(`--server takes a URL such as http://127.0.0.1:8001, not ${JSON.stringify(server)}.`)
}

/** Returns the values of each given flag; a flag with `many` takes all words up to the next flag. */
function collect(argv: readonly string[]): ReadonlyMap<FlagName, readonly string[]> {
  const options = Object.fromEntries(
    Object.entries<Flag>(IMPORT_FLAGS).map(([name, { value }]) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        ...(name === 'help' ? { short: 'h' } : {}),
      },
    ]),
  )
  const given = new Map<FlagName, readonly string[]>()
  const add = (name: FlagName, value: string) => given.set(name, [...(given.get(name) ?? []), value])
  let open: FlagName | undefined
  for (const token of parseArgs({ args: [...argv], options, strict: false, tokens: true }).tokens) {
    if (token.kind === 'positional' && open !== undefined) add(open, token.value)
    else if (token.kind !== 'option' || !isFlag(token.name)) throw unknown(argv[token.index] ?? '')
    else {
      const { value: shown, many = false }: Flag = IMPORT_FLAGS[token.name]
      if (shown === undefined && token.value !== undefined) throw new UsageError(`--${token.name} takes no value.`)
      if (shown !== undefined && (token.value === undefined || (!token.inlineValue && token.value.startsWith('--'))))
        throw new UsageError(`--${token.name} needs a value: --${token.name} ${shown}.`)
      add(token.name, token.value ?? '')
      open = many && token.inlineValue !== true ? token.name : undefined
    }
  }
  return given
}

const isFlag = (name: string): name is FlagName => Object.hasOwn(IMPORT_FLAGS, name)

function unknown(word: string): UsageError {
  const near = nearest(word.replace(/^-+/, '').replace(/=.*/, ''), Object.keys(IMPORT_FLAGS))
  const what = word.startsWith('-') ? `There is no flag ${word.replace(/=.*/, '')}.` : `import takes no "${word}".`
  return new UsageError(`${what}${near ? ` Did you mean --${near}?` : ' See fakecluster import --help.'}`)
}
