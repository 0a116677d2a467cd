import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** The root folder of the checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The folder where installed programs are kept between runs: outside node_modules, which a clean install empties. */
export const cache =
  process.env['FAKECLUSTER_CACHE'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'fakecluster')

/** Runs a program and returns what it printed; rejects with both streams when it fails. */
export async function run(
  file: string,
  args: readonly string[],
  cwd: string,
  more: NodeJS.ProcessEnv = {},
): Promise<string> {
  // A nested test runner must not take itself for a worker of this one.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(VITEST|JEST|TEST$|NODE_|TINYPOOL|npm_(package|lifecycle))/.test(name),
    ),
  )
  try {
    const { stdout, stderr } = await execute(file, args, { cwd, env: { ...env, ...more }, maxBuffer: 64 << 20 })
    return stdout + stderr
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`${file} ${args.join(' ')}\n${stdout ?? ''}${stderr ?? ''}`, { cause: error })
  }
}

/** Runs npm, which prefers its cache to the registry. */
export const npm = (args: readonly string[], cwd: string, more: NodeJS.ProcessEnv = {}): Promise<string> =>
  run('npm', [...args, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], cwd, more)

/** Returns the path of a version of Node.js, installed from the registry on first use. */
export async function installNode(version: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`
  const folder = join(cache, 'nodes', version)
  const binary = join(folder, 'node_modules', name, 'bin/node')
  if (existsSync(binary)) return binary
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
  await npm(['install', `${name}@${version}`], folder)
  return binary
}
