import { kubectlBinary } from '../setup/binaries.js'
import type { KubectlVersion } from '../setup/versions.js'
import type { AtEnd, Server } from './server.js'
import { type Arguments, type CommandOptions, type Finished, type Running, openShell } from './shell.js'

/** A shell that knows kubectl. */
export type Terminal = {
  readonly kubectl: (args: Arguments, options?: CommandOptions) => Promise<Finished>
  readonly start: (args: Arguments) => Running
}

/** Opens a terminal whose kubectl talks to a server. It goes away when the test is over. */
export async function openTerminal({ kubeconfig }: Server, version: KubectlVersion, atEnd: AtEnd): Promise<Terminal> {
  const binary = await kubectlBinary(version)
  const { run, start } = await openShell(kubeconfig, atEnd)
  return { kubectl: (args, options) => run(binary, args, options), start: (args) => start(binary, args) }
}
