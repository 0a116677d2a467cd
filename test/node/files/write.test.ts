import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'
import { StartError, fileFailure } from '../../../src/node/failure.js'
import { writeInside, writeOver } from '../../../src/node/files/write.js'
import { startCluster } from '../../../src/node/start.js'
import { run } from '../../../src/node/cli/main.js'

const folder = mkdtempSync(join(tmpdir(), 'fakecluster-write-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string) => join(folder, name)
const modeOf = (path: string) => statSync(path).mode & 0o777

describe('a file in a folder', () => {
  test.each(['../out', '..', '.', '', '/etc/out', 'a/../../out', 'inside/../..'])('is never at %j', (name) => {
    expect(() => writeInside(at('in'), name, 'x', { isSecret: false })).toThrow('is not the name of a file in')
    expect(readdirSync(folder)).not.toContain('out')
  })

  test('is new, in folders that are made', () => {
    const path = writeInside(at('in'), 'a/b/c..yaml', 'x', { isSecret: true })
    expect([path, readFileSync(path, 'utf8'), modeOf(path)]).toEqual([at('in/a/b/c..yaml'), 'x', 0o600])
    expect(() => writeInside(at('in'), 'a/b/c..yaml', 'y', { isSecret: true })).toThrow(/EEXIST/)
    expect(readFileSync(path, 'utf8')).toBe('x')
  })
})

test('a file that cannot be replaced is left as it was, with nothing beside it', () => {
  const fifo = at('fifo')
  execFileSync('mkfifo', [fifo])
  symlinkSync('fifo', at('to-fifo'))
  symlinkSync('nowhere', at('dangling'))
  const before = readdirSync(folder)
  for (const [name, reason] of [
    ['fifo', 'it is not a plain file'],
    ['to-fifo', 'it is not a plain file'],
    ['dangling', 'it is a link to a file that is not there'],
    ['.', 'it is a folder'],
    ['none/x', 'there is no such file or folder'],
    ['x'.repeat(300), 'its name is too long'],
  ] as const)
    expect(() => writeOver(at(name), 'x', { isSecret: true })).toThrow(`${reason}.`)
  expect(readdirSync(folder)).toEqual(before)
})

test.each([
  ['ERR_STRING_TOO_LONG', 'it is too long'],
  ['ERR_FS_FILE_TOO_LARGE', 'it is too long'],
  ['EMFILE', 'too many files are open'],
])('%s is said in words', (code, words) => {
  const error = Object.assign(new Error('words of the system'), { code })
  expect(fileFailure(error, 'read', 'old.yaml')).toEqual(new StartError(`Cannot read old.yaml: ${words}.`))
})

test('a Bundle with secrets is readable by its owner only, whatever was there; others as usual', async () => {
  const cluster = createCluster({ seed: 1, bundles: at('bundles') })
  const file = at('run.html')
  writeFileSync(file, 'old')
  chmodSync(file, 0o666)
  const usual = 0o666 & ~process.umask()
  const { bundle } = await import('../../../src/node/bundle/bundle.js')
  await bundle(cluster, file, { secrets: true })
  expect(modeOf(file)).toBe(0o600)
  await bundle(cluster, file)
  expect(modeOf(file)).toBe(usual)
})

test('ctl dump FILE is readable by its owner only, and loads again', async () => {
  await using server = await startCluster({ controllers: 'none' })
  await server.cluster.create('Secret', { metadata: { name: 's' }, stringData: { key: 'value' } })
  const out: string[] = []
  const io = { out: (line: string) => out.push(line), err: (line: string) => out.push(line) }
  const ctl = (...words: readonly string[]) =>
    run(['ctl', '--server', server.url, ...words], { ...io, signal: new AbortController().signal })
  expect([await ctl('dump', at('state.yaml')), out]).toEqual([0, [at('state.yaml')]])
  expect(modeOf(at('state.yaml'))).toBe(0o600)
  expect(readFileSync(at('state.yaml'), 'utf8')).toBe(await server.cluster.dump())
  out.length = 0
  expect(await ctl('dump')).toBe(0)
  expect(`${out.join('\n')}\n`).toBe(await server.cluster.dump())
})
