import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../package/install.js'
import { parseBlocks } from './execute/blocks.js'

const pictures = parseBlocks(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')).filter(({ words }) =>
  words.includes('layout'),
)

/** The rows of the picture, from top to bottom. */
const rows = pictures
  .flatMap(({ text }) => text.split('\n'))
  .flatMap((line) => {
    const [, names] = /^│([^│]+)│/.exec(line) ?? []
    return names === undefined || names.trim() === '' ? [] : [names.trim().split(/\s+/)]
  })

const src = join(root, 'src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replaceAll('\\', '/'))

/** The area of a file, as the picture names it. */
const areaOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/') + 1) : file)
const rowOf = (area: string) => rows.findIndex((names) => names.includes(area))

test('the picture of the layout shows exactly the folders of src/', () => {
  expect(rows.flat().sort()).toEqual([...new Set(files.map(areaOf))].sort())
})

// Those of the other rooms are told as what they are: groups of the API, parts of the page.
test.each(['base', 'cel', 'cluster', 'model', 'node', 'rest', 'server'])(
  'the picture names all folders of %s/',
  (room) => {
    const words = new Set(pictures.flatMap(({ text }) => text.split(/[\s:;]+/)))
    const folders = readdirSync(join(src, room), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).filter((name) => !words.has(name))).toEqual([])
  },
)

test('imports only go downwards in the picture', () => {
  const upwards = files.flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)\.js'/g)]
      .map(([, specifier = '']) => areaOf(join(dirname(file), `${specifier}.ts`).replaceAll('\\', '/')))
      .filter((target) => target !== areaOf(file) && rowOf(target) <= rowOf(areaOf(file)))
      .map((target) => `${file} → ${target}`),
  )
  expect(upwards).toEqual([])
})
