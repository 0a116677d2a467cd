import { accessSync, chmodSync, constants, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mustHave } from '../../../base/must-have.js'
import { StartError, fileFailure } from '../../failure.js'
import { writeOver } from '../../files/write.js'
import { type Command, parseLine } from '../command.js'
import { type CommandIo, SUBCOMMANDS } from '../commands.js'
import { isAny, runnerOf } from '../run-command.js'
import { UsageError } from '../usage-error.js'
import { release, releaseDefault, text } from '../flag-values.js'
import type { ProgramName } from './program.js'

/** The command `assets`. */
export const assetsCommand = {
  path: 'assets',
  usage: [SUBCOMMANDS.assets.usage],
  about: [
    'Writes small programs named etcd and kube-apiserver, and a link to the kubectl of this machine if there is one, to a folder. Suites that',
    'use envtest run on them unchanged: KUBEBUILDER_ASSETS=$PWD/bin go test ./...',
  ],
  flags: {
    dir: { value: 'DIR', help: 'folder to write them to (default bin)', read: text },
    'kubernetes-version': {
      value: 'VERSION',
      help: `the version of Kubernetes to be, unless ENVTEST_K8S_VERSION names one (${releaseDefault})`,
      read: release,
    },
    help: { help: 'print this help' },
  },
} satisfies Command

const PROGRAMS: readonly ProgramName[] = ['etcd', 'kube-apiserver']

/** Runs the words after `assets` and returns the exit code: 2 for a wrong command line, or what cannot be written. */
export const runAssets = runnerOf(
  assetsCommand,
  (error) => (isAny(error, UsageError, StartError) ? 2 : undefined),
  (argv, { out, env }: CommandIo) => {
    const { dir = 'bin', kubernetesVersion = '' } = parseLine(assetsCommand, argv).values
    const folder = resolve(dir)
    writeAssets(folder, kubernetesVersion, env['PATH'])
    out(`KUBEBUILDER_ASSETS=${quoted(folder)} go test ./...`)
  },
)

/**
 * Writes the programs to a folder. If `version` is not empty, it is that of Kubernetes unless a suite names one; `path`
 * is where programs of this machine are.
 *
 * @throws StartError if a file cannot be written, or on Windows, where scripts are no programs
 */
function writeAssets(folder: string, version: string, path = ''): void {
  if (process.platform === 'win32')
    throw new StartError('envtest starts only .exe files on Windows, which scripts are not: use WSL.')
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw fileFailure(error, 'write', folder)
  }
  for (const name of PROGRAMS)
    chmodSync(writeOver(join(folder, name), scriptOf(name, version), { isSecret: false }), 0o755)
  const kubectl = kubectlIn(path.split(delimiter).filter((each) => resolve(each) !== folder))
  if (kubectl === undefined) return
  rmSync(join(folder, 'kubectl'), { force: true })
  symlinkSync(kubectl, join(folder, 'kubectl'))
}

const scriptOf = (name: ProgramName, version: string): string => `#!/bin/sh
# Written by fakecluster assets: runs ${name} of fakecluster, in memory.
${version === '' ? '' : `export ENVTEST_K8S_VERSION="\${ENVTEST_K8S_VERSION:-${version}}"\n`}exec ${quoted(process.execPath)} ${quoted(entry())} ${name} "$0" "$@"
`

/** Paths of the module that the programs run, relative to one in dist/chunks/, and to this one in src/. */
const PLACES = ['../assets.js', '../../../../dist/assets.js']

/** Returns the path of that module. */
const entry = (): string => {
  const found = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((file) => existsSync(file))
  return mustHave(found, 'the module of the programs, which the build makes')
}

const quoted = (text: string): string =>
  /^[\w./@+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

function kubectlIn(folders: readonly string[]): string | undefined {
  return folders
    .filter((folder) => folder !== '')
    .map((folder) => resolve(folder, 'kubectl'))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}
