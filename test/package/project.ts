import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installNode, npm, run } from './install.js'
import type { Project, Step } from './projects.js'

/** A project on disk, with all packages installed. */
export type InstalledProject = { readonly folder: string; readonly node: string; readonly remove: () => Promise<void> }

const sources = fileURLToPath(new URL('projects/', import.meta.url))

/** Creates a project as a user would: installs its own packages first, then ours. */
export async function createProject(
  { node, packages, folders, files = {}, copies = {} }: Omit<Project, 'name' | 'steps'>,
  tarball: string,
): Promise<InstalledProject> {
  const folder = await mkdtemp(join(tmpdir(), 'fakecluster-project-'))
  const binary = await installNode(node)
  for (const each of folders) await cp(join(sources, each), folder, { recursive: true })
  const all: Readonly<Record<string, object>> = {
    ...files,
    'package.json': { private: true, ...files['package.json'] },
  }
  for (const [name, content] of Object.entries(all)) await writeFile(join(folder, name), JSON.stringify(content))
  for (const [name, from] of Object.entries(copies)) await cp(join(folder, from), join(folder, name))
  const env = { PATH: [dirname(binary), process.env['PATH']].join(delimiter) }
  if (packages.length > 0) await npm(['install', '--save-dev', ...packages], folder, env)
  await npm(['install', '--save-dev', tarball], folder, env)
  return { folder, node: binary, remove: () => rm(folder, { recursive: true, force: true }) }
}

/**
 * Runs a step, and returns whether it failed, and the parts of its output that matter. Throws with all output on an
 * unexpected failure.
 */
export async function perform({ command, prints = [], fails = false, env }: Step, { folder, node }: InstalledProject) {
  const outcome = await run(node, command, folder, env).then(
    (printed) => ({ failed: false, printed }),
    (error: Error) => ({ failed: true, printed: error.message }),
  )
  if (outcome.failed && !fails) throw new Error(outcome.printed)
  return { failed: outcome.failed, prints: prints.map(([pattern]) => pattern.exec(outcome.printed)?.[1]) }
}
