import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { run } from '../../../src/node/cli/main.js'
import { createCluster } from '../../../src/index.js'
import { bundle } from '../../../src/node/bundle/bundle.js'
import { fromBundle } from '../../../src/node/bundle/from-file.js'
import { startCluster } from '../../../src/node/start.js'

const folder = mkdtempSync(join(tmpdir(), 'fakecluster-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string) => join(folder, name)

/** Texts that would end a script, a comment, a line or a section if the page contained them unescaped. */
const NASTY = [
  '</script>',
  '</script><script>document.title="taken"</script>',
  '<!--',
  '<!--<script>',
  '-->',
  ']]>',
  '\u2028\u2029',
  '\u0000\uFFFE\uD800',
  '"\'`${1}\\',
  '%</ScRiPt >',
]

const nasty = () => {
  const cluster = createCluster({ seed: 1 })
  const data = Object.fromEntries(NASTY.map((text, i) => [`text-${i}`, text]))
  return { cluster, data, made: cluster.create('ConfigMap', { metadata: { name: 'nasty' }, data }) }
}

test('a Bundle file reads back, whatever text the objects contain', async () => {
  const { cluster, data, made } = nasty()
  await made
  const path = await bundle(cluster, at('nasty.fakecluster.html'))
  expect(path).toBe(at('nasty.fakecluster.html'))
  const again = await fromBundle(path)
  expect(cluster.diff(again)).toEqual([])
  expect((await again.get('ConfigMap', { name: 'nasty' })).data).toEqual(JSON.parse(JSON.stringify(data)))
})

test('no text of an object stands in the page unencoded', async () => {
  const { cluster, made } = nasty()
  await made
  const page = readFileSync(await bundle(cluster, at('page.fakecluster.html')), 'utf8')
  const [, policy] = /"Content-Security-Policy"\s+content="([^"]*)"/.exec(page) ?? []
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('connect-src')
  const [, data = ''] = /id="bundle">([^<]*)<\/script>/.exec(page) ?? []
  expect(data).toMatch(/^[A-Za-z0-9+/]+=*$/)
  expect(data.length).toBeGreaterThan(1000)
  expect(page.replace(data, '')).not.toContain('nasty')
})

test('an existing file is replaced, folders are created, and no other file is left behind', async () => {
  const { cluster, made } = nasty()
  await made
  await bundle(cluster, at('deep/er/run.html'))
  const first = readFileSync(at('deep/er/run.html'), 'utf8')
  await cluster.create('ConfigMap', { metadata: { name: 'more' } })
  await bundle(cluster, at('deep/er/run.html'))
  expect(readFileSync(at('deep/er/run.html'), 'utf8')).not.toBe(first)
  expect(readdirSync(at('deep/er'))).toEqual(['run.html'])
})

test('two identical runs give the same bytes', async () => {
  const pages = await Promise.all(
    ['one', 'two'].map(async (name) => {
      const { cluster, made } = nasty()
      await made
      return readFileSync(await bundle(cluster, at(name)), 'utf8')
    }),
  )
  expect(pages[0]).toBe(pages[1])
})

describe('reading or writing a Bundle refuses', () => {
  const page = async () => {
    const { cluster } = nasty()
    return readFileSync(await bundle(cluster, at('whole.html')), 'utf8')
  }

  test.each<readonly [string, (text: string) => string, RegExp]>([
    ['a page without a Bundle', () => '<!doctype html><p>hello', /is not a Bundle: bundle\(\), a reporter or/],
    ['an empty file', () => '', /is not a Bundle/],
    [
      'a file truncated in its data',
      (text) => text.slice(0, text.indexOf('id="bundle">') + 500),
      /is cut off in its data/,
    ],
    ['damaged data', (text) => text.replace(/(id="bundle">.{300}).{9}/, '$1'), /The data of .* is damaged/],
    ['the page of the inspector alone', (text) => text.replace(/(id="bundle">)[^<]*/, '$1'), /without a Bundle in it/],
    ['truncated JSON', () => '{"format": 1, "start": [', /is cut off or damaged/],
    [
      'an unknown format version',
      () => '{"format": 9, "versions": {"fakecluster": "9.9.9"}}',
      /of format 9, which fakecluster 9.9.9/,
    ],
  ])('%s', async (_, change, message) => {
    writeFileSync(at('wrong.html'), change(await page()))
    await expect(fromBundle(at('wrong.html'))).rejects.toThrow(message)
    await expect(fromBundle(at('wrong.html'))).rejects.toMatchObject({ name: 'BundleError' })
  })

  test('a file that does not exist', async () => {
    await expect(fromBundle(at('none.html'))).rejects.toThrow(/Cannot read .*none\.html: there is no such file/)
  })

  test('an argument that is not a cluster, and an empty path', async () => {
    await expect(bundle({} as never, 'x')).rejects.toThrow('bundle: cluster: must be a cluster')
    await expect(bundle(createCluster(), '')).rejects.toThrow('bundle: file: must be the path of a file')
  })
})

describe('ctl bundle', () => {
  const ctl = async (...argv: string[]) => {
    const out: string[] = []
    const err: string[] = []
    const io = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) }
    const code = await run(['ctl', 'bundle', ...argv], { ...io, signal: new AbortController().signal })
    return { code, out: out.join('\n'), err: err.join('\n') }
  }

  test('writes the page of a running server, and prints JSON', async () => {
    await using server = await startCluster({ seed: 1 })
    await server.cluster.create('ConfigMap', { metadata: { name: 'one' } })
    const file = at('ctl.fakecluster.html')
    expect(await ctl('--server', server.url, file)).toEqual({ code: 0, out: file, err: '' })
    expect(server.cluster.diff(await fromBundle(file))).toEqual([])
    const json = await ctl('--server', server.url, '--json')
    writeFileSync(at('ctl.json'), json.out)
    expect(server.cluster.diff(await fromBundle(at('ctl.json')))).toEqual([])
  })

  test('tells that the file argument is missing', async () => {
    expect(await ctl('--server', 'http://127.0.0.1:9')).toMatchObject({
      code: 2,
      err: expect.stringContaining('needs a file to write') as string,
    })
  })
})
