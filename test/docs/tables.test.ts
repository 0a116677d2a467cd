import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { builtInPlugins } from '../../src/server/admission/plugins.js'
import { createCluster } from '../../src/cluster/cluster.js'
import { root } from '../package/install.js'
import { tableUnder } from './execute/tables.js'

const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Readonly<
  Record<'dependencies' | 'devDependencies' | 'scripts', Readonly<Record<string, string>>>
>

const codeIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code)

test('CONTRIBUTING gives a reason for each dependency', () => {
  const packages = tableUnder(contributing, 'Packages').flatMap(([cell]) => codeIn(cell))
  expect(packages.sort()).toEqual(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).sort())
})

test('the commands that CONTRIBUTING lists exist', () => {
  const commands = tableUnder(contributing, 'Working on it').flatMap(([cell]) => codeIn(cell))
  const known = ['npm ci', 'npm test', '.ci/run', ...Object.keys(manifest.scripts).map((name) => `npm run ${name}`)]
  expect(commands.filter((command) => !known.includes(command!))).toEqual([])
  expect(existsSync(join(root, '.ci/run'))).toBe(true)
})

const documentsIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
const documents = documentsIn('docs')
const design = documentsIn('docs/design')

test('CONTRIBUTING has at most 180 lines, and links to every page on the design', () => {
  expect(contributing.split('\n').length).toBeLessThanOrEqual(180)
  expect(design.filter((page) => !contributing.includes(`](${page})`))).toEqual([])
})

test.each(design)('what %s says of files is of files that exist', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const files = [...text.matchAll(/`((?:src|test|tools)\/[\w./-]+)`/g)].map(([, file = '']) => file)
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test.each(['README.md', 'CONTRIBUTING.md', ...documents, ...design])(
  'relative links of %s lead to existing files',
  (document) => {
    const text = readFileSync(join(root, document), 'utf8')
    const targets = [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target)
    expect(targets.filter((target) => !existsSync(join(root, dirname(document), target)))).toEqual([])
  },
)

test('README links to every document', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  expect(documents.filter((document) => !readme.includes(`](${document})`))).toEqual([])
})

test('docs/admission.md lists all admission plug-ins in their order', () => {
  const admission = readFileSync(join(root, 'docs/admission.md'), 'utf8')
  const told = tableUnder(admission, 'Admission').flatMap(([cell]) => codeIn(cell))
  expect(told).toEqual(builtInPlugins.map(({ name }) => name))
})

test('docs/controllers.md lists all controllers, and README has their number', () => {
  const names = createCluster().controllers.names()
  const told = tableUnder(readFileSync(join(root, 'docs/controllers.md'), 'utf8'), 'Controllers').flatMap(([cell]) =>
    codeIn(cell),
  )
  expect(told.sort()).toEqual([...names].sort())
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(`| ${names.length} controllers in all:`)
})
