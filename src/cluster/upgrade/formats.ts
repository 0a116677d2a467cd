import { counted } from '../../base/text/counted.js'
import { publicFunction } from '../../base/errors/call-site.js'
import { stringifyJson } from '../../base/json/json.js'
import { type UpgradeFinding, type UpgradeReport, upgradeLevels } from './types.js'

/**
 * Formats a report for people: a line for each finding, most serious first, and their numbers.
 *
 * @example
 * console.log(formatUpgrade(await diffVersions(bundle, { from: '1.35', to: '1.37' })))
 */
export const formatUpgrade = publicFunction((report: UpgradeReport): string =>
  [...report.findings.map((finding) => `${finding.level}: ${textOf(finding)}`), summaryOf(report)].join('\n'),
)

function textOf(finding: UpgradeFinding): string {
  const details = [valuesOf(finding), ...manyOf(finding)].filter(Boolean).join(', ')
  return `${requestOf(finding)}${finding.what}${details && ` (${details})`}`
}

const requestOf = ({ requests: [first] }: UpgradeFinding): string =>
  first ? `${first.userAgent ? `${first.userAgent}: ` : ''}${first.method} ${first.path}: ` : ''

/** Formats the values of a field. */
function valuesOf({ level, before, after }: UpgradeFinding): string {
  if (level !== 'changed' && level !== 'dropped') return ''
  return [before === undefined ? '' : `was ${shown(before)}`, after === undefined ? '' : `is ${shown(after)}`]
    .filter(Boolean)
    .join(', ')
}

const LONGEST = 80

function shown(value: unknown): string {
  const text = stringifyJson(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** Tells how many other replies a finding is about. */
export const manyOf = ({ requests, consequences }: UpgradeFinding): readonly string[] => [
  ...(requests.length > 1 ? [`and ${counted(requests.length - 1, 'more reply', 'more replies')}`] : []),
  ...(consequences > 0 ? [`with ${counted(consequences, 'consequence')}`] : []),
]

/** Tells the numbers of requests and of findings. */
export function summaryOf({ from, to, requests, findings }: UpgradeReport): string {
  const counts = upgradeLevels.flatMap((level) => {
    const count = findings.filter((finding) => finding.level === level).length
    return count === 0 ? [] : [`${count} ${level}`]
  })
  return `${counted(requests, 'request')} to ${from} and to ${to}: ${counts.join(', ') || 'no findings'}`
}
