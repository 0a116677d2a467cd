import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runComplete, SCRIPTS } from '../../../src/node/cli/completion/run.js'

const ZSH = '/usr/bin/zsh'
const FISH = '/usr/bin/fish'

/**
 * Stands in for the command: writes its arguments to `.asked`, and prints the file `.says` beside it; with the word `file`
 * among its arguments it asks for completion by files.
 */
const COMMAND = `#!/bin/sh
printf '%s|' "$@" > "$0.asked"
case "$*" in *file*) echo :files ;; *) cat "$0.says" ;; esac
`
const SAYS = ['snapshot\tKeeps it: all', 'snapshots\tWhat is kept', 'a:b\t$HOME `x` "q" \\ [z]', 'plain', '--at\tWhen']

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fakecluster-shells-'))
  mkdirSync(join(folder, 'a place'))
  for (const place of ['fakecluster', 'a place/fakecluster']) {
    writeFileSync(join(folder, place), COMMAND)
    writeFileSync(join(folder, `${place}.says`), `${SAYS.join('\n')}\n`)
    chmodSync(join(folder, place), 0o755)
  }
  for (const shell of ['zsh', 'fish'] as const) writeFileSync(join(folder, `script.${shell}`), SCRIPTS[shell])
  writeFileSync(join(folder, 'drive.zsh'), DRIVE)
  mkdirSync(join(folder, 'functions'))
  writeFileSync(join(folder, 'functions/_fakecluster'), SCRIPTS.zsh)
  writeFileSync(join(folder, 'my file.yaml'), '')
  mkdirSync(join(folder, 'world'))
})
beforeEach(() => rmSync(join(folder, 'fakecluster.asked'), { force: true }))
afterAll(() => rmSync(folder, { recursive: true }))

const inShell = (command: string, args: readonly string[], more: { readonly [name: string]: string } = {}) =>
  execFileSync(command, args, {
    cwd: folder,
    env: { ...more, HOME: folder, LANG: 'C.UTF-8', PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` },
    encoding: 'utf8',
  })
const asked = () => readFileSync(join(folder, 'fakecluster.asked'), 'utf8')

/**
 * A zsh script that drives an interactive zsh. Arguments: the line typed at its prompt, the key pressed after it, and commands to
 * run before. Prints what the terminal shows from there on.
 */
const DRIVE = `
zmodload zsh/zpty
wait_for() { local seen= piece; while zpty -r z piece; do seen+=$piece; [[ $seen == *$1* ]] && break; done; REPLY=$seen }
zpty z "TERM=dumb ${ZSH} -f -i"
zpty -w z 'stty -echo columns 120 rows 60; PS1=; autoload -U compinit; LISTMAX=0; show() { print -r -- "LI""NE[$BUFFER]E""ND" }; zle -N show; bindkey "^X" show; bindkey "^T" list-choices; '$3'; print -r -- "REA""DY"'
wait_for READY
zpty -w -n z "$1$2"$'\\x18'
wait_for ']END'
print -r -- "\${REPLY//$'\\r'/}"
zpty -d z
`
const SOURCE = 'compinit -u -D; source script.zsh'
const typed = (line: string, key: string, before: string) =>
  inShell(ZSH, ['-f', 'drive.zsh', line, key, before], { TERM: 'dumb' })

/** The command line in zsh after Tab was pressed. */
const zsh = (line: string, before = SOURCE): string | undefined =>
  /LINE\[(.*)\]END/.exec(typed(line, '\t', before))?.[1]

/** The completions that fish offers, one a line. */
const fish = (line: string): readonly string[] =>
  inShell(FISH, ['--no-config', '-c', 'source script.fish; complete -C "$LINE"'], { LINE: line })
    .split('\n')
    .filter(Boolean)

describe.runIf(existsSync(ZSH))('zsh', () => {
  test.each([
    ['fakecluster ctl pl', 'fakecluster ctl plain ', '__complete|ctl|pl|'],
    ['fakecluster ctl sn', 'fakecluster ctl snapshot', '__complete|ctl|sn|'],
    ['fakecluster a', 'fakecluster a:b ', '__complete|a|'],
    ['fakecluster ctl --a', 'fakecluster ctl --at ', '__complete|ctl|--a|'],
    ['fakecluster "c t" "pl', 'fakecluster "c t" "plain" ', '__complete|c t|pl|'],
    ['FOO=1 ~/fakecluster pl', 'FOO=1 ~/fakecluster plain ', '__complete|pl|'],
    ['fakecluster file my', 'fakecluster file my\\ file.yaml ', '__complete|file|my|'],
    ['fakecluster file wo', 'fakecluster file world/', '__complete|file|wo|'],
  ])('completes %s to %s', (line, completed, question) => {
    expect([zsh(line), asked()]).toEqual([completed, question])
  })

  test('finds a command whose path has a space', () => {
    expect(zsh('a\\ place/fakecluster pl')).toBe('a\\ place/fakecluster plain ')
  })

  test('lists words with their descriptions', () => {
    const lines = typed('fakecluster ', '\x14', SOURCE).split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^snapshot +-- Keeps it: all *$/),
        expect.stringMatching(/^a:b +-- \$HOME `x` "q" \\ \[z\] *$/),
        expect.stringMatching(/^plain *$/),
      ]),
    )
  })

  test('autoloads the script from a folder in fpath at the first Tab', () => {
    expect(zsh('fakecluster ctl pl', 'fpath=($PWD/functions $fpath); compinit -u -D')).toBe('fakecluster ctl plain ')
  })
})

describe.runIf(existsSync(FISH))('fish', () => {
  test.each([
    ['fakecluster ctl snap', ['snapshot\tKeeps it: all', 'snapshots\tWhat is kept'], '__complete|ctl|snap|'],
    ['fakecluster ', ['a:b\t$HOME `x` "q" \\ [z]', 'plain', ...SAYS.slice(0, 2), '--at\tWhen'], '__complete||'],
    ['fakecluster ctl --a', ['--at\tWhen'], '__complete|ctl|--a|'],
    ['fakecluster "c t" "pl', ['plain'], '__complete|c t|pl|'],
    ['FOO=1 ~/fakecluster pl', ['plain'], '__complete|pl|'],
    ['fakecluster a | fakecluster pl', ['plain'], '__complete|pl|'],
    ['fakecluster file my', ['my file.yaml'], '__complete|file|my|'],
    ['fakecluster file "my', ['my file.yaml'], '__complete|file|my|'],
    ['fakecluster file wo', ['world/'], '__complete|file|wo|'],
  ])('completes %s', (line, words, question) => {
    expect([fish(line), asked()]).toEqual([words, question])
  })

  test('finds a command whose path has a space', () => {
    expect(fish('a\\ place/fakecluster pl')).toEqual(['plain'])
  })

  test('offers every word that the command itself completes', async () => {
    const said: string[] = []
    await runComplete(['ctl', ''], { out: (line) => void said.push(line), env: {} })
    const says = join(folder, 'fakecluster.says')
    const before = readFileSync(says)
    writeFileSync(says, `${said.join('\n')}\n`)
    const offered = fish('fakecluster ctl ')
    writeFileSync(says, before)
    expect(said.length).toBeGreaterThan(20)
    expect([...offered].sort()).toEqual([...said].sort())
  })
})
