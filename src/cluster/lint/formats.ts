import { stringifyJson } from '../../base/json/json.js'
import { formatOperation } from '../../model/patch/diff.js'
import type { LintReport, LintResult } from './types.js'

/** Prints a report for people: what is refused, warned of or changed, and the numbers. */
export function lintText({ results, refused, warned }: LintReport): string {
  const told = results.flatMap((result) => {
    const { isAdmitted, message = '', warnings, patch } = result
    const head = `${placeOf(result)}: ${result.object}`
    return [
      ...(isAdmitted ? [] : [`${head} is refused: ${message}`]),
      ...warnings.map((text) => `${head} is warned of: ${text}`),
      ...(patch.length > 0 ? [`${head} is changed:`, ...patch.map((step) => `  ${formatOperation(step)}`)] : []),
    ]
  })
  const admitted = results.length - refused
  return [...told, `${counted(results.length)}: ${admitted} admitted, ${refused} refused, ${warned} warned of`].join(
    '\n',
  )
}

const placeOf = ({ source, line }: LintResult): string => (line === undefined ? source : `${source}:${line}`)
const counted = (objects: number): string => `${objects} ${objects === 1 ? 'object' : 'objects'}`

/** Prints a report for other programs. */
export const lintJson = (report: LintReport): string => stringifyJson(report, 2)

/** Prints a report as JUnit XML: a test case for each object, by its source. */
export function lintJunit({ results, refused }: LintReport): string {
  const cases = results.map((result) => {
    const { object, source, isAdmitted, message = '', reason = '', warnings } = result
    const inner = [
      ...(isAdmitted
        ? []
        : [`<failure type="${xml(reason)}" message="${xml(message)}">${xml(placeOf(result))}</failure>`]),
      ...(warnings.length > 0 ? [`<system-out>${xml(warnings.join('\n'))}</system-out>`] : []),
    ]
    return `    <testcase classname="${xml(source)}" name="${xml(object)}">${inner.join('')}</testcase>`
  })
  const counts = `tests="${results.length}" failures="${refused}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="fakecluster lint" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')
}

const ENTITIES: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// XML has no way to write control characters, apart from tabs and line ends.
const xml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '').replaceAll(/[^\P{Cc}\t\n\r]/gu, '\uFFFD')
