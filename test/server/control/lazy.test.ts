import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const src = fileURLToPath(new URL('../../../src/', import.meta.url))
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter(
    (file) =>
      file.endsWith('.ts') &&
      !/^(server\/control|node\/cli\/(completion|ctl|import))\//.test(file) &&
      file !== 'node/cli/send-request.ts',
  )

/** The static imports of a file, without those of types. */
const loaded = (file: string) =>
  [...readFileSync(src + file, 'utf8').matchAll(/^(?:import|export) (?!type )[^'(=]*'([^']+)'/gm)].map(
    ([, name]) => name!,
  )

test('control, ctl and completion are imported dynamically only', () => {
  expect(
    files.flatMap((file) =>
      loaded(file).flatMap((name) =>
        /\/control\/|\/ctl\/|\/completion\/|\/send-request\.js/.test(name) ? [`${file} → ${name}`] : [],
      ),
    ),
  ).toEqual([])
})
