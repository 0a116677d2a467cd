import type { Container } from './types.js'

/** How a command ends: its code, and after how many milliseconds. */
type CommandExit = { readonly code: number; readonly after: number }

const SHELL = /(?:^|\/)(?:ba|da|a)?sh$/
const SECONDS: { readonly [unit: string]: number } = { s: 1, m: 60, h: 3600, d: 86_400 }
const ENDLESS: CommandExit = { code: 0, after: Infinity }

/**
 * Returns how the command of a container ends, for commands that say so themselves: `sleep`, `exit`, `true`, `false`,
 * `echo` and `tail -f`, alone or one after the other in a shell (`sh -c 'sleep 5; exit 3'`), and scripts that sleep or
 * loop for ever beside other commands; undefined for all others.
 */
export function exitOfCommand({
  command = [],
  args = [],
}: Pick<Container, 'command' | 'args'>): CommandExit | undefined {
  const words = [...command, ...args]
  const [program = '', flag = '', script, ...more] = words
  if (SHELL.test(program))
    return /^-[a-z]*c$/.test(flag) && script !== undefined && more.length === 0 ? exitOfScript(script) : undefined
  return program === 'exit' ? undefined : exitOfWords(words)
}

/** A loop without an end. */
const LOOP = /\bwhile\s+(?:true|:|\[\s*1\s*\])\s*(?:;|\n)|\bfor\s*\(\(\s*;;\s*\)\)/

function exitOfScript(script: string): CommandExit | undefined {
  if (LOOP.test(script)) return ENDLESS
  const lines = script.trim().split(/(;|\n|&&?(?!>)|\|\|?)/)
  let end: CommandExit = { code: 0, after: 0 }
  let isKnown = true
  for (let i = 0; i < lines.length; i += 2) {
    const line = lines[i]?.trim() ?? ''
    const before = lines[i - 1] ?? ';'
    if (line === '' || line.startsWith('#')) continue
    if (before === (end.code === 0 ? '||' : '&&')) continue
    const words = line.split(/\s+/)
    const next = before === '|' ? undefined : exitOfWords(words)
    isKnown &&= next !== undefined
    end = { code: next?.code ?? 0, after: end.after + (next?.after ?? 0) }
    if (words[0] === 'exit') break
  }
  // What other commands do is not known, but not how long they are followed by sleep.
  return isKnown ? end : end.after > 0 ? { code: 0, after: end.after } : undefined
}

function exitOfWords(words: readonly string[]): CommandExit | undefined {
  const [program = '', value = '', ...more] = words
  const name = program.slice(program.lastIndexOf('/') + 1)
  if (name === 'tail' && words.some((word) => /^(?:-[a-zA-Z]*[fF]|--follow(?:=.*)?)$/.test(word))) return ENDLESS
  if (name === 'echo' || program === ':') return { code: 0, after: 0 }
  if (more.length > 0) return undefined
  if (value === '')
    return ['true', 'false', 'exit'].includes(name) ? { code: name === 'false' ? 1 : 0, after: 0 } : undefined
  if (program === 'exit') return /^\d{1,3}$/.test(value) ? { code: Number(value) % 256, after: 0 } : undefined
  const [, count, unit = 's'] = /^(\d+(?:\.\d+)?|inf|infinity)([smhd])?$/.exec(value) ?? []
  if (name !== 'sleep' || count === undefined) return undefined
  return { code: 0, after: count.startsWith('inf') ? Infinity : Number(count) * SECONDS[unit]! * 1000 }
}
