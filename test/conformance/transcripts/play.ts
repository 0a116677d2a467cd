import { tmpdir } from 'node:os'
import type { Finished } from '../../clients/support/shell.js'
import type { Story } from './commands.js'

/** The exit code and output of a command. */
export type Print = { readonly code: number; readonly out: string; readonly err: string }

type Run = (args: readonly string[], files: Readonly<Record<string, string>>) => Promise<Finished>

/**
 * Runs the commands of a story in sequence, and returns the output of each, with values that differ in every run
 * masked.
 */
export async function playCommands({ files = {}, commands }: Story, run: Run, url: string): Promise<readonly Print[]> {
  const texts = Object.fromEntries(
    Object.entries(files).map(([name, file]) => [name, typeof file === 'string' ? file : JSON.stringify(file)]),
  )
  const prints: Print[] = []
  for (const command of commands)
    prints.push(tidied(await run([...command, '--request-timeout=100s'], prints.length === 0 ? texts : {}), url))
  return prints
}

const tidied = ({ code, stdout, stderr }: Finished, url: string): Print => ({
  code,
  out: untimed(tidy(stdout, url)),
  err: tidy(stderr, url),
})

/** Masks values that differ in every run. */
const tidy = (text: string, url: string) =>
  text
    .replaceAll(url, '<server>')
    .replaceAll(new URL(url).host, '<address>')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<uid>')
    .replaceAll(/\b20(2[5-9]|[3-9]\d)-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z\b/g, '<time>')
    .replaceAll(/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, '<date>')
    .replaceAll(/(resourceVersion["']?: ?)"\d+"/g, '$1"<rv>"')
    .replaceAll(/(Resource Version: +)\d+/g, '$1<rv>')
    .replaceAll(/\bgen-[a-z0-9]{5}\b/g, 'gen-<suffix>')
    .replaceAll(/(?<=\s)(\d+[smhd])+(?=\s|$)/g, '<age>')
    .replaceAll(/\.[0-9a-f]{16}\b/g, '.<hash>')
    .replaceAll(new RegExp(`${tmpdir()}/[^\\s:"]+`, 'g'), '<file>')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ +\n/g, '\n')

/** Masks the age of repeated events, which the recorder did not mask. */
export const untimed = (text: string): string => text.replaceAll(/ over \d+s\)/g, ' over <age>)')
