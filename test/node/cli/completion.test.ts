import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCluster, serve } from '../../../src/node.js'
import { type Candidates, complete, SCRIPTS } from '../../../src/node/cli/completion/run.js'
import { run } from '../../../src/node/cli/main.js'

const wordsOf = ({ words }: Candidates) => words.map(([word]) => word)
const after = async (line: string, env = {}) => complete(line.split(' '), env)

test.each([
  ['', ['populate', 'ctl', 'import', 'completion', '--port']],
  ['--', ['--fixtures', '--seed']],
  ['populate --', ['--churn', '--deployments', '--seed']],
  ['import --', ['--kubeconfig', '--objects']],
  ['completion ', ['bash', 'zsh', 'fish']],
  ['inspect --', ['--help']],
  ['completion --', ['--help']],
  ['ctl watches cut watch-1 ', ['mid-line']],
  ['ctl --server http://127.0.0.1:1 clock ', ['advance', 'next']],
  ['--clock ', ['system', 'virtual']],
  ['--log ', ['off', 'requests', 'debug']],
  ['ctl ', ['dump', 'populate', 'clock', 'sweep']],
  ['ctl clock ', ['advance', 'next']],
  ['ctl dump --', ['--kinds', '--at', '--server']],
  ['ctl explore --', ['--runs', '--within']],
])('"fakecluster %s" completes to %j', async (line, words) => {
  expect(wordsOf(await after(line, { FAKECLUSTER_SERVER: 'http://127.0.0.1:1' }))).toEqual(
    expect.arrayContaining(words),
  )
})

test.each([
  ['--fixtures ', true],
  ['--fixtures a.yaml ', true],
  ['--kubeconfig ', true],
  ['import --out ', true],
  ['ctl load ', true],
  ['ctl bundle ', true],
  ['--clock ', false],
  ['--port ', false],
  ['ctl snapshots ', false],
])('"fakecluster %s" completes files: %s', async (line, files) => {
  expect((await after(line, { FAKECLUSTER_SERVER: 'http://127.0.0.1:1' })).files).toBe(files)
})

test('ids are completed with those of the running server', async () => {
  const served = await serve(createCluster({ controllers: 'none' }))
  try {
    expect(wordsOf(await after('ctl restore ', { FAKECLUSTER_SERVER: served.url }))).toEqual(['start'])
    expect(wordsOf(await after(`ctl --server ${served.url} restore `))).toEqual(['start'])
  } finally {
    await served.close()
  }
})

test('completion refuses a shell without a script', async () => {
  const told: string[] = []
  const io = { out: () => undefined, err: (line: string) => void told.push(line), signal: new AbortController().signal }
  expect(await run(['completion', 'tcsh'], io)).toBe(2)
  expect(told).toEqual(['fakecluster: completion takes a shell: bash, zsh, fish. See docs/server.md.'])
})

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fakecluster-completion-'))
  // Stands in for the command: writes down its arguments, and prints two candidates.
  const command = join(folder, 'fakecluster')
  writeFileSync(
    command,
    '#!/bin/sh\nprintf "%s|" "$@" > "$0.asked"\nprintf "snapshot\\tKeeps it: all\\nsnapshots\\tWhat is kept\\n"\n',
  )
  chmodSync(command, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true }))

test('bash calls the command and takes its candidates', () => {
  const script = `${SCRIPTS.bash}
COMP_WORDS=(fakecluster ctl snap); COMP_CWORD=2
_fakecluster
printf '%s,' "\${COMPREPLY[@]}"; cat "$(command -v fakecluster).asked"`
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` }
  expect(execFileSync('bash', ['-c', script], { env, encoding: 'utf8' })).toBe(
    'snapshot,snapshots,__complete|ctl|snap|',
  )
})
