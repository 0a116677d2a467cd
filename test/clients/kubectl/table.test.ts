import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../package/install.js'
import { scenarios } from '../support/scenarios.js'

test('every scenario of the table is played by exactly one test', async () => {
  const folder = join(root, 'test/clients/kubectl')
  const sources = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  const played = sources.flatMap((source) => [...source.matchAll(/^scenario\('(\w+)'/gm)].map(([, key]) => key))
  expect(played.toSorted()).toEqual(Object.keys(scenarios).toSorted())
})
