import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readFixtures } from '../../src/node/fixtures.js'

const folder = mkdtempSync(join(tmpdir(), 'fixtures-'))
afterAll(() => rmSync(folder, { recursive: true }))

const path = (...parts: string[]) => join(folder, ...parts)
mkdirSync(path('tree', 'b', 'deep'), { recursive: true })
mkdirSync(path('tree', '.git'))
mkdirSync(path('none'))
for (const name of [
  'tree/c.yml',
  'tree/a.yaml',
  'tree/b/x.json',
  'tree/b/deep/y.YAML',
  'tree/notes.md',
  'tree/.hidden.yaml',
  'tree/.git/z.yaml',
  'none/notes.md',
])
  writeFileSync(path(name), name)
symlinkSync(path('tree'), path('tree', 'b', 'loop'))
symlinkSync(path('tree', 'a.yaml'), path('tree', 'link.yaml'))

test('folders are read recursively, in the order of paths', async () => {
  expect(await readFixtures([path('tree')])).toEqual([
    { name: path('tree/a.yaml'), text: 'tree/a.yaml' },
    { name: path('tree/b/deep/y.YAML'), text: 'tree/b/deep/y.YAML' },
    { name: path('tree/b/x.json'), text: 'tree/b/x.json' },
    { name: path('tree/c.yml'), text: 'tree/c.yml' },
    { name: path('tree/link.yaml'), text: 'tree/a.yaml' },
  ])
})

test('a file given by name is read whatever its extension, in the order given', async () => {
  expect((await readFixtures([path('tree/notes.md'), path('tree/a.yaml')])).map(({ text }) => text)).toEqual([
    'tree/notes.md',
    'tree/a.yaml',
  ])
})

test.each([
  ['nope.yaml', `Cannot read ${path('nope.yaml')}: there is no such file or folder.`],
  ['tree/a.yaml/b', `Cannot read ${path('tree/a.yaml/b')}: a part of its path is no folder.`],
  ['none', `The folder ${path('none')} holds no .yaml, .yml or .json file.`],
])('an error explains %s', async (name, message) => {
  await expect(readFixtures([path(name)])).rejects.toMatchObject({ name: 'StartError', message })
})

test('folders that are linked to each other are read once each', async () => {
  const names = Array.from({ length: 40 }, (_, i) => `p${String(i).padStart(2, '0')}`)
  for (const name of names) {
    mkdirSync(path('store', name, 'links'), { recursive: true })
    writeFileSync(path('store', name, 'a.yaml'), name)
    for (const other of names) symlinkSync(path('store', other), path('store', name, 'links', other))
  }
  const found = await readFixtures([path('store')])
  expect(found.map(({ text }) => text).sort()).toEqual(names)
})

test('a pipe is read to its end; one in a folder is left alone', async () => {
  mkdirSync(path('pipes'))
  execFileSync('mkfifo', [path('pipes', 'a.yaml')])
  writeFileSync(path('pipes', 'b.yaml'), 'b')
  expect(await readFixtures([path('pipes')])).toEqual([{ name: path('pipes/b.yaml'), text: 'b' }])
  const read = readFixtures([path('pipes/a.yaml')])
  createWriteStream(path('pipes/a.yaml')).end('from a pipe')
  expect(await read).toEqual([{ name: path('pipes/a.yaml'), text: 'from a pipe' }])
})

test('a file that is too long is refused in words', async () => {
  writeFileSync(path('long.yaml'), '')
  truncateSync(path('long.yaml'), 600 * 1024 ** 2)
  await expect(readFixtures([path('long.yaml')])).rejects.toThrow(
    `Cannot read ${path('long.yaml')}: it has more than 256 MiB; divide it into several files.`,
  )
})
