import { counted } from '../../../base/text/counted.js'
import { publicFunction } from '../../../base/errors/call-site.js'
import { checkArguments } from '../../../base/check/arguments.js'
import { reportShape } from '../shapes.js'
import { createJsonPatch } from '../../../model/patch/diff.js'
import type { ExploreReport } from './combinations.js'
import type { Difference } from './compare.js'
import type { Finding, Swept } from './trial.js'

/** Findings, or the report of a sweep or an exploration. */
export type Findings = Pick<Swept, 'findings'> | Pick<ExploreReport, 'finding'> | readonly Finding[]

/** Returns the findings of a report. */
export function findingsOf(report: Findings): readonly Finding[] {
  if ('findings' in report) return report.findings
  if ('finding' in report) return report.finding ? [report.finding] : []
  return report
}

/**
 * Formats findings for people, one per line: the fault, and how the run ended. Empty if there are none.
 *
 * @example
 * console.log(formatFindings(await sweep(cluster, scenario)))
 * // conflict at #2 my-operator: PUT /apis/…/leases/counter: Lease default/counter is not there in the end
 */
export const formatFindings = publicFunction((report: Findings): string => {
  checkArguments('formatFindings', { report: reportShape }, [report])
  return findingsOf(report).map(formatFinding).join('\n')
})

function formatFinding({ fault, outcome, error, differences }: Finding): string {
  switch (outcome) {
    case 'hangs':
      return `${fault}: never ends`
    case 'nondeterministic':
      return `${fault}: asked for other things than the first run before the fault was on`
    case 'fails':
      return `${fault}: fails with ${short(error?.split('\n')[0] ?? 'no error', 200)}`
    case 'differs':
      return `${fault}: ${formatDifferences(differences)}`
  }
}

function formatDifferences(differences: readonly Difference[]): string {
  const [first, ...others] = differences
  if (!first) return 'ends otherwise'
  return `${formatDifference(first)}${others.length > 0 ? `; ${counted(others.length, 'more object differs', 'more objects differ')}` : ''}`
}

/** Describes the first field that differs; the finding has all of them. */
function formatDifference({ object, expected, actual }: Difference): string {
  if (actual === undefined) return `${object} is not there in the end`
  if (expected === undefined) return `${object} is there in the end`
  const [change, ...others] = createJsonPatch(expected, actual)
  if (!change) return `${object} ends otherwise`
  const [back] = createJsonPatch(actual, expected).filter(({ path }) => path === change.path)
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return `${object} ends with ${change.path} ${valueOf(change)}, not ${back ? valueOf(back) : 'as it was'}${more}`
}

const valueOf = (change: ReturnType<typeof createJsonPatch>[number]): string =>
  change.op === 'remove' ? 'absent' : short(JSON.stringify(change.value), 80)

const short = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text)
