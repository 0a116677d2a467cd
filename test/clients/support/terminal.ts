import { kubectlBinary } from '../setup/binaries.js'
import type { KubectlVersion } from '../setup/versions.js'
import type { AtEnd, Server } from './server.js'
import { type Arguments, type CommandOptions, type Finished, type Running, openShell } from './shell.js'

/** A shell with kubectl. */
export type Terminal = {
  readonly kubectl: (args: Arguments, options?: CommandOptions) => Promise<Finished>
  readonly start: (args: Arguments, env?: CommandOptions['env']) => Running
}

/** Opens a terminal with kubectl for a server. It is removed at the end of the test. */
export async function openTerminal({ kubeconfig }: Server, version: KubectlVersion, atEnd: AtEnd): Promise<Terminal> {
  const binary = await kubectlBinary(version)
  const { run, start } = await openShell(kubeconfig, atEnd)
  return { kubectl: (args, options) => run(binary, args, options), start: (args, env) => start(binary, args, env) }
}
