import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** Bundles the command of `src/`, to be started as a process: with a loader of TypeScript each start takes a second more. */
export async function bundleCommand(): Promise<{ readonly path: string; readonly remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'fakecluster-command-'))
  const build = await rolldown({
    input: { cli: at('src/cli.ts') },
    platform: 'node',
    // Loaded late, for a WebSocket and for TLS.
    external: ['selfsigned', 'ws'],
  })
  await build.write({ dir: join(folder, 'dist'), format: 'esm', entryFileNames: '[name].mjs' })
  await build.close()
  // Where the command reads its version.
  cpSync(at('package.json'), join(folder, 'package.json'))
  return { path: join(folder, 'dist/cli.mjs'), remove: () => rmSync(folder, { recursive: true }) }
}
