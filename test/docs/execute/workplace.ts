import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root, run } from '../../package/install.js'
import { packTarball } from '../../package/tarball.js'
import { installed } from '../../clients/setup/install.js'
import { helmBinary, kubectlBinary } from '../../clients/setup/binaries.js'
import { clientNode, msw, undici } from '../../clients/setup/versions.js'
import type { Shell } from './shell.js'

/** A folder where the package is installed from its tarball, with the programs that the examples use on the PATH. */
export type Workplace = Shell & { readonly tarball: string; readonly remove: () => Promise<void> }

const jest = { name: 'jest', version: '30.5.2' }
const mocha = { name: 'mocha', version: '11.7.5' }
// Without browsers, which are not part of the package.
const playwright = { name: '@playwright/test', version: '1.65.1' }

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2023',
    module: 'NodeNext',
    lib: ['ES2023', 'ESNext.Disposable', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,

    noEmit: true,
  },
  include: ['*/*.ts'],
}

/** Creates a workplace. */
export async function createWorkplace(): Promise<Workplace> {
  const outer = await mkdtemp(join(tmpdir(), 'fakecluster-docs-'))
  const folder = join(outer, 'project')
  const modules = join(outer, 'node_modules')
  const bin = join(modules, '.bin')
  await mkdir(folder)
  await mkdir(bin, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  const packed = packTarball()
  // Links in the parent folder, where npm leaves them alone, and Node.js and npx find them.
  const own = (name: string) => join(root, 'node_modules', name)
  const packages = {
    tsx: own('tsx'),
    vitest: own('vitest'),
    typescript: own('typescript'),
    jest: await installed(jest),
    mocha: await installed(mocha),
    undici: await installed(undici),
    msw: await installed(msw),
    [playwright.name]: await installed(playwright),
    [clientNode.name]: await installed(clientNode),
  }
  await mkdir(join(modules, '@types'))
  await mkdir(join(modules, '@kubernetes'))
  await mkdir(join(modules, '@playwright'))
  for (const [name, target] of Object.entries({ ...packages, '@types/node': own('@types/node') }))
    await symlink(target, join(modules, name))
  const programs = {
    tsx: join(packages.tsx, 'dist/cli.mjs'),
    vitest: join(packages.vitest, 'vitest.mjs'),
    tsc: join(packages.typescript, 'bin/tsc'),
    jest: join(packages.jest, 'bin/jest.js'),
    mocha: join(packages.mocha, 'bin/mocha.js'),
    playwright: join(packages[playwright.name]!, 'cli.js'),
    kubectl: await kubectlBinary('v33'),
    helm: await helmBinary('v35'),
  }
  for (const [name, target] of Object.entries(programs)) await symlink(target, join(bin, name))
  const { path: tarball, remove } = await packed
  await run(
    'npm',
    ['install', '--save-dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', tarball],
    folder,
  )
  return {
    folder,
    env: environment(outer, bin),
    tarball,
    remove: async () => void (await Promise.all([remove(), rm(outer, { recursive: true, force: true })])),
  }
}

/** The environment of a shell, without the variables of this test runner and without the user's kubeconfig. */
function environment(outer: string, bin: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|JEST|TEST$|NODE_|TINYPOOL|npm_(package|lifecycle))/.test(name),
  )
  return {
    ...Object.fromEntries(own),
    PATH: [bin, dirname(process.execPath), process.env['PATH']].join(':'),
    KUBECONFIG: join(outer, 'none'),
    KUBECACHEDIR: join(outer, 'kube-cache'),
    NO_COLOR: '1',
    npm_config_prefer_offline: 'true',
    npm_config_loglevel: 'error',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  }
}
