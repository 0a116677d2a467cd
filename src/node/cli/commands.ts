import type { Readable } from 'node:stream'
import type { Environment } from './command.js'
import type { Printer } from './terminal.js'

/** What a command gets besides its words. */
export type CommandIo = Pick<Printer, 'out' | 'err'> & {
  /** Receives messages about long-running work (default: they are dropped). */
  readonly progress?: Printer['progress']
  readonly env: Environment
  /** What the command reads (default: standard input). */
  readonly input?: Readable
  /** Aborted when the command should stop. */
  readonly signal?: AbortSignal
}

/** The commands besides those that start a server, by the word that chooses them: how they are called, and what for. */
export const SUBCOMMANDS = {
  ctl: { usage: 'ctl [flags] COMMAND', gist: 'ask a server that runs' },
  import: { usage: 'import --server URL --out DIR [flags]', gist: 'write what another server serves as files' },
  lint: { usage: 'lint MANIFESTS… [flags]', gist: 'tell what a server would say of objects' },
  upgrade: {
    usage: 'upgrade --from VERSION --to VERSION [flags] -- COMMAND…',
    gist: 'tell what another version of Kubernetes changes for a program',
  },
  assets: {
    usage: 'assets [--dir DIR] [--kubernetes-version VERSION]',
    gist: 'write programs that envtest starts in place of etcd and kube-apiserver',
  },
  inspect: { usage: 'inspect FILE', gist: 'show a bundle in the browser' },
  completion: { usage: 'completion bash|zsh|fish', gist: 'print a completion script' },
} as const
