import { publicFunction } from '../../base/errors/call-site.js'
import { stringifyJson } from '../../base/json/json.js'
import { xml } from '../lint/formats.js'
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

/** Formats a report for other programs. */
export const upgradeJson = (report: UpgradeReport): string => stringifyJson(report, 2)

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
const manyOf = ({ requests, consequences }: UpgradeFinding): readonly string[] => [
  ...(requests.length > 1 ? [`and ${counted(requests.length - 1, 'more reply', 'more replies')}`] : []),
  ...(consequences > 0 ? [`with ${counted(consequences, 'consequence', 'consequences')}`] : []),
]

const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`

function summaryOf({ from, to, requests, findings }: UpgradeReport): string {
  const counts = upgradeLevels.flatMap((level) => {
    const count = findings.filter((finding) => finding.level === level).length
    return count === 0 ? [] : [`${count} ${level}`]
  })
  return `${counted(requests, 'request', 'requests')} to ${from} and to ${to}: ${counts.join(', ') || 'no findings'}`
}

/** Formats a report as a page that needs nothing else. */
export function upgradePage(report: UpgradeReport): string {
  const { from, to, findings } = report
  const title = xml(`From Kubernetes ${from} to ${to}`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 80em; padding: 0 1em }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid #8885; padding: .4em .8em .4em 0; text-align: left; vertical-align: top; overflow-wrap: anywhere }
code, pre { font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; margin: 0 }
</style>
<h1>${title}</h1>
<p>${xml(summaryOf(report))}</p>
<table>
<thead><tr><th scope="col">Level</th><th scope="col">Finding</th><th scope="col">${xml(from)}</th><th scope="col">${xml(to)}</th><th scope="col">Requests</th></tr></thead>
<tbody>
${findings.map(rowOf).join('\n')}
</tbody>
</table>
</html>
`
}

function rowOf(finding: UpgradeFinding): string {
  const { level, what, before, after, requests } = finding
  const listed = requests.map(({ sequence, method, path }) => `#${sequence} ${method} ${path}`)
  const more = finding.consequences > 0 ? [manyOf({ ...finding, requests: [] }).join('')] : []
  const cells = [
    xml(level),
    xml(what),
    ...[before, after].map((value) => (value === undefined ? '' : `<pre>${xml(pageValue(value))}</pre>`)),
    [...listed, ...more].map((line) => `<code>${xml(line)}</code>`).join('<br>'),
  ]
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
}

const pageValue = (value: unknown): string => (typeof value === 'string' ? value : stringifyJson(value, 2))
