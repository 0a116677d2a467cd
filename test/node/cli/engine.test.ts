import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ENGINE = fileURLToPath(new URL('../../../src/node/cli/engine.ts', import.meta.url))

/** Runs a program that calls a small function 20,000 times; tells whether V8 decided to optimize it. */
function run(before: string): { readonly isOptimized: boolean; readonly stderr: string } {
  const program = `
    const { keepHeapSmall, optimizeLate } = await import(${JSON.stringify(ENGINE)})
    ${before}
    function small(at) { return at % 3 }
    let sum = 0
    for (let i = 0; i < 20_000; i++) sum += small(i)
    console.log('sum', sum)`
  const args = ['--import', 'tsx', '--no-use-osr', '--trace-opt', '--input-type=module', '--eval', program]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stdout).toContain('sum 19999')
  return { isOptimized: /marking .*<JSFunction small.*TURBOFAN/.test(stdout), stderr }
}

test('V8 knows the settings', () => {
  expect(run('keepHeapSmall(); optimizeLate()').stderr).toBe('')
})

// Later releases optimize this function in two steps, the second of them at a time of their own.
test.runIf(process.versions.node.startsWith('20.'))('V8 optimizes later', () => {
  expect(run('').isOptimized).toBe(true)
  expect(run('optimizeLate()').isOptimized).toBe(false)
})
