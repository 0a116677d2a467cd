import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../package/install.js'
import { tableUnder } from './readme/tables.js'

const readme = readFileSync(join(root, 'README.md'), 'utf8')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Readonly<
  Record<'dependencies' | 'devDependencies' | 'scripts', Readonly<Record<string, string>>>
>

const codeIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code)

test('each package this one is built with has its reason', () => {
  const packages = tableUnder(readme, 'Packages').flatMap(([cell]) => codeIn(cell))
  expect(packages.sort()).toEqual(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).sort())
})

test('the commands there are for working on it exist', () => {
  const commands = tableUnder(readme, 'Working on it').flatMap(([cell]) => codeIn(cell))
  const known = ['npm ci', 'npm test', '.ci/run', ...Object.keys(manifest.scripts).map((name) => `npm run ${name}`)]
  expect(commands.filter((command) => !known.includes(command!))).toEqual([])
  expect(existsSync(join(root, '.ci/run'))).toBe(true)
})

test('links lead somewhere', () => {
  const targets = [...readme.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, target = '']) => target)
  const anchors = [...readme.matchAll(/^#+ (.+)$/gm)].map(
    ([, title = '']) => `#${title.toLowerCase().replaceAll(' ', '-')}`,
  )
  expect(targets.length).toBeGreaterThan(0)
  expect(
    targets.filter((target) => !(target.startsWith('#') ? anchors.includes(target) : existsSync(join(root, target)))),
  ).toEqual([])
})
