import { publicFunction } from '../../base/errors/call-site.js'
import { isObject } from '../../base/json/json.js'
import { checkArguments, code } from '../../base/check/arguments.js'
import { type Shape, must } from '../../base/check/shape.js'
import { listOf } from '../../base/check/shapes.js'
import { webhookSaid } from '../../base/text/webhook-said.js'
import type { JournalChange, JournalEntry } from './types.js'

/**
 * Formats requests for people: a line each, followed by a line for each change and for each hook that acted.
 *
 * @example
 * console.log(formatJournal(cluster.journal.requests({ kind: 'Lease' })))
 */
export const formatJournal = publicFunction((entries: readonly JournalEntry[]): string => {
  checkArguments('formatJournal', { entries: entriesShape }, [entries])
  return entries.map(formatEntry).join('\n')
})

const ENTRIES = 'a list of requests, as cluster.journal.requests() gives it'
const entry = code('a request of a journal', (value) => isObject(value) && 'sequence' in value && 'changes' in value)
const entriesShape: Shape = {
  check: (value, path) => (Array.isArray(value) ? listOf(entry).check(value, path) : must(path, ENTRIES, value)),
  schema: {},
}

function formatEntry(entry: JournalEntry): string {
  return [
    `#${entry.sequence} ${new Date(entry.time).toISOString()} ${formatRequest(entry)} → ${formatAnswer(entry)}`,
    ...detailsOf(entry).map((line) => `    ${line}`),
  ].join('\n')
}

/** Formats who requested what. */
export function formatRequest({ via, by, userAgent, user, method, path }: JournalEntry): string {
  const who = by ? by.controller : via === 'client' ? userAgent : userAgent || user || 'somebody'
  // A fault of a controller is noted like a request, but without a method.
  if (by && method === '') return by.key ? `${who}: ${formatObject(by.key)}` : who
  return `${who}: ${method} ${path}`
}

function formatAnswer({ code, reason, reply, duration }: JournalEntry): string {
  const after = duration ? ` after ${duration} ms` : ''
  if (!reply) return 'not answered'
  if (reply.type === 'cut') return `the connection was cut${after}`
  if (reply.type === 'fault') return `failed${after}: ${reply.message}`
  const failed = reply.type === 'status' && reply.status.status === 'Failure'
  const what = failed
    ? ` ${reason}: ${reply.status.message ?? ''}`
    : reply.type === 'list'
      ? ` ${reply.count} objects`
      : ''
  return `${code}${what}${after}`
}

function detailsOf({ changes, hooks, webhooks = [], dryRun, hint }: JournalEntry): readonly string[] {
  return [
    ...(hint === undefined ? [] : [hint]),
    ...(dryRun ? ['dry run'] : []),
    ...changes.map(formatChange),
    ...webhooks.map(webhookSaid),
    ...hooks.map(({ phase, site }) => `hook ${phase} of ${site}`),
  ]
}

const formatChange = (change: JournalChange): string => `${change.revision} ${change.type} ${formatObject(change)}`

/** Formats `Lease default/leader`. */
export const formatObject = ({
  kind,
  namespace,
  name,
}: {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}): string => `${kind} ${namespace ? `${namespace}/` : ''}${name}`
