import { counted } from '../../base/text/counted.js'
import { stringifyJson } from '../../base/json/json.js'
import { xml } from '../../base/text/markup.js'
import { formatOperation } from '../../model/patch/diff.js'
import type { LintReport, LintResult } from './types.js'

/**
 * Prints a report for people: what is refused, warned of or changed, and the numbers. Of several versions, those are
 * named that do not say the same as the others.
 */
export function lintText({ kubernetesVersions, results }: LintReport): string {
  const ofVersions = kubernetesVersions.map((version) =>
    results.filter(({ kubernetesVersion }) => kubernetesVersion === version),
  )
  const objects = ofVersions[0] ?? []
  const told = objects.flatMap((_, i) => toldOfOne(ofVersions.flatMap((ofOne) => ofOne[i] ?? [])))
  const isOne = kubernetesVersions.length === 1
  const counts = ofVersions.map((ofOne, i) => `${isOne ? '' : `${kubernetesVersions[i]}: `}${countsOf(ofOne)}`)
  return [...told, ...counts].join('\n')
}

/** Tells what each version says of one object; what all say is told once. */
function toldOfOne(results: readonly LintResult[]): readonly string[] {
  const said = new Map<string, { readonly head: string; readonly text: string; readonly by: readonly string[] }>()
  for (const result of results)
    for (const [verb, text] of saidOf(result)) {
      const head = `${placeOf(result)}: ${result.object} is ${verb}`
      const key = `${head}${text}`
      said.set(key, { head, text, by: [...new Set([...(said.get(key)?.by ?? []), result.kubernetesVersion])] })
    }
  return [...said.values()].map(
    ({ head, text, by }) => `${head}${by.length < results.length ? ` by ${by.join(', ')}` : ''}:${text}`,
  )
}

/** What a server says of an object. */
const saidOf = ({
  isAdmitted,
  message = '',
  warnings,
  patch,
}: LintResult): readonly (readonly [verb: string, text: string])[] => [
  ...(isAdmitted ? [] : [['refused', ` ${message}`] as const]),
  ...warnings.map((text) => ['warned of', ` ${text}`] as const),
  ...(patch.length > 0 ? [['changed', patch.map((step) => `\n  ${formatOperation(step)}`).join('')] as const] : []),
]

function countsOf(results: readonly LintResult[]): string {
  const admitted = results.filter(({ isAdmitted }) => isAdmitted)
  const warned = admitted.filter(({ warnings }) => warnings.length > 0).length
  const refused = results.length - admitted.length
  return `${counted(results.length, 'object')}: ${admitted.length} admitted, ${refused} refused, ${warned} warned of`
}

const placeOf = ({ source, line }: LintResult): string => (line === undefined ? source : `${source}:${line}`)

/** Prints a report for other programs. */
export const lintJson = (report: LintReport): string => stringifyJson(report, 2)

/** Prints a report as JUnit XML: a suite for each version, a test case for each object, by its source. */
export function lintJunit({ kubernetesVersions, results }: LintReport): string {
  const suites = kubernetesVersions.map((version) => {
    const ofOne = results.filter(({ kubernetesVersion }) => kubernetesVersion === version)
    const name = kubernetesVersions.length === 1 ? 'fakecluster lint' : `fakecluster lint ${version}`
    return [`  <testsuite name="${xml(name)}" ${testsOf(ofOne)}>`, ...ofOne.map(caseOf), '  </testsuite>']
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${testsOf(results)}>`,
    ...suites.flat(),
    '</testsuites>',
  ].join('\n')
}

const testsOf = (results: readonly LintResult[]): string =>
  `tests="${results.length}" failures="${results.filter(({ isAdmitted }) => !isAdmitted).length}"`

function caseOf(result: LintResult): string {
  const { object, source, isAdmitted, message = '', reason = '', warnings } = result
  const inner = [
    ...(isAdmitted
      ? []
      : [`<failure type="${xml(reason)}" message="${xml(message)}">${xml(placeOf(result))}</failure>`]),
    ...(warnings.length > 0 ? [`<system-out>${xml(warnings.join('\n'))}</system-out>`] : []),
  ]
  return `    <testcase classname="${xml(source)}" name="${xml(object)}">${inner.join('')}</testcase>`
}
