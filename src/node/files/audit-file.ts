import { appendFileSync } from 'node:fs'
import type { AuditEvent, AuditListener } from '../../server/audit/event.js'
import { fileFailure } from '../failure.js'

/**
 * Opens a file that events are appended to, as kube-apiserver writes them; `-` is standard output.
 *
 * @throws StartError if it cannot be written
 */
export function openAuditFile(path: string): AuditListener {
  if (path === '-') return (event) => void process.stdout.write(lineOf(event))
  try {
    appendFileSync(path, '', { mode: 0o600 })
  } catch (error) {
    throw fileFailure(error, 'write', path)
  }
  return (event) => appendFileSync(path, lineOf(event))
}

/** Formats an event; Go escapes what has a meaning in HTML. */
const lineOf = (event: AuditEvent): string => `${JSON.stringify(event).replace(/[<>&\u2028\u2029]/g, escaped)}\n`

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
