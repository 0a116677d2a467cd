import { expect, test } from 'vitest'
import { run } from '../../src/cli.js'
import { createPrinter } from '../../src/node/terminal.js'

const stream = (isTTY: boolean) => {
  const texts: string[] = []
  return { isTTY, texts, write: (text: string) => texts.push(text) }
}

test('what is under way takes one line of a terminal, and gives way to what is printed', () => {
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

test('no more is said where nobody looks', () => {
  const stderr = stream(false)
  const { err, progress } = createPrinter(stream(false), stderr)
  progress('Run 1 …')
  err('trouble')
  expect(stderr.texts).toEqual(['trouble\n'])
})

test.each([
  [['--fixtures', 'fixtures/scenarios/team-shop'], 'Loading fixtures …'],
  [['populate', '--nodes', '2', '--pods', '5'], 'Making a world …'],
])('%j says what it does', async (argv, said) => {
  const stop = new AbortController()
  const told: string[] = []
  stop.abort()
  const quiet = () => undefined
  const progress = (line: string) => void told.push(line)
  expect(await run([...argv, '--port', '0'], { out: quiet, err: quiet, progress, signal: stop.signal })).toBe(0)
  expect(told).toEqual([said, ''])
})
