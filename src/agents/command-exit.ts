import type { Container } from './types.js'

/** How a command ends: its code, and after how many milliseconds. */
type CommandExit = { readonly code: number; readonly after: number }

const SHELL = /(?:^|\/)(?:ba|da|a)?sh$/
const SECONDS: { readonly [unit: string]: number } = { s: 1, m: 60, h: 3600, d: 86_400 }

/**
 * Returns how the command of a container ends, for commands that say so themselves: `sleep`, `exit`, `true` and
 * `false`, alone or one after the other in a shell (`sh -c 'sleep 5; exit 3'`); undefined for all others.
 */
export function exitOfCommand({
  command = [],
  args = [],
}: Pick<Container, 'command' | 'args'>): CommandExit | undefined {
  const words = [...command, ...args]
  const [program = '', flag, script, ...more] = words
  if (SHELL.test(program))
    return flag === '-c' && script !== undefined && more.length === 0 ? exitOfScript(script) : undefined
  return program === 'exit' ? undefined : exitOfWords(words)
}

function exitOfScript(script: string): CommandExit | undefined {
  let end: CommandExit = { code: 0, after: 0 }
  for (const line of script.trim().split(/[;\n]/)) {
    const words = line.trim().split(/\s+/)
    const next = exitOfWords(words)
    if (!next) return undefined
    end = { code: next.code, after: end.after + next.after }
    if (words[0] === 'exit') return end
  }
  return end
}

function exitOfWords([program = '', value = '', ...more]: readonly string[]): CommandExit | undefined {
  const name = program.slice(program.lastIndexOf('/') + 1)
  if (more.length > 0) return undefined
  if (value === '')
    return ['true', 'false', 'exit'].includes(name) ? { code: name === 'false' ? 1 : 0, after: 0 } : undefined
  if (program === 'exit') return /^\d{1,3}$/.test(value) ? { code: Number(value) % 256, after: 0 } : undefined
  const [, count, unit = 's'] = /^(\d+(?:\.\d+)?|infinity)([smhd])?$/.exec(value) ?? []
  if (name !== 'sleep' || count === undefined) return undefined
  return { code: 0, after: count === 'infinity' ? Infinity : Number(count) * SECONDS[unit]! * 1000 }
}
