import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'fakecluster-publisher-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Manifest = { readonly scripts: object; readonly files: readonly string[]; readonly [member: string]: unknown }
// The package's own package.json, of which these members are read.
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest

test('the package is not published without an address, from which the rest follows', () => {
  mkdirSync(join(folder, 'tools'))
  cpSync(join(root, 'tools/publisher.js'), join(folder, 'tools/publisher.js'))
  const { repository: _, homepage: __, bugs: ___, ...bare } = manifest
  writeFileSync(join(folder, 'package.json'), JSON.stringify(bare))
  const publisher = (...words: readonly string[]) =>
    spawnSync(process.execPath, [join(folder, 'tools/publisher.js'), ...words], { encoding: 'utf8' })
  const refused = publisher()
  expect(refused.status).toBe(1)
  expect(refused.stderr).toContain('package.json has no repository, homepage, bugs')
  expect(publisher('example').status).toBe(1)
  expect(publisher('https://github.com/someone/fakecluster.git').status).toBe(0)
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toEqual({
    ...bare,
    repository: { type: 'git', url: 'git+https://github.com/someone/fakecluster.git' },
    homepage: 'https://github.com/someone/fakecluster#readme',
    bugs: { url: 'https://github.com/someone/fakecluster/issues' },
  })
  expect(publisher().status).toBe(0)
  expect(manifest.scripts).toMatchObject({ prepublishOnly: 'node tools/publisher.js' })
})

test('no script of the package runs, or is warned of, where it is installed', () => {
  for (const name of ['prepare', 'preinstall', 'install', 'postinstall'])
    expect(manifest.scripts).not.toHaveProperty(name)
})

test('no link of a packed page leads to a file that is not packed', () => {
  const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
  const pages = ['README.md', 'SECURITY.md', ...docs.map((name) => `docs/${name}`)]
  const isPacked = (path: string) =>
    pages.includes(path) ||
    path === 'LICENSE' ||
    /^(?:dist|fixtures)(?:\/|$)/.test(path) ||
    path === 'script.schema.json'
  const dead = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && !isPacked(join(dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  )
  expect(dead).toEqual([])
})
