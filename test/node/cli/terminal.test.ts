import { expect, test } from 'vitest'
import { run } from '../../../src/node/cli/main.js'
import { createPrinter, sayWhile } from '../../../src/node/cli/terminal.js'

const stream = (isTTY: boolean) => {
  const texts: string[] = []
  return { isTTY, texts, write: (text: string) => texts.push(text) }
}

test('progress takes one line of a terminal, which is cleared before other output', () => {
  const stdout = stream(true)
  const stderr = stream(true)
  const { out, err, progress } = createPrinter(stdout, stderr)
  progress('')
  progress('Run 1 …')
  progress('Run 2 …')
  out('found')
  err('trouble')
  expect(stderr.texts).toEqual(['\r\u001b[KRun 1 …', '\r\u001b[KRun 2 …', '\r\u001b[K', 'trouble\n'])
  expect(stdout.texts).toEqual(['found\n'])
})

test('progress is not printed where stderr is no terminal', () => {
  const stderr = stream(false)
  const { err, progress } = createPrinter(stream(false), stderr)
  progress('Run 1 …')
  err('trouble')
  expect(stderr.texts).toEqual(['trouble\n'])
})

test.each([
  [['--fixtures', 'fixtures/scenarios/team-shop'], 'Loading fixtures …'],
  [['populate', '--nodes', '2', '--pods', '5'], 'Making a world …'],
])('%j reports its progress', async (argv, said) => {
  const stop = new AbortController()
  const told: string[] = []
  stop.abort()
  const quiet = () => undefined
  const progress = (line: string) => void told.push(line)
  expect(await run([...argv, '--port', '0'], { out: quiet, err: quiet, progress, signal: stop.signal })).toBe(0)
  expect([told[0], told.at(-1)]).toEqual([said, ''])
})

test('progress of a long populate counts objects', async () => {
  const stop = new AbortController()
  const told: string[] = []
  stop.abort()
  const quiet = () => undefined
  const progress = (line: string) => void told.push(line)
  const argv = ['populate', '--nodes', '40', '--pods', '1200', '--port', '0']
  expect(await run(argv, { out: quiet, err: quiet, progress, signal: stop.signal })).toBe(0)
  expect(told[0]).toBe('Making a world …')
  expect(told).toContainEqual(expect.stringContaining('… 1000 objects'))
  expect(told.at(-1)).toBe('')
})

test('sayWhile reports the seconds that a promise takes', async () => {
  const told: string[] = []
  let end: (value: string) => void = () => undefined
  const work = new Promise<string>((resolve) => (end = resolve))
  const progress = (line: string) => {
    told.push(line)
    if (told.length === 3) end('answered')
  }
  expect(await sayWhile(work, 'populate …', progress, 1)).toBe('answered')
  expect(told).toEqual(['populate …', 'populate … 1 s', 'populate … 2 s', ''])
})

test('sayWhile reports nothing without a text, and clears the line at the end', async () => {
  const told: string[] = []
  const progress = (line: string) => void told.push(line)
  expect(await sayWhile(Promise.resolve(1), '', progress)).toBe(1)
  await expect(sayWhile(Promise.reject(new Error('gone')), 'load …', progress)).rejects.toThrow('gone')
  expect(told).toEqual(['load …', ''])
})
